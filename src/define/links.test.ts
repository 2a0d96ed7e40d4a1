import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { resources } from '../resources/index.ts'
import { fieldErrorMessage } from './field-errors.ts'
import type { FieldError } from './field-type.ts'
import type { Linked } from './links.ts'
import type { Resource } from './resource.ts'

const context = { now: 1_784_000_000, zone: 'Europe/Paris' }
const { venue, organizer, categories, tags, translations } = (resources.event as Resource)
  .fields as Record<
  'venue' | 'organizer' | 'categories' | 'tags' | 'translations',
  Resource['fields'][string]
>

const linked = (input: unknown, field = venue) => {
  const checked = field.type.check(input, context)
  return 'value' in checked ? (checked.value as Linked[]) : undefined
}
const words = (input: unknown) => {
  const checked = tags.type.check(input, context)
  return 'value' in checked ? checked.value : undefined
}
const fieldErrorOf = (input: unknown, field = venue) => {
  const checked = field.type.check(input, context)
  return 'fieldError' in checked ? checked.fieldError : undefined
}

const links = fc.oneof(
  fc.jsonValue(),
  fc.array(
    fc.oneof(
      fc.jsonValue(),
      fc.nat(),
      fc.record({ id: fc.jsonValue(), venue: fc.string() }, { requiredKeys: [] }),
    ),
  ),
)

test('any value is accepted or refused: linked records are ids or drafts with a name', () => {
  fc.assert(
    fc.property(links, input => {
      for (const one of linked(input) ?? [])
        if ('id' in one) assert.ok(Number.isSafeInteger(one.id) && one.id > 0)
        else assert.equal(typeof one.draft.venue, 'string')
      for (const field of [organizer, categories, tags, translations])
        field.type.check(input, context)
    }),
    { numRuns: 1000 },
  )
})

test('ids come as one, as text, with commas, as objects and mixed', () => {
  const one = [{ id: 7 }]
  for (const input of [7, '7', [7], ['7'], { id: 7 }, { id: '7' }, [{ id: 7 }], '7,'])
    assert.deepEqual(linked(input), one, JSON.stringify(input))
  const two = [{ id: 7 }, { id: 8 }]
  for (const input of ['7,8', [7, 8], [7, '8'], [{ id: 7 }, 8], '7, ,8'])
    assert.deepEqual(linked(input), two, JSON.stringify(input))
})

test('an object with an id is that record, whatever else it holds; without one it is a draft', () => {
  assert.deepEqual(linked({ id: 7, venue: '' }), [{ id: 7 }])
  for (const id of [undefined, null, '', 0])
    assert.deepEqual(linked({ id, venue: 'Hall' }), [{ draft: { venue: 'Hall' } }])
  assert.deepEqual(linked([{ venue: 'Hall' }, 7]), [{ draft: { venue: 'Hall' } }, { id: 7 }])
  assert.deepEqual(linked({ organizer: 'Friends' }, organizer), [
    { draft: { organizer: 'Friends' } },
  ])
})

const messageOf = (fieldError: FieldError | undefined) =>
  fieldError ? fieldErrorMessage('venue', fieldError, 'en') : ''

test('what is wrong inside a draft is named by its path', () => {
  assert.equal(
    messageOf(fieldErrorOf({ city: 'Laval' })),
    'venue.venue is missing. It is required.',
  )
  assert.match(
    messageOf(fieldErrorOf({ venue: 'Hall', website: 'x', geo_lat: 91 })),
    /^venue\.website is not a URL\. .* venue\.geo_lat is not valid\. /,
  )
  assert.equal(
    messageOf(fieldErrorOf({ venue: 'Hall', translations: { fr: { venue: 5 } } })),
    'venue.translations.fr.venue is not a string. Expected text.',
  )
  assert.match(
    messageOf(fieldErrorOf([7, { venue: 'Hall', website: 'x' }])),
    /^venue\.1\.website is not/,
  )
})

test('nothing else is a link', () => {
  for (const input of [
    true,
    'Hall',
    '7,x',
    -1,
    1.5,
    [[7]],
    [true],
    [null],
    { id: -1 },
    { id: {} },
    {},
    { venue: '' },
    { venue: 0 },
  ])
    assert.equal(linked(input), undefined, JSON.stringify(input))
  const own = JSON.parse('{"__proto__":{"id":7}}') as object
  assert.equal(linked(own), undefined)
})

test('an event has at most 100 links of a kind', () => {
  const many = (length: number) => Array.from({ length }, (_, at) => at + 1)
  assert.equal(linked(many(100))?.length, 100)
  for (const input of [many(101), many(101).join(',')]) {
    assert.equal(linked(input), undefined)
    assert.equal(words(input), undefined)
  }
})

test('terms are ids, names or slugs', () => {
  assert.deepEqual(words('jazz, 3,,été'), ['jazz', '3', 'été'])
  assert.deepEqual(words(['jazz', 3]), ['jazz', '3'])
  assert.deepEqual(words(3), ['3'])
  // as they are read
  assert.deepEqual(words([{ id: 1, name: 'Jazz' }, { id: '2' }]), ['1', '2'])
  for (const input of [true, {}, [null], [[]], [{ id: {} }, { name: 'Jazz' }], ['a'.repeat(401)]])
    assert.equal(words(input), undefined)
})

test('links and terms are cleared by an empty value and by zero', () => {
  for (const { type: kind } of [venue, organizer, categories, tags])
    for (const input of [null, '', 0, '0', 'list']) assert.ok(kind.clears.includes(input))
})

test('translations are texts by language, or null to take one away', () => {
  const given = (input: unknown) => translations.type.check(input, context)
  assert.deepEqual(given({ fr: { title: 'Foire', description: null }, en: null }), {
    value: { fr: { title: 'Foire', description: null }, en: null },
  })
  // facts are no texts, and have no translation
  assert.deepEqual(given({ fr: { title: 'Foire', cost: '5' } }), {
    value: { fr: { title: 'Foire' } },
  })
  for (const input of [
    [],
    'fr',
    5,
    { de: {} },
    { fr: 'Foire' },
    { fr: [] },
    { fr: { title: '' } },
    { fr: { title: null } },
    { fr: { slug: 5 } },
  ])
    assert.ok('fieldError' in given(input), JSON.stringify(input))
  const fieldError = fieldErrorOf({ de: {}, fr: { title: 5, website: 'x' } }, translations)
  assert.match(
    messageOf(fieldError),
    /venue\.de is not a language.*venue\.fr\.title .*venue\.fr\.website /,
  )
})

test('of many errors, some are reported', () => {
  const wrong = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`${'x'.repeat(at)}${at}`, {}]),
  )
  assert.ok(messageOf(fieldErrorOf(wrong, translations)).length < 3000)
  const prototypes = JSON.parse('{"__proto__": {}, "constructor": {}}')
  assert.match(messageOf(fieldErrorOf(prototypes, translations)), /__proto__.*constructor/)
})
