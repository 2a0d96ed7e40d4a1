import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rooms } from '../resources/index.ts'
import { count, flag, line, oneOf, reference, search, untyped } from './kinds.ts'
import { check, type Params } from './param.ts'
import { type Field, livesIn, type Resource, writeParams } from './resource.ts'

const context = { now: 1_784_000_000, zone: 'Europe/Paris' }
const sentence = { en: 'A parameter.', fr: 'Un paramètre.' }

const sets: [string, Params][] = rooms.flatMap((room): [string, Params][] => [
  [`list ${room.path}`, room.filters],
  [`create ${room.path}`, writeParams(room, 'create')],
  [`change ${room.path}`, writeParams(room, 'change')],
])

const strange = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', '', 'title.x')

/** What a caller may send: declared names and others, with any value; `__proto__` as a name of its own. */
const sendingOf = (params: Params) =>
  fc
    .array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...Object.keys(params)), strange),
        fc.oneof(fc.jsonValue(), fc.string(), fc.constant(null)),
      ),
      {
        maxLength: 12,
      },
    )
    .map(
      pairs =>
        JSON.parse(
          `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
        ) as Record<string, unknown>,
    )

for (const [name, params] of sets) {
  test(`${name}: each parameter is a value, a flaw or missing, and nothing else is`, () => {
    fc.assert(
      fc.property(sendingOf(params), sent => {
        const { values, flaws, missing } = check(params, sent, context)
        const told = [...Object.keys(values), ...Object.keys(flaws), ...missing]
        assert.equal(new Set(told).size, told.length)
        for (const each of told) assert.ok(Object.hasOwn(params, each), each)
        for (const each of missing)
          assert.ok(params[each]?.required && (sent[each] ?? null) === null)
        for (const [each, param] of Object.entries(params)) {
          if (values[each] === null) assert.ok(param.clearable, `${each} cannot be cleared`)
          if (param.required && values[each] === undefined)
            assert.ok(each in flaws || missing.includes(each))
        }
      }),
      { numRuns: 150 },
    )
  })

  test(`${name}: samples pass together, and what has passed passes again`, () => {
    const samples = Object.fromEntries(
      Object.entries(params).map(([each, { kind }]) => [each, kind.sample]),
    )
    const { values, flaws, missing } = check(params, samples, context)
    assert.deepEqual([flaws, missing], [{}, []])
    const stable = Object.fromEntries(
      Object.entries(values).filter(
        ([each]) => !/^(venue|organizer)$/.test(each) || typeof values[each] === 'string',
      ),
    )
    assert.deepEqual(check(params, stable, context).flaws, {})
  })
}

const isCleared = ({ kind, required }: Field, input: unknown) =>
  !required &&
  (kind.clears.includes(input) || (Array.isArray(input) && kind.clears.includes('list')))

test('every optional field is cleared by what its kind says, and no required one by anything', () => {
  for (const room of rooms)
    for (const [name, field] of Object.entries(room.fields as Resource['fields']))
      for (const input of [null, '', [], 0, '0']) {
        const { values, flaws } = check(writeParams(room, 'change'), { [name]: input }, context)
        if (isCleared(field, input))
          assert.equal(values[name], null, `${room.name}.${name} by ${JSON.stringify(input)}`)
        if (field.required)
          assert.ok(
            values[name] !== null && (name in flaws || input === null || input === 0),
            `${room.name}.${name}`,
          )
      }
})

test('texts, dates and links can all be emptied (U3)', () => {
  for (const room of rooms)
    for (const [name, field] of Object.entries(room.fields as Resource['fields'])) {
      if (
        field.required ||
        name === 'slug' ||
        name === 'author' ||
        field.kind.index.type === 'boolean'
      )
        continue
      if (livesIn(field) === 'never' && name !== 'translations') continue
      for (const input of [null, '', []]) {
        const { values } = check(writeParams(room, 'change'), { [name]: input }, context)
        assert.equal(values[name], null, `${room.name}.${name} by ${JSON.stringify(input)}`)
      }
    }
})

test('on create the required fields are named when they are absent or null, on change none is', () => {
  for (const room of rooms) {
    const required = Object.entries(room.fields as Resource['fields']).flatMap(([name, field]) =>
      field.required ? [name] : [],
    )
    const nulls = Object.fromEntries(required.map(name => [name, null]))
    assert.deepEqual(check(writeParams(room, 'create'), {}, context).missing, required)
    assert.deepEqual(check(writeParams(room, 'create'), nulls, context).missing, required)
    assert.deepEqual(check(writeParams(room, 'change'), {}, context).missing, [])
  }
})

const params: Params = {
  page: { kind: count(), sentence, default: 1 },
  none: { kind: count(), sentence, default: null },
  search: { kind: search(), sentence },
  featured: { kind: flag(), sentence },
  language: { kind: oneOf(['en', 'fr']), sentence },
  parent: { kind: reference('event'), sentence, clearable: true },
  title: { kind: line(), sentence, required: true, clearable: false },
  anything: { kind: untyped(), sentence },
}
const given = (sent: Record<string, unknown>) => check(params, { title: 'T', ...sent }, context)

test('defaults stand for what is absent, unless they are null', () => {
  assert.deepEqual(given({}).values, { page: 1, title: 'T' })
})

test('what nobody declared is ignored', () => {
  const sent = JSON.parse('{"title":"T","__proto__":{"page":5},"constructor":1,"x":2}') as Record<
    string,
    unknown
  >
  assert.deepEqual(check(params, sent, context), {
    values: { page: 1, title: 'T' },
    flaws: {},
    missing: [],
  })
})

test('null is of no type: typed parameters refuse it, untyped ones leave it out', () => {
  const { values, flaws } = given({ page: null, featured: null, anything: null, parent: null })
  assert.deepEqual(Object.keys(flaws), ['page', 'featured'])
  assert.equal(flaws.featured?.code, 'rest_invalid_type')
  assert.deepEqual(values, { parent: null, title: 'T' })
})

test('a required field is not blank; "0" counts as blank', () => {
  for (const title of ['', '0', []]) assert.ok('title' in given({ title }).flaws)
  assert.deepEqual(given({ title: '00' }).values.title, '00')
})

test('all flaws are told at once', () => {
  const { flaws } = given({ page: 'x', search: '', featured: 'maybe', language: 'de' })
  assert.deepEqual(Object.keys(flaws), ['page', 'search', 'featured', 'language'])
  assert.equal(flaws.language?.code, 'rest_not_in_enum')
})
