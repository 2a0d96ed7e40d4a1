/** On everything that is no page. */
export const fileHeaders = { 'X-Content-Type-Options': 'nosniff' }

/** What a page may load: our own files, and nothing else. Forms lead to us, and nobody frames us. */
export const policy = {
  'default-src': "'none'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self'",
  'font-src': "'self'",
  'connect-src': "'self'",
  'manifest-src': "'self'",
  'form-action': "'self'",
  'base-uri': "'none'",
  'frame-ancestors': "'none'",
}

/** As the header says it; a page that needs something else says what. */
export const policyWith = (other: Partial<typeof policy> = {}) =>
  Object.entries({ ...policy, ...other })
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')

/** On every page. */
export const pageHeaders = {
  ...fileHeaders,
  'Content-Security-Policy': policyWith(),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
}
