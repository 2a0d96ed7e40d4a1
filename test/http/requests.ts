import fc from 'fast-check'
import type { Endpoint, Route } from '../../src/http/routes.ts'
import { type ResourceName, resources } from '../../src/resources/index.ts'
import { type Filled, png, type Sent } from './filled.ts'
import { date, digit, strangeName, text, value, zone } from './wild.ts'

/** For tests: requests of every form, for any endpoint. */

type Named = [name: string, value: unknown]

const context = { now: 1_784_000_000, zone: 'America/Montreal' }

/** Ids and links that exist, for parameters that name other records. */
function existing(name: string, { ids }: Filled): fc.Arbitrary<unknown> | undefined {
  const kind =
    {
      categories: 'category',
      tags: 'tag',
      parent: 'category',
      post_parent: 'event',
      post: 'event',
      author: 'user',
    }[name] ?? name
  const known =
    kind === 'user'
      ? [1, 2]
      : ids[(name === 'include' || name === 'exclude' ? 'tag' : kind) as ResourceName]
  if (!known || known.length === 0) return undefined
  const one = fc.constantFrom(...known)
  const drafted = fc.oneof(text, fc.constant('Drafted')).chain(named =>
    fc.constantFrom({ [kind]: named }, [{ [kind]: named, description: '<p>x' }, known[0]], {
      id: String(known[0]),
    }),
  )
  const many = fc.oneof(
    fc.array(one, { minLength: 1, maxLength: 3 }),
    fc.array(one, { minLength: 1 }).map(list => list.join(',')),
  )
  return /^(venue|organizer)$/.test(name)
    ? fc.oneof(one, many, drafted)
    : /s$|clude$/.test(name)
      ? fc.oneof(one, many, text)
      : one.map(id => (id % 2 ? id : String(id)))
}

/** What passes the checks of its kind, so that requests come far. */
function sound(name: string, endpoint: Endpoint, filled: Filled): fc.Arbitrary<unknown> {
  const kind = endpoint.params[name]?.type
  const passes = (of: unknown) => !kind || 'value' in kind.check(of, context)
  const found =
    endpoint.verb !== 'list' && name === endpoint.kind ? undefined : existing(name, filled)
  const own = fc.constant(kind?.sample)
  if (found) return found
  if (name === 'image' || name === 'url') return own.map(() => filled.ids.image[0])
  const fitting = /date|^starts_|^ends_/.test(name)
    ? date
    : name === 'timezone'
      ? zone
      : fc.oneof(text, digit, fc.boolean(), value)
  return fc.oneof(
    { weight: 1, arbitrary: own },
    { weight: 5, arbitrary: fitting.map(of => (passes(of) ? of : kind?.sample)) },
  )
}

/** Parameters for an endpoint: those that it requires mostly there, some others, and some that nobody declared. */
export function parameters(endpoint: Endpoint, filled: Filled): fc.Arbitrary<Named[]> {
  const names = Object.keys(endpoint.params).filter(name => endpoint.by !== name)
  const required = names.filter(name => endpoint.params[name]?.required)
  const good = (name: string) => sound(name, endpoint, filled).map((it): Named => [name, it])
  const bad = (name: string) => value.map((it): Named => [name, it])
  const anyOf = (one: (name: string) => fc.Arbitrary<Named>, most: number) =>
    names.length > 0
      ? fc.array(fc.constantFrom(...names).chain(one), { maxLength: most })
      : fc.constant<Named[]>([])
  const usual = (name: string): Named => [
    name,
    name.endsWith('date') ? '2026-09-01' : `Some ${name}`,
  ]
  const whole = fc.tuple(...required.map(name => fc.oneof(fc.constant(usual(name)), good(name))))
  const strange = fc.tuple(fc.oneof(strangeName, text), value).map(it => [it as Named])
  const nothing = fc.constant<Named[]>([])
  return fc
    .oneof(
      { weight: 6, arbitrary: fc.tuple(whole, anyOf(good, 6), nothing) },
      { weight: 3, arbitrary: fc.tuple(whole, anyOf(good, 3), anyOf(bad, 2)) },
      { weight: 1, arbitrary: fc.tuple(nothing, anyOf(bad, 4), strange) },
      { weight: 1, arbitrary: fc.tuple(whole, nothing, strange) },
    )
    .map(parts => parts.flat())
}

/** As PHP reads a value in a query or a form. */
function pairs(name: string, given: unknown, depth = 0): [string, string][] {
  if (Array.isArray(given) && depth < 6)
    return given
      .slice(0, 50)
      .flatMap((item, at) => pairs(`${name}[${at % 2 ? at : ''}]`, item, depth + 1))
  if (typeof given === 'object' && given !== null && depth < 6)
    return Object.entries(given).flatMap(([key, inner]) =>
      pairs(`${name}[${key}]`, inner, depth + 1),
    )
  return [[name, given === null || typeof given === 'object' ? '' : String(given)]]
}

const encode = (part: string) => encodeURIComponent(part.toWellFormed())

function formOf(params: Named[], encoded = encode): string {
  return params
    .flatMap(([name, given]) => pairs(name, given))
    .map(([name, of]) => `${encoded(name)}=${encoded(of)}`)
    .join('&')
}

/** As much as fits into the line of a request, cut where it may. */
const asQuery = (params: Named[]) => {
  const form = formOf(params).slice(0, 6000)
  return form === '' ? '' : `?${form}`
}

/** An object with these members as its own, `__proto__` too. */
const asJson = (params: Named[]) =>
  `{${params.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given) ?? 'null'}`).join(',')}}`

type Body = { type: string; body: string | Buffer }

function multipart(params: Named[], { boundary, charset, cut, file }: Part): Body {
  const fields = params
    .flatMap(([name, given]) => pairs(name, given))
    .map(([name, of]) => {
      const type = charset ? `\r\nContent-Type: text/plain; charset=${charset}` : ''
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"${type}\r\n\r\n${of}\r\n`
    })
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`
  const upload = file ? [head, png, '\r\n'] : []
  const whole = Buffer.concat(
    [...fields, ...upload, `--${boundary}--\r\n`].map(piece => Buffer.from(piece as string)),
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: whole.subarray(0, whole.length - cut),
  }
}
type Part = { boundary: string; charset: string; cut: number; file: string }
const part: fc.Arbitrary<Part> = fc.record({
  boundary: fc.constantFrom('x', '----WebKitFormBoundary7MA4YWxkTrZu0gW', 'a'.repeat(70)),
  charset: fc.constantFrom('', '', 'utf-8', 'utf-16le', 'ucs2', 'latin1', 'x-nothing', 'base64'),
  cut: fc.constantFrom(0, 0, 0, 1, 2, 5, 20),
  file: fc.constantFrom('', '', '', 'x.png', '../../x', 'x\0.png', '%00', 'é'.repeat(300)),
})

const garbage: fc.Arbitrary<Buffer> = fc.oneof(
  fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)),
  fc
    .constantFrom(
      ...[
        '',
        '{',
        '{}',
        '[]',
        '[',
        'null',
        '1',
        '"a"',
        '{"a":1}x',
        "{'a':1}",
        '\ufeff{}',
        '{"title":"a"',
        '{"title":"\\ud800"}',
        'NaN',
        '{"a":1e999}',
      ],
      ...[
        'a=1&b',
        '&&&',
        '===',
        'a[b=1',
        'a]b[=1',
        'a[][][]=1',
        '[]=1',
        '%=%&%zz=%00',
        'a[__proto__][x]=1',
        '__proto__[x]=1',
        'a[0]=1&a[b]=2&a=3',
      ],
      ...[
        '--x',
        '--x--',
        '--x\r\n\r\n',
        '--x\r\nContent-Disposition: form-data\r\n\r\n1\r\n--x--',
        '--x\r\nContent-Disposition: form-data; name=\r\n\r\n1\r\n--x--\r\n',
      ],
      '{"a":'.repeat(5000),
      '['.repeat(100_000),
      `{"title":"${'a'.repeat(200_000)}"}`,
      'a[b]'.repeat(5000),
      'a[]=1&'.repeat(10_000),
      `{"description":"${'<p><div>'.repeat(2000)}"}`,
      `{"cost":[${'1,'.repeat(5000)}1]}`,
    )
    .map(written => Buffer.from(written)),
)

const types = fc.constantFrom(
  ...[
    'application/json',
    'application/json; charset=utf-16',
    'APPLICATION/JSON',
    'application/vnd.api+json',
    'application/jsonx',
    'text/json',
  ],
  ...[
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/form-data; boundary=""',
    'multipart/mixed; boundary=x',
  ],
  ...[
    'text/plain',
    'text/html',
    'image/png',
    'image/svg+xml',
    'application/octet-stream',
    '',
    ';',
    '/',
    'x'.repeat(500),
    'application/json, text/html',
  ],
)

/** A body for these parameters: JSON mostly, forms, or garbage under any name. */
const bodyFor = (params: Named[]): fc.Arbitrary<Body | undefined> =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constant({ type: 'application/json', body: asJson(params) }) },
    {
      weight: 3,
      arbitrary: fc.constant({ type: 'application/x-www-form-urlencoded', body: formOf(params) }),
    },
    {
      weight: 1,
      arbitrary: fc.constant({
        type: 'application/x-www-form-urlencoded',
        body: formOf(params, raw => raw),
      }),
    },
    { weight: 2, arbitrary: part.map(of => multipart(params, of)) },
    {
      weight: 1,
      arbitrary: fc
        .constantFrom(png, png.subarray(0, 40))
        .map(body => ({ type: 'image/png', body })),
    },
    { weight: 1, arbitrary: fc.tuple(types, garbage).map(([type, body]) => ({ type, body })) },
    { weight: 1, arbitrary: fc.constant(undefined) },
  )

const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

/** Header values that HTTP can carry and few callers send. */
const strangeHeaders: Record<string, string[]> = {
  Authorization: [
    ...[
      '',
      'Basic',
      'Basic ',
      'Basic :',
      'Basic !!!!',
      basic(':'),
      basic('a'),
      basic('administrator:'),
      basic('\0:\0'),
      basic('é:ü'),
      basic(`${'a'.repeat(5000)}:b`),
    ],
    ...[
      'Bearer',
      'Bearer ',
      'Bearer x',
      `Bearer ${'x'.repeat(5000)}`,
      'bearer alm_x',
      'Digest username="a"',
      'Negotiate',
      'Bearer a b',
      '\xff\xfe',
      ',',
    ],
  ],
  'X-HTTP-Method-Override': [
    'GET',
    'PUT',
    'DELETE',
    'delete',
    'HEAD',
    'OPTIONS',
    'TRACE',
    'CONNECT',
    '',
    'POST, GET',
    '__proto__',
    'x'.repeat(2000),
  ],
  Origin: [
    'null',
    'https://example.org',
    '*',
    'http://a, http://b',
    '\xe9',
    'javascript:x',
    'x'.repeat(4000),
  ],
  Range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-0,1-1',
    'bytes=99999999999999999999-',
    'items=1',
    'bytes=a-b',
  ],
  'If-None-Match': ['*', '"x"', 'W/"x"', '"', ',', `"${'a,'.repeat(2000)}"`],
  'If-Modified-Since': [
    'Thu, 01 Jan 1970 00:00:00 GMT',
    'x',
    '-1',
    'Fri, 31 Dec 99999 23:59:59 GMT',
  ],
  'If-Match': ['*', '"x"', 'x'],
  'X-Forwarded-For': [
    '127.0.0.1',
    '::1, 10.0.0.1',
    'unknown',
    ',,,',
    '999.1.1.1',
    'x'.repeat(3000),
    '1,'.repeat(1000),
  ],
  'X-Forwarded-Proto': ['https', 'javascript', ''],
  'X-Forwarded-Host': ['evil.example', ''],
  Host: ['', 'evil.example', 'a b', '[::1]:80', 'x:99999', '\xe9'],
  'X-Request-Id': ['x', '\xe9', 'a b', 'x'.repeat(300)],
  Accept: ['text/html', '*/*;q=0', 'application/xml', 'x'],
  'Accept-Encoding': ['gzip', 'gzip;q=0.5, *;q=0', 'identity;q=0', 'x'],
  'Accept-Language': ['fr', 'xx', '*'],
  'Content-Encoding': ['gzip', 'br', 'x'],
  'Content-Disposition': [
    'attachment; filename="x.png"',
    'attachment; filename="../../x"',
    'attachment; filename=',
    "filename*=UTF-8''%00",
  ],
  Cookie: ['a=b', '=', '\xff', 'x'.repeat(3000)],
  'X-WP-Nonce': ['x'],
  Upgrade: ['websocket', 'h2c'],
  TE: ['trailers'],
  Via: ['1.1 x'],
}
const strangeHeader = fc
  .constantFrom(...Object.keys(strangeHeaders))
  .chain(name => fc.constantFrom(...(strangeHeaders[name] ?? [])).map(of => [name, of] as const))

/** Mostly an administrator, sometimes others, sometimes nobody. */
export const credentials = fc.constantFrom<('administrator' | 'contributor' | undefined)[]>(
  ...([
    'administrator',
    'administrator',
    'administrator',
    'administrator',
    'contributor',
    undefined,
  ] as const),
)

const bases = fc.constantFrom('', '/en', '/fr')

/** Where a record is: one that exists, or nothing of the kind. */
const at = fc.oneof(
  { weight: 8, arbitrary: fc.nat(40) },
  { weight: 1, arbitrary: digit },
  { weight: 1, arbitrary: text },
)

function pathOf(
  { segments }: Route,
  kind: ResourceName | undefined,
  where: number | string,
  { ids }: Filled,
): string {
  return segments
    .map(segment => {
      if (typeof segment === 'string') return `/${segment}`
      const own = kind ? ids[kind] : []
      const exists = typeof where === 'number' && own.length > 0
      if (segment.name === 'id')
        return `/${exists ? own[where % own.length] : /^\d+$/.test(String(where)) ? where : '0'}`
      return `/${exists ? ['fair-1', 'foire-2', 'hall-1', 'amis-3', 'salle-2', 'friends-1'][where % 6] : encode(String(where).slice(0, 2000)) || 'x'}`
    })
    .join('')
}

/** A request for one endpoint, and how it was made, for the report of a failure. */
export function requestFor(filled: Filled, route: Route, endpoint: Endpoint): fc.Arbitrary<Sent> {
  const reads = endpoint.methods.includes('GET')
  return parameters(endpoint, filled).chain(params =>
    fc
      .record({
        method: fc.constantFrom(...endpoint.methods),
        base: bases,
        where: at,
        who: credentials,
        body: reads ? fc.constant(undefined) : bodyFor(params),
        inQuery: fc.boolean(),
        headers: fc.oneof(
          { weight: 4, arbitrary: fc.constant([]) },
          { weight: 1, arbitrary: fc.array(strangeHeader, { maxLength: 3 }) },
        ),
      })
      .map(({ method, base, where, who, body, inQuery, headers }) => ({
        method,
        path: `${base}${filled.root}${pathOf(route, endpoint.kind, where, filled)}${reads || !body ? asQuery(params) : inQuery ? '?ml_language=fr' : ''}`,
        headers: {
          ...(who && { Authorization: filled[who] }),
          ...(body && { 'Content-Type': body.type }),
          ...Object.fromEntries(headers),
        },
        ...(body && { body: body.body }),
      })),
  )
}

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
export function anyPath(root: string): fc.Arbitrary<Sent> {
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

/** The kind of record that a path is about. */
export const kindAt = (path: string, root: string) => {
  const after = path.slice(path.indexOf(root) + root.length)
  return (Object.keys(resources) as ResourceName[]).find(kind =>
    new RegExp(`^/${resources[kind].path}(/|\\?|$)`).test(after),
  )
}
