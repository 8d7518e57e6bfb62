/**
 * The security headers of replies that are never shown as a page, also of those that Node writes without Fastify. They
 * are few, because a phone refreshes every minute.
 */
export const callHeaders = {
  'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
} as const
