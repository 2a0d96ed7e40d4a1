/** On everything that is no page. */
export const fileHeaders = { 'X-Content-Type-Options': 'nosniff' }

/** The content security policy of pages: only our own files, forms to this site, and no framing. */
const policy = {
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
  // no script of a page turns text into markup or code
  'require-trusted-types-for': "'script'",
  'trusted-types': "'none'",
}

type OtherPolicy = Partial<Record<keyof typeof policy | 'frame-src', string | undefined>>

/** As the header says it; a page that needs something else says what, `undefined` where it has no such rule. */
export const policyWith = (other: OtherPolicy = {}) =>
  Object.entries({ ...policy, ...other })
    .flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))
    .join('; ')

/** For scripts of other projects, which write markup. */
export const withoutTrustedTypes = {
  'require-trusted-types-for': undefined,
  'trusted-types': undefined,
}

/** On every page. */
export const pageHeaders = {
  ...fileHeaders,
  'Content-Security-Policy': policyWith(),
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(self), browsing-topics=()',
}
