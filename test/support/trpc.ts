import type { Answer, CallOptions, TestApi } from './api.ts';

/** Calls procedures over tRPC as the holder of a token. */
export const callerOf = (api: TestApi, token: string | undefined) => ({
  query: (name: string, input: object = {}) =>
    api.get(`/trpc/${name}?input=${encodeURIComponent(JSON.stringify(input))}`, { token }),
  mutate: (name: string, input: object = {}, options: CallOptions = {}) =>
    api.post(`/trpc/${name}`, { token, body: input, ...options }),
});

/** The envelope of an answer; fails with the answer's text unless the status is 200. */
export function resultOf(answer: Answer) {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return answer.body.result.data;
}

/** The status and code of an error, with its details. */
export function errorOf(answer: Answer): { status: number; code: string; details?: Record<string, unknown> } {
  const { code, details } = answer.body.error.data.error;
  return { status: answer.status, code, details };
}
