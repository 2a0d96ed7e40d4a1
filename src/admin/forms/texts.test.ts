import assert from 'node:assert/strict'
import { test } from 'node:test'
import { flag, line } from '../../define/field-types.ts'
import { moment } from '../../define/time/time-types.ts'
import { resources } from '../../resources/index.ts'
import {
  areInStep,
  changedAhead,
  fieldCopiedFrom,
  lastChanges,
  newerText,
  newerThan,
} from './languages.ts'
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

/** Changes of a record at minutes of an hour, the latest first. */
const changesAt = (
  ...changes: [minute: number, texts: Names, newTexts?: Names][]
): ReturnType<typeof lastChanges> =>
  lastChanges(
    changes.map(([minute, texts, newTexts]) => ({
      time: `2027-01-01T10:${String(minute).padStart(2, '0')}:00Z`,
      changed: { texts, ...(newTexts && { new_texts: newTexts }) },
    })),
  )
type Names = Partial<Record<'en' | 'fr', readonly string[]>>
const field = (name: string, as: FormField['as'] = 'line') => ({ name, as })

test('a text is older than the other where that was changed a minute later, as far as versions tell', () => {
  const changes = changesAt(
    [9, { en: ['title'] }],
    [8, { en: ['excerpt', 'slug'], fr: ['excerpt'] }],
    [5, { fr: ['title'] }],
  )
  assert.equal(newerText(changes, field('title'), 'fr'), 'en')
  assert.equal(newerText(changes, field('title'), 'en'), undefined)
  for (const language of ['en', 'fr'] as const) {
    assert.equal(newerText(changes, field('excerpt'), language), undefined)
    assert.equal(newerText(changes, field('description'), language), undefined, 'never changed')
    assert.equal(newerText(changes, field('slug', 'slug'), language), undefined)
  }
  const once = changesAt([9, { en: ['title'] }])
  assert.equal(newerText(once, field('title'), 'fr'), 'en', 'as it was first written')
  const values = newValues(event)
  Object.assign(values.texts.en, { title: 'Fair' })
  assert.equal(newerThan(event, once, 'fr', values), undefined, 'there is no French title')
  Object.assign(values.texts.fr, { title: 'Fête' })
  assert.equal(newerThan(event, once, 'fr', values), 'en')
})

test('a translation that is added makes its original no older, a correction of it does', () => {
  const added = [3, { fr: ['title', 'description'] }, { fr: ['title', 'description'] }] as const
  const changes = changesAt([...added])
  assert.equal(newerText(changes, field('title'), 'en'), undefined)
  assert.equal(newerText(changes, field('title'), 'fr'), undefined)
  const corrected = changesAt([7, { fr: ['title'] }], [...added])
  assert.equal(newerText(corrected, field('title'), 'en'), 'fr')
  assert.equal(newerText(corrected, field('description', 'html'), 'en'), undefined)
})

test('texts are in step where the record says that they are as old as each other', () => {
  const record = (en: string | null, fr: string | null) => ({
    id: 1,
    editing: {
      main_language: 'en' as const,
      facts: {},
      texts: { en: { changed: en }, fr: { changed: fr } },
    },
  })
  const [one, other] = ['2026-01-01 00:00:00', '2026-01-01 01:00:00']
  assert.equal(areInStep(record(one, one), 'en', 'fr'), true)
  assert.equal(areInStep(record(one, other), 'en', 'fr'), false)
  assert.equal(areInStep(record(null, null), 'en', 'fr'), false)
})

test('a description that is the same in both languages is to be translated, a name is not, nor is the original', () => {
  const values = newValues(event)
  for (const each of ['en', 'fr'] as const)
    Object.assign(values.texts[each], { title: 'Nina', description: '<p>All about Nina.</p>' })
  const copied = (name: string, language: 'en' | 'fr') =>
    fieldCopiedFrom(
      event.fields.find(each => each.name === name) as FormField,
      language,
      'en',
      values,
    )
  assert.deepEqual(
    [copied('description', 'fr'), copied('description', 'en'), copied('title', 'fr')],
    ['en', undefined, undefined],
  )
  values.texts.fr.description = '<p>Tout sur Nina.</p>'
  assert.equal(copied('description', 'fr'), undefined)
})
