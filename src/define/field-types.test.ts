import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { anyText } from '../../test/support/any-text.ts'
import { linear, markup } from '../../test/support/hostile-texts.ts'
import { resourceList } from '../resources/index.ts'
import type { FieldType } from './field-type.ts'
import {
  count,
  degrees,
  filled,
  flag,
  html,
  integerIn,
  isTruthy,
  isUrl,
  line,
  oneOf,
  reference,
  search,
  secret,
  slug,
  status,
  statuses,
  url,
  word,
} from './field-types.ts'
import { ids, members, termsFilter } from './list-types.ts'
import { writeParams } from './resource.ts'
import { moment, timezone } from './time/time-types.ts'

const context = { now: 1_784_000_000, zone: 'America/Montreal' }

/** Values that JSON, forms and queries can bring. */
const anything = fc.oneof(
  fc.jsonValue(),
  anyText(),
  markup,
  fc.double(),
  fc.constantFrom<unknown>(
    ...[
      '',
      '0',
      '1',
      ' 1 ',
      '1e9',
      '+5',
      '5.0',
      '1,2,,3',
      'yes',
      'TRUE',
      '2026-02-30',
      'tomorrow',
      'UTC+2',
      '\0',
      '\ud800',
    ],
  ),
  fc.constantFrom<unknown>(
    null,
    true,
    -0,
    1e21,
    2 ** 53,
    [],
    [[]],
    {},
    { id: 1 },
    ['1', 2],
    Object.create(null),
    JSON.parse('{"__proto__":1}'),
  ),
)

const passed = (kind: FieldType, input: unknown) => {
  const checked = kind.check(input, context)
  return 'value' in checked ? checked.value : undefined
}
const refuses = (kind: FieldType, input: unknown) => 'fieldError' in kind.check(input, context)

/** Every kind by itself. */
const kinds: Record<string, FieldType> = {
  line: line(),
  html: html(),
  secret: secret(),
  slug: slug(),
  url: url(),
  'untyped url': url(false),
  count: count(),
  reference: reference('event'),
  flag: flag(),
  'loose flag': flag({ loose: true }),
  word: word('string'),
  moment: moment(),
  timezone: timezone(),
  status: status(),
  oneOf: oneOf(['en', 'fr']),
  degrees: degrees(90),
  search: search(),
  filled: filled(),
  ids: ids(),
  termsFilter: termsFilter('tag'),
}

/** And every kind where it is used. */
const used = resourceList.flatMap(resource =>
  Object.entries({ ...resource.filters, ...writeParams(resource, 'create') }).map(
    ([name, { type: kind }]): [string, FieldType] => [`${name} of ${resource.path}`, kind],
  ),
)

for (const [name, kind] of [...Object.entries(kinds), ...used]) {
  test(`${name}: any value is accepted or refused, and nothing throws`, () => {
    fc.assert(
      fc.property(anything, input => {
        const checked = kind.check(input, context)
        assert.ok('value' in checked !== 'fieldError' in checked)
        if ('fieldError' in checked)
          assert.ok(checked.fieldError.sentence.en && checked.fieldError.sentence.fr)
        else assert.doesNotThrow(() => JSON.stringify(checked.value))
      }),
      { numRuns: 60 },
    )
  })
}

test('every sample passes', () => {
  for (const [name, kind] of [...Object.entries(kinds), ...used])
    assert.ok(!refuses(kind, kind.sample), `${name}: ${JSON.stringify(kind.sample)}`)
})

test('what has passed passes again, unchanged', () => {
  // a line is decoded each time: `&amp;amp;` is two ampersands apart from plain text
  const { line: _, ...stable } = kinds
  for (const [name, kind] of Object.entries(stable))
    fc.assert(
      fc.property(anything, input => {
        const once = passed(kind, input)
        if (once !== undefined) assert.deepEqual(passed(kind, once), once, name)
      }),
      { numRuns: 200 },
    )
})

test('flags are true, false, 0, 1 and their names in any case; lists also take yes, no, on, off', () => {
  for (const input of [true, 1, '1', 'true', 'TRUE']) assert.equal(passed(flag(), input), true)
  for (const input of [false, 0, '0', 'false', 'False']) assert.equal(passed(flag(), input), false)
  for (const input of ['', 'yes', 'on', 2, null, [], {}, ' true']) assert.ok(refuses(flag(), input))
  assert.equal(passed(flag({ loose: true }), 'Yes'), true)
  assert.equal(passed(flag({ loose: true }), 'off'), false)
})

test('only a few words are true, and every other word is false', () => {
  for (const input of [true, 1, '1', 'y', 'YES', 'on', 'Enabled', 'enable', 'true'])
    assert.ok(isTruthy(input))
  for (const input of [false, 0, 2, '', 'no', 'oui', 'trueish']) assert.ok(!isTruthy(input))
  for (const input of [null, [], {}]) assert.ok(refuses(word('string'), input))
})

test('whole numbers come in every numeric form without a fraction', () => {
  for (const input of [12, '12', 12.0, '12.0', '+12', ' 12 ', '12e0'])
    assert.equal(integerIn(input), 12)
  for (const input of [
    1.5,
    '1.5',
    '',
    ' ',
    'x',
    '0x10',
    '1_0',
    '١٢',
    2 ** 53,
    '9'.repeat(30),
    null,
    true,
    [1],
    {},
  ])
    assert.equal(integerIn(input), undefined, String(JSON.stringify(input)))
  for (const input of [0, -1, '0', '-5']) assert.ok(refuses(count(), input))
  assert.equal(passed(count({ max: 50 }), '900'), 50)
})

test('text is text only: numbers, flags and lists are refused', () => {
  for (const kind of [line(), html(), secret(), slug(), url(), status(), timezone()])
    for (const input of [1, true, [], {}, ['a']]) assert.ok(refuses(kind, input))
  // dates are the exception (E2)
  assert.equal(passed(moment(), 1_784_000_000), 1_784_000_000)
})

test('text has a length, and says which', () => {
  const limits: [FieldType, number][] = [
    [line(), 1000],
    [line({ max: 5 }), 5],
    [html(), 1_000_000],
    [secret(), 255],
    [slug(), 1000],
    [search(), 500],
    [filled(), 1000],
  ]
  for (const [kind, limit] of limits) {
    assert.ok(!refuses(kind, 'a'.repeat(limit)))
    const checked = kind.check('a'.repeat(limit + 1), context)
    assert.ok('fieldError' in checked && checked.fieldError.params?.limit === limit)
  }
})

test('a value that is not stored is checked like any other, but not sanitised', () => {
  const refused = { ...context, isRefused: true }
  const hostile = '<b onclick=x>a</b>'
  assert.deepEqual(html().check(hostile, refused), { value: hostile })
  assert.deepEqual(html().check(hostile, context), { value: '<b>a</b>' })
  fc.assert(
    fc.property(anything, input => {
      for (const kind of [line(), html(), slug(), url()])
        assert.equal(
          'fieldError' in kind.check(input, refused),
          'fieldError' in kind.check(input, context),
        )
    }),
  )
})

test('lists come as arrays, with commas, or as one', () => {
  for (const input of [[1, 2], ['1', '2'], '1,2', ' 1 , 2 ', '1,,2,', [1, '2', 1]])
    assert.deepEqual(passed(ids(), input), [1, 2])
  assert.deepEqual(passed(ids(), 7), [7])
  assert.deepEqual(passed(ids(), '7'), [7])
  for (const input of ['', ',', [], [[]], [1, 'x'], '1,x', '0', [1.5], [{ id: 1 }], null, true])
    assert.ok(refuses(ids(), input))
  assert.deepEqual(passed(termsFilter('tag'), 'jazz, 3,,été'), ['jazz', '3', 'été'])
  for (const input of ['', [], [[]], [{}], [null], true])
    assert.ok(refuses(termsFilter('tag'), input))
})

test('lists have at most 200 members', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => at + 1)
  assert.equal(members(many(200))?.length, 200)
  assert.equal(members(many(201)), undefined)
  assert.ok(!refuses(ids(), many(200)))
  assert.ok(refuses(ids(), many(201)))
  assert.ok(refuses(ids(), many(201).join(',')))
  assert.ok(refuses(termsFilter('tag'), ','.repeat(201)))
})

test('references are ids; 0 only where it means none', () => {
  assert.equal(passed(reference('venue'), '12'), 12)
  assert.ok(refuses(reference('venue'), 0))
  assert.equal(passed(reference('category', { zero: true }), '0'), 0)
  assert.ok(reference('venue').clears.includes(0))
  assert.ok(!reference('user').clears.includes(0))
})

test('statuses are those of the calendar, to the letter', () => {
  for (const name of statuses) assert.equal(passed(status(), name), name)
  for (const input of ['any', 'Publish', ' publish', '', 'toString'])
    assert.ok(refuses(status(), input))
})

test('degrees are numbers within their half circle', () => {
  assert.equal(passed(degrees(90), '-45.5'), -45.5)
  for (const input of [90.001, -91, 'x', '', ' ', 'NaN', 'Infinity', '1e400', null, true, [], [45]])
    assert.ok(refuses(degrees(90), input))
})

test('addresses are absolute, with a scheme of the web', () => {
  for (const good of [
    'https://example.org',
    'http://a.b/c?d=e#f',
    'ftp://x.y/',
    'http://[::1]:80/',
    'HTTPS://EXAMPLE.ORG/é',
  ])
    assert.ok(isUrl(good), good)
  for (const bad of [
    '',
    'example.org',
    '//x.y',
    'javascript:x',
    'data:,x',
    'http://',
    'https://a b/',
    'http://x/"',
    `https://x/${'a'.repeat(2000)}`,
    'http://x/\0',
    'http://x/\u007f',
  ])
    assert.ok(!isUrl(bad), bad)
})

test('no text takes long to check', async () => {
  for (const kind of [
    line({ max: 1e6 }),
    slug(),
    url(),
    timezone(),
    moment(),
    ids(),
    termsFilter('tag'),
    search(),
    count(),
    degrees(90),
  ])
    await linear(text => kind.check(text, context))
})
