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
         * @description Answers `ok` when the token is valid. It needs no permission.
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
         * @description Writes the fields that are present and leaves the others as they are. `plan` and `slug` are refused; other unknown fields are ignored.
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
         * @description Creates a client and wires the organization's assignment rules for its domain to it. The organization comes from the token; `organizationId` is refused, other unknown fields are ignored.
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
         * @description Writes the fields that are present and leaves the others as they are. `organizationId` is refused, other unknown fields are ignored.
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
         * @description Three cards of insights. Reading never computes anything: until the background process has computed them, the cards are `computing` and empty.
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
         * @description The client's activities, most recent first, a page at a time, without their content.
         */
        get: operations["activities.list"];
        put?: never;
        /**
         * Create a manual activity
         * @description Reserved: takes any JSON object, stores nothing and answers with `data: null`.
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
         * @description One activity of the client with its content, which is cut at 10,240 bytes of UTF-8.
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
         * @description Writes the profile fields that are present and leaves the others as they are. Identity-bound fields (`email`, `id`, `idpUserID`) and unknown fields are ignored.
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
        /** @description The token is valid. */
        Health: {
            /** @constant */
            status: "ok";
        };
        /** @description The organization that the token belongs to. */
        Organization: {
            /** Format: uuid */
            id: string;
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
             * @description When it was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description The limits in force, the same for every organization. */
        RateLimits: {
            organizationPerMinute: number;
            endpointPerMinute: number;
        };
        /** @description A client of the organization. */
        Client: {
            /** Format: uuid */
            id: string;
            name: string;
            /** @description The client's internet domain; null when there is none. */
            domain: string | null;
            /**
             * Format: date-time
             * @description When the client was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the client was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description Where the list goes on. */
        PageMeta: {
            /** @description Pass it as `cursor` to get the next page; null when there is none. */
            cursor: string | null;
            /** @description True when more pages exist. */
            hasMore: boolean;
        };
        /** @description Insights about a client, computed in the background. */
        Dashboard: {
            id: string;
            /** Format: uuid */
            clientId: string;
            name: string;
            isDefault: boolean;
            cards: components["schemas"]["Card"][];
        };
        /** @description One insight about the client. */
        Card: {
            id: string;
            name: string;
            /** @example markdown */
            outputType: string;
            /** @example checklist */
            outputSubtype: string;
            /** @example concise */
            outputStyle: string;
            /** @description The order of the card, from zero. */
            position: number;
            result: {
                /** @description Markdown; empty while `status` is `computing`. */
                content: string;
                computedAt: string | null;
                /**
                 * @description `computing` until the background process has computed the first insight.
                 * @enum {string}
                 */
                status: "computing" | "ready";
            };
        };
        /** @description An activity as lists show it: without its content. */
        ActivitySummary: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            clientId: string;
            /** @enum {string} */
            type: "email" | "call" | "meeting" | "note" | "chat";
            /** @description The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. An open list. */
            source: string;
            subject: string;
            /**
             * Format: date-time
             * @description When it took place.
             * @example 2026-11-20T20:35:34.909Z
             */
            occurredAt: string;
            /** @description Addresses of those who took part. */
            participants: string[];
            /** @description True for what an integration or an import recorded. */
            immutable: boolean;
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description When it was recorded here.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description An email, call, meeting, note or chat with a client. */
        Activity: {
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            clientId: string;
            /** @enum {string} */
            type: "email" | "call" | "meeting" | "note" | "chat";
            /** @description The integration it came from, such as `gmail`, `outlook`, `slack`, `zoom`, `calendar`, `import` or `manual`. An open list. */
            source: string;
            subject: string;
            /** @description What was said. At most 10,240 bytes of UTF-8; the rest is cut, never inside a character. */
            content: string;
            /**
             * Format: date-time
             * @description When it took place.
             * @example 2026-11-20T20:35:34.909Z
             */
            occurredAt: string;
            /** @description Addresses of those who took part. */
            participants: string[];
            /** @description True for what an integration or an import recorded. */
            immutable: boolean;
            archivedAt: string | null;
            /**
             * Format: date-time
             * @description When it was recorded here.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the record was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description A user of the organization. */
        User: {
            /** Format: uuid */
            id: string;
            firstName: string;
            lastName: string;
            /** @description Owned by the identity provider; cannot be changed here. */
            email: string;
            /** @description A picture of the user; null when there is none. */
            imageUrl: string | null;
            /**
             * Format: date-time
             * @description When the user was created.
             * @example 2026-11-20T20:35:34.909Z
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When the user was last changed.
             * @example 2026-11-20T20:35:34.909Z
             */
            updatedAt: string;
        };
        /** @description Every failure has this body. */
        Error: {
            error: {
                /**
                 * @description Stable and machine-readable. Safe to switch on; later versions may add codes.
                 * @enum {string}
                 */
                code: "invalid_argument" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "conflict" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "headers_too_large" | "internal" | "unavailable";
                /** @description For people and logs. May change. */
                message: string;
                /** @description Per code. For `invalid_argument` a map from field name to what to send. */
                details?: {
                    [key: string]: unknown;
                };
            };
        };
    };
    responses: {
        /** @description The token is missing, unknown, revoked or expired. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unauthorized",
                 *         "message": "Send a valid API token as \"Authorization: Bearer sk_live_…\"."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A limit is reached: `details.policy` says which, `details.retry_after_seconds` when to come again. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "rate_limited",
                 *         "message": "The limit per endpoint is reached. Try again in 12 s.",
                 *         "details": {
                 *           "retry_after_seconds": 12,
                 *           "policy": "endpoint"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Something went wrong in the service. Try again; if it stays, report `details.request_id`. */
        Internal: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "internal",
                 *         "message": "Something went wrong on our side. Try again; if it stays, report the request id.",
                 *         "details": {
                 *           "request_id": "5f0c9a77-8f3b-4d0e-9a51-11aa019a9f5d"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The service cannot answer right now. Try again after `Retry-After` seconds. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unavailable",
                 *         "message": "The service cannot answer right now. Try again after the time in Retry-After.",
                 *         "details": {
                 *           "request_id": "5f0c9a77-8f3b-4d0e-9a51-11aa019a9f5d"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The token lacks the permission that `details.requiredPermission` names. */
        Forbidden: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "forbidden",
                 *         "message": "This token lacks the permission \"clients:write\".",
                 *         "details": {
                 *           "requiredPermission": "clients:write"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The request is not valid. `details` says for each bad field what to send. */
        InvalidArgument: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource is not what `If-Match` names: it has changed since. Nothing is written. */
        PreconditionFailed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "precondition_failed",
                 *         "message": "The resource is not what If-Match names: it has changed since. Read it again, and send its ETag."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body has more than 102,400 bytes. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "payload_too_large",
                 *         "message": "The request is too large. A body may have up to 102,400 bytes."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not uncompressed JSON in UTF-8. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "unsupported_media_type",
                 *         "message": "Send JSON in UTF-8, uncompressed, with \"Content-Type: application/json\"."
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description Another request with this `Idempotency-Key` is still running: `details.reason` is `idempotency_in_progress`. Send it again in a moment. */
        Conflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "conflict",
                 *         "message": "A request with this Idempotency-Key is still running. Send it again in a moment.",
                 *         "details": {
                 *           "reason": "idempotency_in_progress"
                 *         }
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such resource in the organization of the token. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The resource still is what `If-None-Match` names. */
        NotModified: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
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
         * @description A new UUID for each thing to create, the same for each attempt. Within 24 hours a request with the same key and body is answered as the first one was, and creates nothing more; another body is 400 (IETF draft httpapi-idempotency-key-header).
         * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
         */
        IdempotencyKey: string;
        /**
         * @description The `ETag` of the resource as you read it: it is changed only if it still is that (RFC 9110, section 13.1.1).
         * @example "mhtl3a8s-3QqkVd"
         */
        IfMatch: string;
        /**
         * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
         * @example "mhtl3a8s-3QqkVd"
         */
        IfNoneMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies the request in the logs of the service. */
        RequestId: string;
        /** @description The limits in force: `q` requests in any `w` seconds (IETF draft httpapi-ratelimit-headers). */
        RateLimitPolicy: string;
        /** @description What is left: `r` requests, and in `t` seconds more (IETF draft httpapi-ratelimit-headers). */
        RateLimit: string;
        /** @description Names this version of the resource, for `If-Match` and `If-None-Match` (RFC 9110, section 8.8.3). */
        ETag: string;
        /** @description Sent when this is the answer to an earlier request with the same `Idempotency-Key`. */
        IdempotentReplayed: "true";
        /** @description After this many seconds it is worth trying again. */
        RetryAfter: number;
        /** @description The scheme to authenticate with. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "status": "ok"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Health"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mhtl3a8s-3QqkVd"
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5d-11aa-7d0e-8f3b-5b1f6f0c9a77",
                     *         "name": "Northwind Studio",
                     *         "slug": "northwind",
                     *         "defaultTimezone": "Europe/Berlin",
                     *         "defaultCurrency": "EUR",
                     *         "createdAt": "2026-11-02T09:00:00.000Z",
                     *         "updatedAt": "2026-11-02T09:00:00.000Z",
                     *         "plan": "free",
                     *         "rateLimits": {
                     *           "organizationPerMinute": 100,
                     *           "endpointPerMinute": 50
                     *         }
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you read it: it is changed only if it still is that (RFC 9110, section 13.1.1).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Northwind Studio",
                 *       "defaultTimezone": "Europe/Berlin",
                 *       "defaultCurrency": "EUR"
                 *     }
                 */
                "application/json": {
                    name?: string;
                    /** @description An IANA time-zone name. */
                    defaultTimezone?: string;
                    /** @description An ISO 4217 currency code in capitals. */
                    defaultCurrency?: string;
                    /** @description Must not be sent: the plan is bound to billing and cannot be changed here. */
                    plan?: unknown;
                    /** @description Must not be sent: the slug is stable and cannot be changed. */
                    slug?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5d-11aa-7d0e-8f3b-5b1f6f0c9a77",
                     *         "name": "Northwind Studio",
                     *         "slug": "northwind",
                     *         "defaultTimezone": "Europe/Berlin",
                     *         "defaultCurrency": "EUR",
                     *         "createdAt": "2026-11-02T09:00:00.000Z",
                     *         "updatedAt": "2026-11-02T09:00:00.000Z",
                     *         "plan": "free",
                     *         "rateLimits": {
                     *           "organizationPerMinute": 100,
                     *           "endpointPerMinute": 50
                     *         }
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Organization"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                /** @description How many records a page holds, 1 to 100. Above 100 counts as 100. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *           "name": "Globex Freight",
                     *           "domain": "globex.example",
                     *           "createdAt": "2026-11-02T09:14:51.120Z",
                     *           "updatedAt": "2026-11-18T16:40:07.004Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "cursor": "WyJpUHJXclZLbENLcEkiLFsiMDE5YTlmNWUtNmYwYy03YzNlLTlhNTEtM2Y0ZjBmN2QyYjExIl1d",
                     *         "hasMore": true
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Client"][];
                        meta: components["schemas"]["PageMeta"];
                    };
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
                 * @description A new UUID for each thing to create, the same for each attempt. Within 24 hours a request with the same key and body is answered as the first one was, and creates nothing more; another body is 400 (IETF draft httpapi-idempotency-key-header).
                 * @example 8e03978e-40d5-43dd-bc93-6894a57f9324
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Globex Freight",
                 *       "domain": "globex.example"
                 *     }
                 */
                "application/json": {
                    /** @description The client's name. */
                    name: string;
                    /** @description The client's internet domain. Assignment rules for it are wired to the new client. */
                    domain?: string;
                    /** @description Must not be sent: the organization is the one the token belongs to. */
                    organizationId?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotent-Replayed": components["headers"]["IdempotentReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *         "name": "Globex Freight",
                     *         "domain": "globex.example",
                     *         "createdAt": "2026-11-02T09:14:51.120Z",
                     *         "updatedAt": "2026-11-18T16:40:07.004Z"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Client"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the client. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *         "name": "Globex Freight",
                     *         "domain": "globex.example",
                     *         "createdAt": "2026-11-02T09:14:51.120Z",
                     *         "updatedAt": "2026-11-18T16:40:07.004Z"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Client"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you read it: it is changed only if it still is that (RFC 9110, section 13.1.1).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Globex Freight"
                 *     }
                 */
                "application/json": {
                    /** @description The client's name. */
                    name?: string;
                    /** @description The client's internet domain; null clears it. */
                    domain?: string | null;
                    /** @description Must not be sent: the organization is the one the token belongs to. */
                    organizationId?: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *         "name": "Globex Freight",
                     *         "domain": "globex.example",
                     *         "createdAt": "2026-11-02T09:14:51.120Z",
                     *         "updatedAt": "2026-11-18T16:40:07.004Z"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Client"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the client. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Dashboard"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                /** @description How many records a page holds, 1 to 100. Above 100 counts as 100. */
                limit?: number;
                /** @description The `meta.cursor` of the previous page. Leave it out for the first page. */
                cursor?: string;
                /** @description Only activities of this type. */
                type?: "email" | "call" | "meeting" | "note" | "chat";
                /** @description Checked, then without effect. */
                source?: string;
                /** @description Checked, then without effect. */
                from?: string;
                /** @description Checked, then without effect. */
                to?: string;
                /** @description Checked, then without effect. Archived activities are always listed. */
                includeArchived?: boolean;
            };
            header?: never;
            path: {
                /** @description The id of the client. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a9f60-03d1-7b6f-8c22-91d5b7a4e630",
                     *           "clientId": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *           "type": "email",
                     *           "source": "gmail",
                     *           "subject": "Re: Go-live on Thursday",
                     *           "occurredAt": "2026-11-17T08:12:44.000Z",
                     *           "participants": [
                     *             "pat@globex.example",
                     *             "ann@northwind.example"
                     *           ],
                     *           "immutable": true,
                     *           "archivedAt": null,
                     *           "createdAt": "2026-11-17T08:13:02.518Z",
                     *           "updatedAt": "2026-11-17T08:13:02.518Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "cursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["ActivitySummary"][];
                        meta: components["schemas"]["PageMeta"];
                    };
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
                /** @description The id of the client. */
                clientId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "type": "note",
                 *       "subject": "Called about the renewal"
                 *     }
                 */
                "application/json": {
                    [key: string]: unknown;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": null,
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: null;
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the client. */
                clientId: string;
                /** @description The id of the activity. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f60-03d1-7b6f-8c22-91d5b7a4e630",
                     *         "clientId": "019a9f5e-6f0c-7c3e-9a51-3f4f0f7d2b11",
                     *         "type": "email",
                     *         "source": "gmail",
                     *         "subject": "Re: Go-live on Thursday",
                     *         "occurredAt": "2026-11-17T08:12:44.000Z",
                     *         "participants": [
                     *           "pat@globex.example",
                     *           "ann@northwind.example"
                     *         ],
                     *         "immutable": true,
                     *         "archivedAt": null,
                     *         "createdAt": "2026-11-17T08:13:02.518Z",
                     *         "updatedAt": "2026-11-17T08:13:02.518Z",
                     *         "content": "Hi Ann,\n\nThursday works for us. Great job so far!\n\nPat"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["Activity"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                /** @description How many records a page holds, 1 to 100. Above 100 counts as 100. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": [
                     *         {
                     *           "id": "019a9f5d-2b7c-7e4a-b1d9-0c6a4e8f5d21",
                     *           "firstName": "Ann",
                     *           "lastName": "Okafor",
                     *           "email": "ann@northwind.example",
                     *           "imageUrl": null,
                     *           "createdAt": "2026-11-02T09:01:12.310Z",
                     *           "updatedAt": "2026-11-02T09:01:12.310Z"
                     *         }
                     *       ],
                     *       "meta": {
                     *         "cursor": null,
                     *         "hasMore": false
                     *       }
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"][];
                        meta: components["schemas"]["PageMeta"];
                    };
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
                 * @description The `ETag` of the resource as you have it: while it still is that, the answer is 304 without a body (RFC 9110, section 13.1.2).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /** @description The id of the user. */
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
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5d-2b7c-7e4a-b1d9-0c6a4e8f5d21",
                     *         "firstName": "Ann",
                     *         "lastName": "Okafor",
                     *         "email": "ann@northwind.example",
                     *         "imageUrl": null,
                     *         "createdAt": "2026-11-02T09:01:12.310Z",
                     *         "updatedAt": "2026-11-02T09:01:12.310Z"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
                 * @description The `ETag` of the resource as you read it: it is changed only if it still is that (RFC 9110, section 13.1.1).
                 * @example "mhtl3a8s-3QqkVd"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The id of the user. */
                userId: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Ann",
                 *       "imageUrl": null
                 *     }
                 */
                "application/json": {
                    firstName?: string;
                    lastName?: string;
                    imageUrl?: string | null;
                };
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "data": {
                     *         "id": "019a9f5d-2b7c-7e4a-b1d9-0c6a4e8f5d21",
                     *         "firstName": "Ann",
                     *         "lastName": "Okafor",
                     *         "email": "ann@northwind.example",
                     *         "imageUrl": null,
                     *         "createdAt": "2026-11-02T09:01:12.310Z",
                     *         "updatedAt": "2026-11-02T09:01:12.310Z"
                     *       },
                     *       "meta": {}
                     *     }
                     */
                    "application/json": {
                        data: components["schemas"]["User"];
                        /** @description Always empty here. */
                        meta: Record<string, never>;
                    };
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
