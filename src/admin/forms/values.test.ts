import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanHtml, paragraphs } from '../../define/text/html.ts'
import { copyFor, duplicate } from '../screens/editor/initial-values.ts'
import { differences, settled } from './conflict.ts'
import { bothWrong, wrongOf, wrongTyped } from './errors.ts'
import { layoutOf } from './layouts.ts'
import { type Form, forms } from './model.ts'
import { fromEditor, withParagraphs } from './rich-text.ts'
import { inTree } from './tree.ts'
import {
  asTyped,
  draftOf,
  firstLanguage,
  isComplete,
  longestTextOf,
  newValues,
  patchOf,
  rebased,
  valuesOf,
  withoutButtons,
} from './values.ts'

const form = forms.event as Form

test('every field of every resource appears exactly once, even if no layout names it', () => {
  for (const form of Object.values(forms)) {
    const { named, groups } = layoutOf(form)
    const placed = [...named, ...groups.flatMap(({ fields }) => fields)].map(({ name }) => name)
    const inBox = ['status', 'date', 'date_utc', 'password', 'author']
    const names = form.fields.map(({ name }) => name).filter(name => !inBox.includes(name))
    assert.deepEqual(placed.toSorted(), names.toSorted(), form.name)
  }
})

test('a field that no layout names appears under “More”', () => {
  const field = { ...form.fields.find(({ name }) => name === 'cost'), name: 'doors' }
  const { groups } = layoutOf({ ...form, fields: [...form.fields, field] } as Form)
  assert.ok(groups.at(-1)?.fields.some(({ name }) => name === 'doors'))
})

const record = {
  id: 1,
  start_date: '2027-06-01 10:00:00',
  venue: { id: 4, venue: 'Fish &amp; chips', city: 'Lyon' },
  editing: {
    main_language: 'en' as const,
    facts: { featured: true, cost: '5', is_protected: true },
    texts: { en: { title: 'Fair', changed: '2026-01-01 00:00:00' } },
  },
}

test('a copy of one date of a series is single, and one of the series repeats', () => {
  const recurrence = '["RRULE:FREQ=WEEKLY;COUNT=5"]'
  const series = { ...record, series: 1, editing: { ...record.editing, facts: { recurrence } } }
  assert.equal(valuesOf(form, series).facts.recurrence, 'RRULE:FREQ=WEEKLY;COUNT=5')
  const values = valuesOf(form, { ...series, id: 3 })
  assert.equal(values.facts.recurrence, '')
  assert.deepEqual(patchOf(form, values, values), {})
})

test('a patch has only what was changed, and clears what was emptied', () => {
  const before = valuesOf(form, record)
  assert.deepEqual(patchOf(form, before, before), {})
  const after = {
    facts: { ...before.facts, cost: '', venue: [], start_date: '2027-06-01T11:00', password: '' },
    texts: { en: before.texts.en, fr: { ...before.texts.fr, title: 'Fête' } },
  }
  assert.deepEqual(patchOf(form, before, after), {
    cost: null,
    venue: [],
    start_date: '2027-06-01 11:00',
    password: null,
    translations: { fr: { title: 'Fête' } },
  })
})

test('a new record is first written in the language that has a title', () => {
  const empty = newValues(form)
  const values = newValues(form)
  values.texts.fr.title = 'Fête'
  assert.equal(firstLanguage(form, values, 'en'), 'fr')
  assert.deepEqual(draftOf(form, values, 'fr', empty), { title: 'Fête' })
  values.texts.en.title = 'Fair'
  assert.equal(firstLanguage(form, values, 'en'), 'en')
  assert.deepEqual(draftOf(form, values, 'en', empty), {
    title: 'Fair',
    translations: { fr: { title: 'Fête' } },
  })
})

test('text typed while a record is saved stays', () => {
  const sent = valuesOf(form, record)
  const stored = { ...sent, facts: { ...sent.facts, cost: '5', featured: false } }
  const typed = { ...sent, texts: { ...sent.texts, en: { ...sent.texts.en, title: 'Fairs' } } }
  const now = rebased(form, sent, stored, typed)
  assert.deepEqual([now.texts.en.title, now.facts.featured], ['Fairs', false])
})

test('after an automatic save typed text stays, and all other fields have their stored values', () => {
  const sent = newValues(form)
  sent.texts.en.title = 'Summer '
  const stored = valuesOf(form, record)
  const now = asTyped(form, stored, { ...sent, facts: { ...sent.facts, cost: '5 ' } })
  assert.deepEqual(
    [now.texts.en.title, now.facts.cost, now.facts.featured, now.facts.status],
    ['Summer ', '5 ', true, ''],
  )
  assert.deepEqual([isComplete(form, sent), isComplete(form, newValues(form))], [false, false])
  const dates = { start_date: '2027-05-10T20:00', end_date: '2027-05-10T21:00' }
  assert.equal(isComplete(form, { ...sent, facts: { ...sent.facts, ...dates } }), true)
  const hidden = { ...stored, facts: { ...stored.facts, status: 'private', password: 'x' } }
  assert.deepEqual(withoutButtons(hidden, stored), stored)
})

test('between two versions each field can be chosen; the user’s own changes are preselected', () => {
  const base = valuesOf(form, record)
  const mine = { ...base, facts: { ...base.facts, cost: '6' } }
  const theirs = { ...base, facts: { ...base.facts, cost: '7', featured: false } }
  const changes = differences(form, base, mine, theirs)
  assert.deepEqual(
    changes.map(({ key, isMine }) => [key, isMine]),
    [
      ['cost', true],
      ['featured', false],
    ],
  )
  const { facts } = settled(theirs, changes, new Set(['cost']))
  assert.deepEqual([facts.cost, facts.featured], ['6', false])
})

test('errors are shown next to their inputs, in the column of their language', () => {
  const wording = {
    ...({ own: 'en', page: 'fr' } as const),
    missing: (field: string) => `${field} : obligatoire`,
  }
  const wrong = wrongOf(
    form,
    {
      code: 'rest_invalid_param',
      message: 'Invalid',
      params: {
        translations: 'translations.fr.title is empty. translations.en.website is not a URL.',
        cost: 'cost is too long.',
        unheard: 'unheard is wrong.',
      },
    },
    wording,
  )
  assert.deepEqual(wrong.texts.fr, { title: 'Titre (français) is empty.' })
  assert.deepEqual(wrong.texts.en, { website: 'Site web (anglais) is not a URL.' })
  assert.deepEqual(wrong.facts, { cost: 'Tarif is too long.' })
  assert.deepEqual(wrong.rest, ['unheard is wrong.'])
  const missing = {
    code: 'rest_missing_callback_param',
    message: '',
    params: ['end_date'],
  } as const
  // each names its field: a list of them says where to go
  const empty = wrongOf(form, { ...missing, params: ['title', 'start_date', 'end_date'] }, wording)
  assert.deepEqual(empty.texts.en, { title: 'Titre (anglais) : obligatoire' })
  assert.deepEqual(empty.facts, {
    start_date: 'Début : obligatoire',
    end_date: 'Fin : obligatoire',
  })
})

test('a URL typed without a scheme is sent with one, in common fields and in texts', () => {
  const before = newValues(form)
  const after = (url: string) => ({
    facts: { ...before.facts, attendance: 'online', online_url: url },
    texts: { en: { ...before.texts.en, website: url }, fr: before.texts.fr },
  })
  const sent = (url: string) => {
    const { online_url, translations } = patchOf(form, before, after(url))
    return [online_url, translations?.en?.website]
  }
  for (const [typed, url] of [
    ['example.org/tickets', 'https://example.org/tickets'],
    [' www.théâtre.fr ', 'https://www.théâtre.fr'],
    ['example.org:8080?a=b', 'https://example.org:8080?a=b'],
    ['http://example.org', 'http://example.org'],
    ['no url', 'no url'],
    ['someone@example.org', 'someone@example.org'],
  ])
    assert.deepEqual(sent(String(typed)), [url, url])
  const stored = after('https://example.org')
  assert.deepEqual(patchOf(form, stored, after('example.org')), {})
})

test('a draft has no publication date until it is published or given one; a copy never has', () => {
  const dated = { ...record, date: '2026-09-04 17:30:00', date_utc: '0000-00-00 00:00:00' }
  const undated = { ...record.editing, facts: { ...record.editing.facts, is_undated: true } }
  assert.equal(valuesOf(form, { ...dated, editing: undated }).facts.date, '')
  const values = valuesOf(form, { ...dated, date_utc: '2026-09-04 15:30:00' })
  assert.deepEqual(
    [values.facts.date, values.facts.date_utc],
    ['2026-09-04T17:30', '2026-09-04T15:30'],
  )
  duplicate(form, { values }, () => {})
  const copy = copyFor(form, true)
  assert.ok(copy && !('date' in copy.facts) && !('date_utc' in copy.facts))
  const created = { facts: { ...newValues(form).facts, ...copy.facts }, texts: copy.texts }
  const sent = draftOf(form, created, 'en', newValues(form))
  assert.deepEqual([sent.date, sent.date_utc, sent.title], [undefined, undefined, 'Fair'])
  // a copy of what editors feature is not refused to those who may not
  const featured = { ...values, facts: { ...values.facts, featured: true } }
  duplicate(form, { values: featured }, () => {})
  assert.equal(copyFor(form, true)?.facts.featured, true)
  assert.equal(copyFor(form, false)?.facts.featured, undefined)
})

test('the HTML of the rich-text editor is stored unchanged', () => {
  for (const html of [
    '<p>a<br>b <strong>c</strong> <em>d</em></p><h2>e</h2><ul><li><p>f</p></li></ul>',
    '<p><a href="https://example.org/?a=1&amp;b=2">x</a></p><blockquote><p>q</p></blockquote><hr><p>y</p>',
    '<figure><img src="/a.png" alt="" width="3" height="2"><figcaption>b</figcaption></figure><p>c</p>',
    '<ol start="3"><li><p>x</p></li></ol><pre><code>a &lt; b</code></pre>',
  ]) {
    const sent = fromEditor(html)
    assert.equal(cleanHtml(sent), sent)
  }
  assert.equal(fromEditor('<p></p>'), '')
  assert.equal(fromEditor('<p>a</p><p></p>'), '<p>a</p>')
})

test('empty lines make the same paragraphs as on pages', () => {
  const text = 'One\ntwo\n\nThree'
  const without = (html: string) => html.replace(/\s*\n\s*/g, '').replaceAll('<br />', '<br>')
  assert.equal(without(withParagraphs(text)), without(paragraphs(text)))
})

test('a tree as a list, orphans and circles at the top or left out', () => {
  const all = [
    { id: 1, name: 'a', parent: 0 },
    { id: 2, name: 'b', parent: 3 },
    { id: 3, name: 'c', parent: 1 },
    { id: 4, name: 'd', parent: 99 },
  ]
  assert.deepEqual(
    inTree(all).map(({ id, depth }) => [id, depth]),
    [
      [1, 0],
      [3, 1],
      [2, 2],
      [4, 0],
    ],
  )
})

test('a record that is too large is reported at its longest text', () => {
  const values = newValues(form)
  values.texts.fr.description = 'x'.repeat(500)
  values.texts.en.title = 'Fair'
  const refusal = { code: 'rest_body_too_large', message: 'Too large.', params: {} } as const
  const wrong = wrongOf(form, refusal, {
    ...({ own: 'en', page: 'en' } as const),
    missing: field => field,
    longestText: longestTextOf(values),
  })
  assert.deepEqual([wrong.texts.fr, wrong.rest], [{ description: 'Too large.' }, []])
})

test('an error of a record that is written together with this one names its field, in the language of the page', () => {
  const wrong = wrongOf(
    form,
    {
      code: 'rest_invalid_param',
      message: '',
      params: {
        venue:
          'venue.website is not a URL. venue.translations.fr.venue is empty. venue.other is odd.',
        organizer: 'organizer is unknown: no organizer has the ID 8888.',
      },
    },
    { ...({ own: 'en', page: 'fr' } as const), missing: field => field, formOf: of => forms[of] },
  )
  assert.deepEqual(wrong.facts, {
    venue: 'Lieu – Site web is not a URL. Lieu – Nom (français) is empty. venue.other is odd.',
    organizer: 'Organisateurs is unknown: no organizer has the ID 8888.',
  })
})

test('errors of typed values and missing fields are shown together', () => {
  const values = newValues(form)
  values.texts.fr.website = 'nope nope'
  values.texts.en.website = 'example.org'
  values.facts.online_url = 'neither'
  const page = { language: 'en', locale: 'en-GB' } as const
  const typed = wrongTyped(form, values, page)
  assert.deepEqual(Object.keys(typed.texts.fr), ['website'])
  assert.match(typed.texts.fr.website ?? '', /^Website \(French\)/)
  assert.deepEqual(typed.texts.en, {}, 'a URL gets its scheme')
  assert.deepEqual(typed.facts, {}, 'what is not shown is not sent')
  values.facts.attendance = 'online'
  assert.deepEqual(Object.keys(wrongTyped(form, values, page).facts), ['online_url'])
  const missing = { ...typed, texts: { ...typed.texts, fr: { website: 'Missing.' } } }
  assert.equal(bothWrong(typed, missing).texts.fr.website, 'Missing.')
})

test('of custom fields those that differ are sent, a text in its language alone', () => {
  const of = (custom_fields: string) => {
    const values = newValues(form)
    return { ...values, facts: { ...values.facts, custom_fields } }
  }
  const before = of('{"seats":120,"dress":{"en":"Tie","fr":"Cravate"},"level":"expert"}')
  const after = of('{"seats":120,"dress":{"en":"Tie","fr":"Habit"},"level":null}')
  assert.deepEqual(patchOf(form, before, after), {
    custom_fields: { dress: { fr: 'Habit' }, level: null },
  })
})

test('an event without custom fields is in them as a new one is', () => {
  const stored = valuesOf(form, { id: 1, editing: { facts: { custom_fields: null } } } as never)
  assert.equal(stored.facts.custom_fields, newValues(form).facts.custom_fields)
})
