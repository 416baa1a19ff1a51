import written from './openapi-examples.json' with { type: 'json' };

/** Examples by name, as a media type holds them. */
type Examples = Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>;

/** Requests to the demo organization and their responses. */
export const examples: {
  /** By operation and parameter. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By operation. */
  readonly requests: Readonly<Record<string, Examples>>;
  readonly responses: Readonly<Record<string, Examples>>;
  /** By error code. */
  readonly errors: Readonly<Record<string, Examples>>;
} = written;
