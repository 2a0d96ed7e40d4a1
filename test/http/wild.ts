import fc from 'fast-check'
import { anyText } from '../support/any-text.ts'
import { markup } from '../support/hostile-texts.ts'
import { addresses, dates, digits, letters, words, zones } from './wild-words.ts'

/** For tests: values such as careless and hostile callers send. */

export const text: fc.Arbitrary<string> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(...letters, ...digits, ...dates, ...zones, ...addresses, ...words),
  },
  { weight: 1, arbitrary: anyText({ maxLength: 20 }) },
  { weight: 1, arbitrary: markup },
  {
    weight: 1,
    arbitrary: fc
      .tuple(fc.constantFrom(...letters), fc.constantFrom(...dates, ...digits))
      .map(parts => parts.join(' ')),
  },
)

const long: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom('a', '1', 'é', '%', '<b>', '&amp;', ' ', '\n', '1,', '[', '\u0301', '"', '-a '),
    fc.constantFrom(201, 1001, 3000),
  )
  .map(([part, size]) => part.repeat(size / part.length))

export const date = fc.constantFrom<unknown>(...dates, 0, -1, 1781582400, 1e21, 1.5, 253402300800)
export const zone = fc.constantFrom(...zones)
export const digit = fc.constantFrom(...digits)

const number = fc.oneof(
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    1.5,
    5e-324,
    1e21,
    1e308,
    -1e308,
    2 ** 31,
    2 ** 53,
    -(2 ** 53) - 2,
    2 ** 63,
    0.1 + 0.2,
    1000,
    90.0001,
  ),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
)

/** Objects that mean something to a language, if not to a calendar. */
const traps = [
  '{"__proto__":{"polluted":1}}',
  '{"constructor":{"prototype":{"polluted":1}}}',
  '{"toString":1,"valueOf":null}',
  '{"length":1000000000}',
  '{"then":1,"toJSON":1}',
  '{"0":"a","1":"b"}',
  '{"id":1}',
  '{"id":"x"}',
  '{"id":[]}',
  '{"id":{"id":1}}',
  '{"id":0,"venue":"X","organizer":"Y"}',
  '{"venue":"<b> </b>","organizer":""}',
  '{"venue":"X","image":"http://127.0.0.1/","date":"9999-12-31"}',
  '{"organizer":"Z","status":null,"image":null,"date":null,"description":null,"translations":{"fr":null}}',
  '{"fr":null}',
  '{"en":null}',
  '{"en":null,"fr":null}',
  '{"fr":{}}',
  '{"fr":{"title":"T","name":"N","venue":"V","organizer":"O","slug":"s","description":null}}',
  '{"fr":{"title":"","name":" ","venue":null,"organizer":"<b>"}}',
  '{"fr":{"__proto__":1},"__proto__":{}}',
  '{"fr":[],"xx":1}',
  '{"file":{"name":"x"}}',
  '[[1,2],[3]]',
  '[[[[[[[[]]]]]]]]',
  '[null]',
  '["",0,null,false]',
  '[{"id":1},{"venue":"Y"},2,"3"]',
  '[1,1,1,1]',
]

/** A value that JSON can write; every call makes a new one, own `__proto__` keys included. */
export const value: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 6, arbitrary: text },
  { weight: 2, arbitrary: number },
  { weight: 1, arbitrary: long },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(true, false, null, [], {}) },
  { weight: 2, arbitrary: fc.constantFrom(...traps).map(json => JSON.parse(json) as unknown) },
  { weight: 1, arbitrary: fc.array(fc.oneof(text, number), { maxLength: 4 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(3, 60, 2000)
      .map(depth => JSON.parse('['.repeat(depth) + ']'.repeat(depth)) as unknown),
  },
)

/** Names that no route declares, or that mean something to every route. */
export const strangeName = fc.constantFrom(
  ...[
    '__proto__',
    'constructor',
    'toString',
    'hasOwnProperty',
    'id',
    'slug',
    'x',
    '',
    ' ',
    'a.b',
    'é',
    '\0',
    'post_type',
    'context',
    'password',
  ],
  ...[
    '_fields',
    '_method',
    '_envelope',
    '_jsonp',
    '_embed',
    'ml_language',
    'ml_fallback',
    'translations',
    'page',
    'per_page',
    'status',
    'include',
  ],
)
