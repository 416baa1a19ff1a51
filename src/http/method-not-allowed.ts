import { METHODS } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '../core/errors.ts';

export const methodNotAllowed = (allowed: readonly string[]) =>
  new ApiError('method_not_allowed', {
    message: `This path supports only ${allowed.join(', ')}.`,
    headers: { Allow: allowed.join(', ') },
  });

export type MethodsByPath = Map<string, string[]>;

/** Collects the methods of all routes that are added after this call. */
export function collectMethods(app: FastifyInstance): MethodsByPath {
  const methodsByPath: MethodsByPath = new Map();
  app.addHook('onRoute', ({ url, method }) => {
    // The CORS plugin's own route for preflights.
    if (url === '*') return;
    methodsByPath.set(url, [...(methodsByPath.get(url) ?? []), ...[method].flat()]);
  });
  return methodsByPath;
}

/** Answers 405 with `Allow` for every unsupported method of a known path, without reading a body. */
export function refuseOtherMethods(app: FastifyInstance, methodsByPath: MethodsByPath): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !app.supportedMethods.includes(method)) app.addHttpMethod(method);
  // A copy, since the routes added here are collected too.
  for (const [url, allowed] of structuredClone(methodsByPath)) {
    app.route({
      method: app.supportedMethods.filter((method) => !allowed.includes(method)),
      url,
      onRequest: async () => {
        throw methodNotAllowed(allowed);
      },
      handler: () => {},
    });
    methodsByPath.set(url, allowed);
  }
}
