import fc from 'fast-check'

/** For tests: headers that few callers send. */

export const basic = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`

/** Header values that HTTP can carry and few callers send. */
export const strangeHeaders: Record<string, string[]> = {
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
export const strangeHeader = fc
  .constantFrom(...Object.keys(strangeHeaders))
  .chain(name => fc.constantFrom(...(strangeHeaders[name] ?? [])).map(of => [name, of] as const))
