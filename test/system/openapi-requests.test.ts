import { expect, test } from 'vitest';
import { firstStarted, get, serve } from '../support/embedded-server.ts';

interface Document {
  paths: Record<string, { get?: { operationId: string; parameters?: Parameter[] } }>;
}
interface Parameter {
  name: string;
  in: string;
  example?: string | number;
}

test('every GET operation answers the examples of its parameters with 200 in the demo organization', async () => {
  const { token, newCopy } = await firstStarted({ demo: true });
  const server = serve(newCopy(), { WORKER: 'false' });
  const origin = await server.url();
  // Other tests check the document itself.
  const document = (await get(`${origin}/openapi.json`, token)).body as Document;
  const answers: [string, number, unknown][] = [];
  for (const [path, { get: operation }] of Object.entries(document.paths)) {
    if (!operation) continue;
    const examples = (place: string) =>
      (operation.parameters ?? []).flatMap(({ name, in: at, example }) =>
        at === place && example !== undefined ? [[name, String(example)] as const] : [],
      );
    const inPath = Object.fromEntries(examples('path'));
    const url = new URL(
      path.replaceAll(/\{(\w+)\}/g, (_match, name: string) => inPath[name] ?? ''),
      origin,
    );
    for (const [name, example] of examples('query')) url.searchParams.set(name, example);
    const { status, body } = await get(url.href, token);
    answers.push([operation.operationId, status, status === 200 ? undefined : body]);
  }
  expect(answers).toContainEqual(['activities.get', 200, undefined]);
  expect(answers.filter(([, status]) => status !== 200)).toEqual([]);
});
