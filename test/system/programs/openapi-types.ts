/** Made from the OpenAPI document: node --import tsx test/support/write-openapi-types.ts */

export interface paths {
    "/v1/health": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Check a token
         * @description Returns `ok` if the token is valid. Any valid token may call it.
         */
        get: operations["health.check"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the caller's organization
         * @description The organization that the token belongs to, with the rate limits in force.
         */
        get: operations["organization.get"];
        /**
         * Update the caller's organization
         * @description Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the organization.
         */
        put: operations["organization.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List clients
         * @description The organization's clients in order of creation, a page at a time.
         */
        get: operations["clients.list"];
        put?: never;
        /**
         * Create a client
         * @description Creates a client and wires the organization's assignment rules for its domain to it. The organization comes from the token; `organizationId` is refused, other unknown fields are ignored. A retry with the same `Idempotency-Key` returns the client as it was created, even if it has been changed or deleted since. Domains are not unique: `Shares-Domain-With` names the oldest other client with the domain.
         */
        post: operations["clients.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a client
         * @description One client of the organization.
         */
        get: operations["clients.get"];
        /**
         * Update a client
         * @description Writes the fields that are present and leaves the others as they are. A changed domain wires the organization's unwired assignment rules for it to the client; rules that are wired stay as they are. `organizationId` is refused, other unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the client.
         */
        put: operations["clients.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}/dashboards/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the default dashboard of a client
         * @description Returns three cards of insights, computed in the background. A card that has not been computed yet is empty, with status `computing`.
         */
        get: operations["dashboards.getDefault"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List activities of a client
         * @description Returns a page of the client's activities, most recent first, without their content.
         */
        get: operations["activities.list"];
        put?: never;
        /**
         * Create a manual activity
         * @description Reserved for future use: accepts any JSON object, stores nothing and returns `data: null`.
         */
        post: operations["activities.create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/clients/{clientId}/activities/{activityId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get an activity
         * @description Returns an activity of the client. Its content is cut to at most 10,240 bytes of UTF-8.
         */
        get: operations["activities.get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List users
         * @description The organization's users in order of creation, a page at a time.
         */
        get: operations["users.list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/users/{userId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a user
         * @description One user of the organization.
         */
        get: operations["users.get"];
        /**
         * Update a user's profile
         * @description Writes the profile fields that are present and leaves the others as they are. Identity-bound fields (`email`, `id`, `idpUserID`) and unknown fields are ignored. An empty body changes nothing, leaves no audit entry, and returns the user.
         */
        put: operations["users.update"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description The kind of activity.
         * @enum {string}
         */
        ActivityType: "email" | "call" | "meeting" | "note" | "chat";
        /** @description The result of a token check. */
        Health: {
            /**
             * @description Always `ok`.
             * @constant
             */
            status: "ok";
        };
        /** @description Always empty for a single resource. */
        EmptyMeta: Record<string, never>;
        /** @description The organization that the token belongs to. */
        Organization: {
            /**
             * Format: uuid
             * @description The id of the organization.
             */
            id: string;
            /** @description The name of the organization. */
            name: string;
            /** @description Stable; cannot be changed. */
            slug: string;
            /** @description Bound to billing; always `free`. */
            plan: string;
            /** @description An IANA time-zone name. */
            defaultTimezone: string;
            /** @description An ISO 4217 currency code. */
            defaultCurrency: string;
            rateLimits: components["schemas"]["RateLimits"];
            /**
             * Format: date-time
             * @description The time at which the organization was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which the organization was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description The limits in force, the same for every organization. */
        RateLimits: {
            /**
             * Format: int32
             * @description Requests of the organization in any 60 seconds.
             */
            organizationPerMinute: number;
            /**
             * Format: int32
             * @description Requests to any one operation in any 60 seconds.
             */
            endpointPerMinute: number;
        };
        /** @description A client of the organization. */
        Client: {
            /**
             * Format: uuid
             * @description The id of the client.
             */
            id: string;
            /** @description The client's name. */
            name: string;
            /** @description The client's internet domain; null when there is none. */
            domain: string | null;
            /**
             * Format: date-time
             * @description The time at which the client was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which the client was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description The position in the list. */
        PageMeta: {
            /** @description Pass it as `cursor` to get the next page. Null on the last page. */
            cursor: string | null;
            /** @description True when more pages exist. */
            hasMore: boolean;
        };
        /** @description Insights about a client, computed in the background. */
        Dashboard: {
            /** @description The id of the dashboard, unique across all clients. */
            id: string;
            /**
             * Format: uuid
             * @description The id of its client.
             */
            clientId: string;
            /** @description The name of the dashboard. */
            name: string;
            /** @description True for the default dashboard. */
            isDefault: boolean;
            /** @description Three cards, in the order of `position`. */
            cards: components["schemas"]["Card"][];
        };
        /** @description One insight about the client. */
        Card: {
            /** @description The id of the card, unique across all dashboards. */
            id: string;
            /** @description The heading of the card. */
            name: string;
            /**
             * @description The format of `result.content`.
             * @example markdown
             */
            outputType: string;
            /**
             * @description The structure of the content.
             * @example checklist
             */
            outputSubtype: string;
            /**
             * @description The writing style of the content.
             * @example concise
             */
            outputStyle: string;
            /**
             * Format: int32
             * @description The position of the card, from zero.
             */
            position: number;
            result: components["schemas"]["CardResult"];
        };
        /** @description The result of the background computation. */
        CardResult: {
            /** @description Markdown; empty while `status` is `computing`. A quote links its activity by the path `/v1/clients/{clientId}/activities/{activityId}`. */
            content: string;
            /**
             * Format: date-time
             * @description The time at which it was computed; null while `status` is `computing`.
             * @example 2026-11-20T20:35:34.909Z
             */
            computedAt: string | null;
            status: components["schemas"]["CardStatus"];
        };
        /**
         * @description `computing` until the card has been computed for the first time, then `ready`.
         * @enum {string}
         */
        CardStatus: "computing" | "ready";
        /** @description An activity in a list, without its content. */
        ActivitySummary: {
            /**
             * Format: uuid
             * @description The id of the activity.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of its client.
             */
            clientId: string;
            type: components["schemas"]["ActivityType"];
            /** @description The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
            source: string;
            /** @description The subject line or title; may be empty. */
            subject: string;
            /**
             * Format: date-time
             * @description The time at which it took place.
             * @example 2026-11-20T20:35:34.909Z
             */
            occurredAt: string;
            /** @description The addresses of the participants. */
            participants: string[];
            /** @description True for activities recorded by an integration or an import. */
            immutable: boolean;
            /**
             * Format: date-time
             * @description The time at which it was archived; null when it is not archived.
             * @example 2026-11-20T20:35:34.909Z
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which it was recorded here.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which the record was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description An email, call, meeting, note or chat with a client. */
        Activity: {
            /**
             * Format: uuid
             * @description The id of the activity.
             */
            id: string;
            /**
             * Format: uuid
             * @description The id of its client.
             */
            clientId: string;
            type: components["schemas"]["ActivityType"];
            /** @description The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. More values may follow. */
            source: string;
            /** @description The subject line or title; may be empty. */
            subject: string;
            /** @description The text of the activity. Cut to at most 10,240 bytes of UTF-8, never inside a character. */
            content: string;
            /**
             * Format: date-time
             * @description The time at which it took place.
             * @example 2026-11-20T20:35:34.909Z
             */
            occurredAt: string;
            /** @description The addresses of the participants. */
            participants: string[];
            /** @description True for activities recorded by an integration or an import. */
            immutable: boolean;
            /**
             * Format: date-time
             * @description The time at which it was archived; null when it is not archived.
             * @example 2026-11-20T20:35:34.909Z
             */
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description The time at which it was recorded here.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which the record was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description A user of the organization. */
        User: {
            /**
             * Format: uuid
             * @description The id of the user.
             */
            id: string;
            /** @description The first name. */
            firstName: string;
            /** @description The last name. */
            lastName: string;
            /** @description Owned by the identity provider; cannot be changed here. */
            email: string;
            /**
             * Format: uri
             * @description A picture of the user; null when there is none.
             */
            imageUrl: string | null;
            /**
             * Format: date-time
             * @description The time at which the user was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description The time at which the user was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description The answer that carries one `Health`. */
        HealthAnswer: {
            data: components["schemas"]["Health"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The answer that carries one `Organization`. */
        OrganizationAnswer: {
            data: components["schemas"]["Organization"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The body of `organization.update`. `plan` must not be sent: the plan is bound to billing and cannot be changed here. `slug` must not be sent: the slug is stable and cannot be changed. */
        OrganizationUpdate: {
            /** @description The name of the organization. */
            name?: string;
            /** @description An IANA time-zone name. */
            defaultTimezone?: string;
            /** @description An ISO 4217 currency code in capitals. */
            defaultCurrency?: string;
        };
        /** @description A page of a list, each item a `Client`. */
        ClientPage: {
            data: components["schemas"]["Client"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The answer that carries one `Client`. */
        ClientAnswer: {
            data: components["schemas"]["Client"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The body of `clients.create`. `organizationId` must not be sent: the organization is the one the token belongs to. */
        ClientCreate: {
            /** @description The client's name. */
            name: string;
            /** @description The client's internet domain. Assignment rules for it are wired to the new client. */
            domain?: string;
        };
        /** @description The body of `clients.update`. `organizationId` must not be sent: the organization is the one the token belongs to. */
        ClientUpdate: {
            /** @description The client's name. */
            name?: string;
            /** @description The client's internet domain; null clears it. Unwired assignment rules for it are wired to the client. */
            domain?: string | null;
        };
        /** @description The answer that carries one `Dashboard`. */
        DashboardAnswer: {
            data: components["schemas"]["Dashboard"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description A page of a list, each item a `ActivitySummary`. */
        ActivitySummaryPage: {
            data: components["schemas"]["ActivitySummary"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The answer that carries one `Activity`. */
        ActivityAnswer: {
            data: components["schemas"]["Activity"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The answer of `activities.create`. */
        ActivityCreateAnswer: {
            data: null;
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The body of `activities.create`. */
        ActivityCreate: {
            [key: string]: unknown;
        };
        /** @description A page of a list, each item a `User`. */
        UserPage: {
            data: components["schemas"]["User"][];
            meta: components["schemas"]["PageMeta"];
        };
        /** @description The answer that carries one `User`. */
        UserAnswer: {
            data: components["schemas"]["User"];
            meta: components["schemas"]["EmptyMeta"];
        };
        /** @description The body of `users.update`. */
        UserUpdate: {
            /** @description The first name. */
            firstName?: string;
            /** @description The last name. */
            lastName?: string;
            /**
             * Format: uri
             * @description A picture of the user; null clears it.
             */
            imageUrl?: string | null;
        };
        /** @description The body of every error response. */
        ErrorAnswer: {
            error: components["schemas"]["ErrorObject"];
        };
        /** @description The cause of the error and how to fix it. */
        ErrorObject: {
            code: components["schemas"]["ErrorCode"];
            /** @description For people and logs. The wording may change. */
            message: string;
            details?: components["schemas"]["ErrorDetails"];
        };
        /**
         * @description Stable and machine-readable. Switch on it; later versions may add codes.
         * @enum {string}
         */
        ErrorCode: "invalid_argument" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal" | "unavailable";
        /** @description Depends on the code. For `invalid_argument`, maps each bad field to a sentence that says what to send. */
        ErrorDetails: {
            /** @description `forbidden`: the permission that the token lacks. */
            requiredPermission?: string;
            /**
             * Format: int32
             * @description `rate_limited`: the seconds to wait before the next request.
             */
            retry_after_seconds?: number;
            /** @description `rate_limited`: the limit that was reached, `organization` or `endpoint`. */
            policy?: string;
            /** @description `conflict`: the reason, such as `idempotency_in_progress`. */
            reason?: string;
            /**
             * Format: uuid
             * @description `internal` and `unavailable`: the id to report, the same as `X-Request-Id`.
             */
            request_id?: string;
        } & {
            [key: string]: unknown;
        };
    };
    responses: {
        /** @description No token, or one that is unknown, revoked or expired. Send `Authorization: Bearer sk_live_…`. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A rate limit is reached; `details.policy` says which. Wait `details.retry_after_seconds` seconds. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A fault in the service. Try again; if it persists, report `details.request_id`. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The database is unreachable, or the service is overloaded. Try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A user key without the permission. `details.requiredPermission` names it; use another token. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A bad body, field, `limit` or `cursor`; a field that must not be sent. `details` says what to send for each bad field. */
        InvalidArgument: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The resource has changed since the version in `If-Match`. Read it again, and send its new `ETag`. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A body over 102,400 bytes. Send a smaller body. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description A body that is not plain JSON in UTF-8. `Content-Type: application/json`, no compression. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description Another request with this `Idempotency-Key` is still running. Send it again in a moment. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The path or resource does not exist, or the resource belongs to another organization. `message` says what is missing; check the path and the id. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The resource has not changed since the version in `If-None-Match`. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Cache-Control": components["headers"]["CacheControl"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                ETag: components["headers"]["ETag"];
                [name: string]: unknown;
            };
            content?: never;
        };
    };
    parameters: {
        /**
         * @description Makes a create safe to retry. Send a new key, such as a UUID, for each resource, and the same key with each attempt: 1 to 255 characters, with or without quotes. For 24 hours, a request with the same key and body gets the response of the first one and creates nothing, even if the resource has been changed or deleted since. The same key with another body is a 400 (IETF draft httpapi-idempotency-key-header).
         * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of the version you read. The update succeeds only if the resource still has it; otherwise the response is 412 (RFC 9110, section 13.1.1).
         * @example "mi7cq8e1-3QqkVd"
         */
        IfMatch: string;
        /**
         * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
         * @example "mi7cq8e1-3QqkVd"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the logs of the service. */
        RequestId: string;
        /** @description Only the caller's own cache may store the response, and it must revalidate it before each use. */
        CacheControl: "private, no-cache";
        /** @description The rate limits: `q` requests in any `w` seconds (IETF draft httpapi-ratelimit-headers). */
        RateLimitPolicy: string;
        /** @description The remaining requests `r`, and the seconds `t` until there are more (IETF draft httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description The version of the resource, for `If-Match` and `If-None-Match` (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Present if the response repeats that of an earlier request with the same `Idempotency-Key`. The resource may have been changed or deleted since. */
        IdempotentReplayed: "true";
        /** @description Present if the organization has another client with the domain: the id of the oldest, to which new assignment rules for the domain are wired. Only for tokens with `clients:read`. */
        SharesDomainWith: string;
        /** @description Seconds to wait before you try again. */
        RetryAfter: number;
        /** @description The authentication scheme. */
        WwwAuthenticate: "Bearer";
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "health.check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "organization.get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "organization.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you read. The update succeeds only if the resource still has it; otherwise the response is 412 (RFC 9110, section 13.1.1).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "clients.list": {
        parameters: {
            query?: {
                /**
                 * @description The number of records per page, 1 to 100. Larger values count as 100.
                 * @example 2
                 */
                limit?: number;
                /** @description The `meta.cursor` of the previous page. Leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientPage"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "clients.create": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a create safe to retry. Send a new key, such as a UUID, for each resource, and the same key with each attempt: 1 to 255 characters, with or without quotes. For 24 hours, a request with the same key and body gets the response of the first one and creates nothing, even if the resource has been changed or deleted since. The same key with another body is a 400 (IETF draft httpapi-idempotency-key-header).
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientCreate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    "Shares-Domain-With": components["headers"]["SharesDomainWith"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAnswer"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            409: components["responses"]["Conflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "clients.get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "clients.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you read. The update succeeds only if the resource still has it; otherwise the response is 412 (RFC 9110, section 13.1.1).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClientUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClientAnswer"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "dashboards.getDefault": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DashboardAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activities.list": {
        parameters: {
            query?: {
                /**
                 * @description The number of records per page, 1 to 100. Larger values count as 100.
                 * @example 2
                 */
                limit?: number;
                /** @description The `meta.cursor` of the previous page. Leave it out for the first page. */
                cursor?: string;
                /**
                 * @description Lists only activities of this type.
                 * @example email
                 */
                type?: components["schemas"]["ActivityType"];
                /** @description Validated but ignored. */
                source?: string;
                /**
                 * @description Validated but ignored.
                 * @example 2026-11-01T00:00:00Z
                 */
                from?: string;
                /**
                 * @description Validated but ignored.
                 * @example 2026-11-20T00:00:00Z
                 */
                to?: string;
                /** @description Validated but ignored. Archived activities are always listed. */
                includeArchived?: boolean;
            };
            header?: never;
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivitySummaryPage"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activities.create": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ActivityCreate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityCreateAnswer"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "activities.get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the client.
                 * @example 019b76da-a800-7375-8527-d96f82834d20
                 */
                clientId: string;
                /**
                 * @description The id of the activity.
                 * @example 019b76da-a810-70c8-a7a1-2cbdc1c6e467
                 */
                activityId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ActivityAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.list": {
        parameters: {
            query?: {
                /**
                 * @description The number of records per page, 1 to 100. Larger values count as 100.
                 * @example 2
                 */
                limit?: number;
                /** @description The `meta.cursor` of the previous page. Leave it out for the first page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.get": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you have. If the resource has not changed, the response is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019b76da-a800-73e5-be62-17ac2c6b8425
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            304: components["responses"]["NotModified"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
    "users.update": {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description The `ETag` of the version you read. The update succeeds only if the resource still has it; otherwise the response is 412 (RFC 9110, section 13.1.1).
                 * @example "mi7cq8e1-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description The id of the user.
                 * @example 019b76da-a800-73e5-be62-17ac2c6b8425
                 */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Cache-Control": components["headers"]["CacheControl"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["InvalidArgument"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["Internal"];
            503: components["responses"]["Unavailable"];
        };
    };
}
