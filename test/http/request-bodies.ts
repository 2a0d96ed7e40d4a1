import fc from 'fast-check'
import { png } from './filled.ts'

/** For tests: queries, and bodies of every type for the same parameters. */

export type Named = [name: string, value: unknown]

/** As PHP reads a value in a query or a form. */
export function pairs(name: string, given: unknown, depth = 0): [string, string][] {
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

export const encode = (part: string) => encodeURIComponent(part.toWellFormed())

export function formOf(params: Named[], encoded = encode): string {
  return params
    .flatMap(([name, given]) => pairs(name, given))
    .map(([name, of]) => `${encoded(name)}=${encoded(of)}`)
    .join('&')
}

/** As much as fits into the line of a request, cut where it may. */
export const asQuery = (params: Named[]) => {
  const form = formOf(params).slice(0, 6000)
  return form === '' ? '' : `?${form}`
}

/** An object with these members as its own, `__proto__` too. */
export const asJson = (params: Named[]) =>
  `{${params.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given) ?? 'null'}`).join(',')}}`

export type Body = { type: string; body: string | Buffer }

export function multipart(params: Named[], { boundary, charset, cut, file }: Part): Body {
  const fields = params
    .flatMap(([name, given]) => pairs(name, given))
    .map(([name, of]) => {
      const type = charset ? `\r\nContent-Type: text/plain; charset=${charset}` : ''
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name.replace(/["\r\n]/g, '')}"${type}\r\n\r\n${of}\r\n`
    })
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${file}"\r\nContent-Type: image/png\r\n\r\n`
  const upload = file ? [head, png, '\r\n'] : []
  const full = Buffer.concat(
    [...fields, ...upload, `--${boundary}--\r\n`].map(piece => Buffer.from(piece as string)),
  )
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    body: full.subarray(0, full.length - cut),
  }
}
export type Part = { boundary: string; charset: string; cut: number; file: string }
export const part: fc.Arbitrary<Part> = fc.record({
  boundary: fc.constantFrom('x', '----WebKitFormBoundary7MA4YWxkTrZu0gW', 'a'.repeat(70)),
  charset: fc.constantFrom('', '', 'utf-8', 'utf-16le', 'ucs2', 'latin1', 'x-nothing', 'base64'),
  cut: fc.constantFrom(0, 0, 0, 1, 2, 5, 20),
  file: fc.constantFrom('', '', '', 'x.png', '../../x', 'x\0.png', '%00', 'é'.repeat(300)),
})

export const garbage: fc.Arbitrary<Buffer> = fc.oneof(
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

export const types = fc.constantFrom(
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
export const bodyFor = (params: Named[]): fc.Arbitrary<Body | undefined> =>
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
