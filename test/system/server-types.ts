import type { z } from 'zod';
import type { webhookMessages } from '../../src/webhooks/schemas.ts';
import type { WebhookEvent } from '../../src/webhooks/table.ts';

export type { AppRouter } from '../../src/api.ts';
export type { ErrorCode } from '../../src/core/errors.ts';
export type WebhookMessage = z.output<(typeof webhookMessages)[WebhookEvent]>;
