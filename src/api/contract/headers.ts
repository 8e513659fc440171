/** Headers of requests and responses, as the OpenAPI document describes them. */

const text = { type: 'string' } as const;

export const idempotencyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'Up to 200 characters that identify this request, such as a UUID. Sending the same request with the same key again gives the same response and changes nothing; a different request with it gets 422.',
  schema: { type: 'string', maxLength: 200 },
  example: '8f1b2c1e-6f0d-4f57-9d0e-1f3a6d1b2c3d',
} as const;

export const knownHeader = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of the response you have. If nothing has changed, the response is 304 without a body.',
  schema: text,
} as const;

/** The headers of responses, for `components.headers`. */
export const answerHeaders = {
  RequestId: { description: 'Identifies the request in our log. You may set it yourself.', schema: text },
  ETag: { description: 'Identifies this response. Send it as `If-None-Match`.', schema: text },
  RateLimit: {
    description: 'How much of the limit is left, and the seconds until it resets.',
    schema: text,
    example: '"files";r=299;t=60',
  },
  RateLimitPolicy: {
    description: 'The limit, and the seconds it applies to.',
    schema: text,
    example: '"files";q=300;w=60',
  },
  NextSince: {
    description: 'The instant to send as `updatedSince` next time.',
    schema: text,
    example: '2026-03-02T08:30:00.000Z',
  },
  RetryAfter: { description: 'The seconds to wait before trying again.', schema: { type: 'integer' }, example: 5 },
  Deprecation: {
    description: 'Since when the call is deprecated, as `@` and Unix seconds (RFC 9745).',
    schema: text,
    example: '@1796083200',
  },
  Sunset: {
    description: 'When the call will stop working (RFC 8594).',
    schema: text,
    example: 'Tue, 01 Jun 2027 00:00:00 GMT',
  },
  Link: { description: 'Where the deprecation is explained, and the call to use instead.', schema: text },
} as const;

/** References to some of them, under their names on the wire. */
export const headerRefs = (...names: readonly (keyof typeof answerHeaders)[]): Record<string, object> =>
  Object.fromEntries(names.map((name) => [wireNames[name], { $ref: `#/components/headers/${name}` }]));

const wireNames: Readonly<Record<keyof typeof answerHeaders, string>> = {
  RequestId: 'X-Request-Id',
  ETag: 'ETag',
  RateLimit: 'RateLimit',
  RateLimitPolicy: 'RateLimit-Policy',
  NextSince: 'X-Next-Since',
  RetryAfter: 'Retry-After',
  Deprecation: 'Deprecation',
  Sunset: 'Sunset',
  Link: 'Link',
};
