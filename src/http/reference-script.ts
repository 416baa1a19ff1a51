import { builtFiles } from './built-files.ts';

export const [scriptName = ''] = builtFiles('reference');

/** The path of the reference's script. It changes with the content, so responses may be cached forever. */
export const scriptPath = `/docs/js/${scriptName}`;
