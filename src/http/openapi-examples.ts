import recorded from './openapi-examples.json' with { type: 'json' };

export interface Example {
  readonly summary: string;
  readonly value: unknown;
}

/** Examples by name, as a media type holds them. */
export type Examples = Readonly<Record<string, Example>>;

/** Requests to the demo organization and their responses, recorded by `npm run openapi`. */
export interface RecordedExamples {
  /** By operation and parameter. */
  readonly parameters: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  /** By operation. */
  readonly requests: Readonly<Record<string, Examples>>;
  readonly responses: Readonly<Record<string, Examples>>;
  /** By error code. */
  readonly errors: Readonly<Record<string, Examples>>;
}

export const examples: RecordedExamples = recorded;
