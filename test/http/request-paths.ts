import fc from 'fast-check'
import type { SentRequest } from './filled.ts'
import { strangeHeader } from './request-headers.ts'

/** For tests: any method on any path. */

const oddSegments = fc.constantFrom(
  ...[
    '',
    '.',
    '..',
    '%2e%2e',
    '%2F',
    '%5C',
    '%00',
    '%',
    '%zz',
    '%C0%AF',
    '%FF',
    '\xff',
    '\xe9',
    ';x=1',
    'a:b',
    '@',
    '*',
    '~',
    '%0d%0aX:y',
  ],
  ...[
    'events',
    'EVENTS',
    'by-slug',
    'venues',
    'categories',
    'doc',
    'en',
    'fr',
    'images',
    'changes',
    'uploads',
    'health',
    'live',
    'ready',
    'secret.key',
    'almanac.db',
  ],
  ...[
    '1',
    '01',
    '0',
    '-1',
    '1.0',
    '9'.repeat(400),
    '%31',
    '1%20',
    '__proto__',
    'constructor',
    'x'.repeat(5000),
    '%E2%80%AE',
    '%F0%9F%8E%AA',
    'cal',
    'v1',
  ],
)

/** Any method on any path under the namespace, beside it or above it. */
export function anyPath(root: string): fc.Arbitrary<SentRequest> {
  return fc
    .record({
      method: fc.constantFrom(
        'GET',
        'HEAD',
        'OPTIONS',
        'POST',
        'PUT',
        'PATCH',
        'DELETE',
        'TRACE',
        'PROPFIND',
        'PURGE',
      ),
      start: fc.constantFrom(
        '',
        root,
        root,
        root,
        `/fr${root}`,
        `/en/fr${root}`,
        root.toUpperCase(),
        '/uploads',
        '/uploads/2026/10',
        '/health',
        '//',
        `/%2f${root}`,
      ),
      segments: fc.array(oddSegments, { maxLength: 5 }),
      query: fc.constantFrom(
        '',
        '?',
        '??',
        '?&',
        '?=',
        '?%',
        '?%zz=%00',
        '?_method=PUT',
        '?_method[]=GET',
        '?_envelope',
        '?_fields=a.b.c,,',
        '?_fields[x]=1',
        '?ml_language=xx',
        '?[]=1',
        '?a#b',
      ),
      headers: fc.array(strangeHeader, { maxLength: 2 }),
    })
    .map(({ method, start, segments, query, headers }) => ({
      method,
      path: `${[start, ...segments].join('/').replace(/^(?!\/)/, '/')}${query}`.replace(
        method === 'HEAD' ? /[^\x21-\x7e]/g : /[^\x21-\xff]/g,
        '',
      ),
      headers: Object.fromEntries(headers),
    }))
}
