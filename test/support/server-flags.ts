import manifest from '../../package.json' with { type: 'json' };

/** The flags of Node that `npm start` runs the server with. */
export const serverFlags = manifest.scripts.start.split(' ').filter((word) => word.startsWith('--'));
