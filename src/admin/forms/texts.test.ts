import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flag, line, moment } from '../../define/field-types.ts'
import { resources } from '../../resources/index.ts'
import { changedAhead, lastChanges, newerText } from './languages.ts'
import { layoutOf } from './layouts.ts'
import { type Form, type FormField, formOf, forms } from './model.ts'
import { draftOf, newValues, patchOf, valuesOf } from './values.ts'

const event = forms.event as Form
const venue = forms.venue as Form

test('a new field of a resource appears by itself: texts among the texts, all others under “More”', () => {
  const description = { label: { en: 'x', fr: 'x' }, en: 'x', fr: 'x' }
  const form = formOf({
    ...resources.event,
    fields: {
      ...resources.event.fields,
      motto: { ...description, type: line(), lives: 'text' },
      doors: { ...description, type: moment() },
      without_steps: { ...description, type: flag() },
    },
  })
  const { groups } = layoutOf(form)
  const texts = groups.find(({ name }) => name === 'texts')
  assert.equal(texts?.fields.at(-1)?.name, 'motto')
  const more = groups.find(({ name }) => name === 'more')?.fields.map(({ name }) => name)
  assert.deepEqual(more, ['post_parent', 'doors', 'without_steps'])
  const before = newValues(form)
  const facts = { ...before.facts, doors: '2027-05-10T19:00', without_steps: true }
  assert.deepEqual(patchOf(form, before, { ...before, facts }), {
    doors: '2027-05-10 19:00',
    without_steps: true,
  })
})

test('venues and organizers have a slug for each language, which is sent among the translations', () => {
  const record = {
    id: 1,
    translations: { en: { venue: 'Mill', slug: 'mill' }, fr: { venue: 'Moulin', slug: 'moulin' } },
    editing: { main_language: 'en' as const, facts: {}, texts: { en: { venue: 'Mill' }, fr: {} } },
  }
  const before = valuesOf(venue, record)
  assert.deepEqual([before.texts.en.slug, before.texts.fr.slug], ['mill', 'moulin'])
  const empty = newValues(venue)
  const values = newValues(venue)
  Object.assign(values.texts.en, { venue: 'Mill', slug: 'old-mill' })
  assert.deepEqual(draftOf(venue, values, 'en', empty), {
    venue: 'Mill',
    translations: { en: { slug: 'old-mill' } },
  })
  assert.equal(event.fields.filter(({ name }) => name === 'slug').length, 1)
})

test('a translation without any text is deleted', () => {
  const before = newValues(event)
  before.texts.en.title = 'Fair'
  Object.assign(before.texts.fr, { title: 'Fête', description: 'x' })
  const after = { ...before, texts: { en: before.texts.en, fr: newValues(event).texts.fr } }
  assert.deepEqual(patchOf(event, before, after), { translations: { fr: null } })
  assert.deepEqual(patchOf(event, after, after), {})
})

test('a text is outdated when only the other language was changed', () => {
  const title = event.fields.find(({ name }) => name === 'title') as FormField
  const stored = newValues(event)
  stored.texts.en.title = 'Fair'
  stored.texts.fr.title = 'Fête'
  const of = (en: string, fr: string) => {
    const texts = { en: { ...stored.texts.en, title: en }, fr: { ...stored.texts.fr, title: fr } }
    return (['en', 'fr'] as const).map(language =>
      changedAhead(title, language, stored, { ...stored, texts }),
    )
  }
  assert.deepEqual(of('Fair', 'Fête'), [undefined, undefined])
  assert.deepEqual(of('Market', 'Fête'), [undefined, 'en'])
  assert.deepEqual(of('Market', 'Marché'), [undefined, undefined])
})

test('a text is older than the other where that was changed a minute later, as far as versions tell', () => {
  const of = (minute: number, texts: Partial<Record<'en' | 'fr', string[]>>) => ({
    time: `2027-01-01T10:${String(minute).padStart(2, '0')}:00Z`,
    changed: { texts },
  })
  const changes = lastChanges([
    of(9, { en: ['title'] }),
    of(8, { en: ['excerpt', 'slug'], fr: ['excerpt'] }),
    of(5, { fr: ['title'] }),
    { time: '2027-01-01T09:00:00Z', changed: null },
  ])
  const field = (name: string, as: FormField['as'] = 'line') => ({ name, as }) as FormField
  assert.equal(newerText(changes, field('title'), 'fr'), 'en')
  assert.equal(newerText(changes, field('title'), 'en'), undefined)
  for (const language of ['en', 'fr'] as const) {
    assert.equal(newerText(changes, field('excerpt'), language), undefined)
    assert.equal(newerText(changes, field('description'), language), undefined, 'never changed')
    assert.equal(newerText(changes, field('slug', 'slug'), language), undefined)
  }
  const once = lastChanges([of(9, { en: ['title'] })])
  assert.equal(newerText(once, field('title'), 'fr'), 'en', 'as it was first written')
})
