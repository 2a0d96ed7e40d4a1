import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  count,
  flag,
  line,
  oneOf,
  reference,
  search,
  untyped,
} from '../../src/define/field-types.ts'
import { check, type Params } from '../../src/define/param.ts'
import { type Field, livesIn, type Resource, writeParams } from '../../src/define/resource.ts'
import { resourceList } from '../../src/resources/table.ts'

const context = { now: 1_784_000_000, zone: 'Europe/Paris' }
const sentence = { en: 'A parameter.', fr: 'Un paramètre.' }

const sets: [string, Params][] = resourceList.flatMap((resource): [string, Params][] => [
  [`list ${resource.path}`, resource.filters],
  [`create ${resource.path}`, writeParams(resource, 'create')],
  [`change ${resource.path}`, writeParams(resource, 'change')],
])

const strange = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', '', 'title.x')

/** The parameters of a caller: declared names and others, with any value; `__proto__` as a name of its own. */
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
        const { values, fieldErrors, missing } = check(params, sent, context)
        const reported = [...Object.keys(values), ...Object.keys(fieldErrors), ...missing]
        assert.equal(new Set(reported).size, reported.length)
        for (const each of reported) assert.ok(Object.hasOwn(params, each), each)
        for (const each of missing)
          assert.ok(params[each]?.required && (sent[each] ?? null) === null)
        for (const [each, param] of Object.entries(params)) {
          if (values[each] === null) assert.ok(param.clearable, `${each} cannot be cleared`)
          if (param.required && values[each] === undefined)
            assert.ok(each in fieldErrors || missing.includes(each))
        }
      }),
      { numRuns: 150 },
    )
  })

  test(`${name}: samples pass together, and what has passed passes again`, () => {
    const samples = Object.fromEntries(
      Object.entries(params).map(([each, { type: kind }]) => [each, kind.sample]),
    )
    const { values, fieldErrors, missing } = check(params, samples, context)
    assert.deepEqual([fieldErrors, missing], [{}, []])
    const stable = Object.fromEntries(
      Object.entries(values).filter(
        // what was checked of links and of a list's dates is no longer what was sent
        ([each, value]) =>
          !(value instanceof Object && 'at' in value) &&
          (!/^(venue|organizer)$/.test(each) || typeof value === 'string'),
      ),
    )
    assert.deepEqual(check(params, stable, context).fieldErrors, {})
  })
}

const isCleared = ({ type: kind, required }: Field, input: unknown) =>
  !required &&
  (kind.clears.includes(input) || (Array.isArray(input) && kind.clears.includes('list')))

test('every optional field is cleared by what its kind says, and no required one by anything', () => {
  for (const resource of resourceList)
    for (const [name, field] of Object.entries(resource.fields as Resource['fields']))
      for (const input of [null, '', [], 0, '0']) {
        const { values, fieldErrors } = check(
          writeParams(resource, 'change'),
          { [name]: input },
          context,
        )
        if (isCleared(field, input))
          assert.equal(values[name], null, `${resource.name}.${name} by ${JSON.stringify(input)}`)
        if (field.required)
          assert.ok(
            values[name] !== null && (name in fieldErrors || input === null || input === 0),
            `${resource.name}.${name}`,
          )
      }
})

test('texts, dates and links can all be emptied (U3)', () => {
  for (const resource of resourceList)
    for (const [name, field] of Object.entries(resource.fields as Resource['fields'])) {
      if (
        field.required ||
        name === 'slug' ||
        name === 'author' ||
        field.type.index.type === 'boolean'
      )
        continue
      if (livesIn(field) === 'never' && name !== 'translations') continue
      for (const input of [null, '', []]) {
        const { values } = check(writeParams(resource, 'change'), { [name]: input }, context)
        assert.equal(values[name], null, `${resource.name}.${name} by ${JSON.stringify(input)}`)
      }
    }
})

test('on create the required fields are named when they are absent or null, on change none is', () => {
  for (const resource of resourceList) {
    const required = Object.entries(resource.fields as Resource['fields']).flatMap(
      ([name, field]) => (field.required ? [name] : []),
    )
    const nulls = Object.fromEntries(required.map(name => [name, null]))
    assert.deepEqual(check(writeParams(resource, 'create'), {}, context).missing, required)
    assert.deepEqual(check(writeParams(resource, 'create'), nulls, context).missing, required)
    assert.deepEqual(check(writeParams(resource, 'change'), {}, context).missing, [])
  }
})

const params: Params = {
  page: { type: count(), ...sentence, default: 1 },
  none: { type: count(), ...sentence, default: null },
  search: { type: search(), ...sentence },
  featured: { type: flag(), ...sentence },
  language: { type: oneOf(['en', 'fr']), ...sentence },
  parent: { type: reference('event'), ...sentence, clearable: true },
  title: { type: line(), ...sentence, required: true, clearable: false },
  anything: { type: untyped(), ...sentence },
}
const given = (sent: Record<string, unknown>) => check(params, { title: 'T', ...sent }, context)

test('absent parameters get their defaults, unless these are null', () => {
  assert.deepEqual(given({}).values, { page: 1, title: 'T' })
})

test('undeclared parameters are ignored', () => {
  const sent = JSON.parse('{"title":"T","__proto__":{"page":5},"constructor":1,"x":2}') as Record<
    string,
    unknown
  >
  assert.deepEqual(check(params, sent, context), {
    values: { page: 1, title: 'T' },
    fieldErrors: {},
    missing: [],
  })
})

test('null is of no type: typed parameters refuse it, untyped ones leave it out', () => {
  const { values, fieldErrors } = given({
    page: null,
    featured: null,
    anything: null,
    parent: null,
  })
  assert.deepEqual(Object.keys(fieldErrors), ['page', 'featured'])
  assert.equal(fieldErrors.featured?.code, 'rest_invalid_type')
  assert.deepEqual(values, { parent: null, title: 'T' })
})

test('a required field is not blank; "0" counts as blank', () => {
  for (const title of ['', '0', []]) assert.ok('title' in given({ title }).fieldErrors)
  assert.deepEqual(given({ title: '00' }).values.title, '00')
})

test('all errors are reported at once', () => {
  const { fieldErrors } = given({ page: 'x', search: '', featured: 'maybe', language: 'de' })
  assert.deepEqual(Object.keys(fieldErrors), ['page', 'search', 'featured', 'language'])
  assert.equal(fieldErrors.language?.code, 'rest_not_in_enum')
})
