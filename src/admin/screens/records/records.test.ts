import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rightsOf } from '../../../calendar/people/sign-in/capabilities.ts'
import { formatMessage } from '../../../define/text/language.ts'
import type { May, Rights } from '../../../sdk/index.ts'
import { forEachOf } from '../../client/in-turn.ts'
import { languageToWrite } from '../../forms/languages.ts'
import { forms } from '../../forms/model.ts'
import { hasDesk, isOfUse, rightsOn, seesPeople } from '../../forms/rights.ts'
import { isVisible } from '../../forms/stands.ts'
import { todayIn } from '../../forms/zone-clock.ts'
import { counted } from '../../messages.ts'
import { changesOf, sentOf } from './changes.ts'
import { columnsOf, linkedTo, titleAsks, usualColumns } from './columns.ts'
import { messages } from './messages.ts'
import { countQuestion, countsOf, datesOf, monthsAround, questionOf, sortOf } from './question.ts'
import { callOffFields, quickFields, quickStatuses } from './quick.ts'
import { save, savedFor } from './saved.ts'
import { addressOf, changed, isFiltered, viewOf } from './view.ts'

const form = (name: string) => {
  const match = forms[name]
  assert.ok(match)
  return match
}

test('a removal says how many events are linked to the records, of venues and of categories', () => {
  assert.equal(
    linkedTo([
      { id: 1, events: 6 },
      { id: 2, events: 0 },
    ]),
    6,
  )
  assert.equal(linkedTo([{ id: 1, count: 15 }]), 15)
  assert.equal(linkedTo([{ id: 1 }]), 0)
  const about = (locale: 'en-GB' | 'fr-FR') => formatMessage(messages.usedBy, locale, { count: 6 })
  assert.equal(about('en-GB'), 'Events that lose it: 6.')
  assert.equal(about('fr-FR'), 'Évènements qui la perdent\u00a0: 6.')
})

test('large numbers are written as in the tabs, with the right plural; IDs are not', () => {
  const said = (name: 'selected' | 'working' | 'count', count: number, locale: 'en-GB' | 'fr-FR') =>
    formatMessage(messages[name], locale, counted({ count, through: 1900 }, locale))
  assert.equal(said('count', 10_000, 'en-GB'), '10,000 records')
  assert.equal(said('working', 10_000, 'en-GB'), '1900 of 10,000 …')
  assert.equal(said('selected', 10_000, 'fr-FR'), '10\u202f000 sélectionnées')
  assert.equal(said('selected', 1, 'fr-FR'), '1 sélectionnée')
  assert.deepEqual(counted({ id: 10_000, count: 9999 }, 'en-GB'), { id: 10_000, count: 9999 })
})

test('a view and its URL say the same; invalid parts of a URL are ignored', () => {
  assert.equal(addressOf(viewOf('')), '')
  const address =
    '?tab=draft&search=jazz+%26+co&when=2026-12&category=3&venue=7&author=2&missing=fr&order=desc&page=2'
  assert.equal(addressOf(viewOf(address)), address)
  assert.deepEqual(viewOf('tab=x&when=2026-13&page=-1&venue=1e99&missing=de'), viewOf(''))
})

test('another filter begins with its first page, and another tab with its own dates', () => {
  const view = viewOf('page=4&search=jazz')
  assert.equal(changed(view, { search: 'folk' }).page, 1)
  assert.equal(changed(view, { page: 5 }).page, 5)
  assert.equal(changed(view, { tab: 'trash' }).when, 'all')
  assert.equal(isFiltered(viewOf('tab=trash')), false)
  for (const address of ['when=past', 'author=2', 'lacks=image', 'upcoming=yes'])
    assert.equal(isFiltered(viewOf(address)), true)
})

test('a view asks for the next days, for what was cancelled, and for venues of events to come', () => {
  const asked = (name: string, view: string) =>
    questionOf({ form: form(name), view: viewOf(view), today: '2026-11-29', user: 5 })
  const from = { ends_after: '2026-11-28', occurrences: 'series' }
  assert.deepEqual(asked('event', 'when=today'), { ...from, starts_before: '2026-11-29' })
  assert.deepEqual(asked('event', 'when=week&event_status=cancelled'), {
    ...from,
    starts_before: '2026-12-05',
    event_status: 'cancelled',
  })
  assert.deepEqual(asked('event', 'when=fourweeks').starts_before, '2026-12-26')
  assert.equal(viewOf('event_status=Cancelled!').eventStatus, '')
  assert.equal(asked('event', 'lacks=image').has_image, false)
  assert.equal(asked('event', 'lacks=place').has_venue, false)
  assert.equal(asked('event', 'lacks=category').has_category, false)
  assert.equal(viewOf('lacks=words').lacks, '')
  const upcoming = { only_with_upcoming: true }
  assert.deepEqual(asked('venue', 'tab=draft&upcoming=yes'), {
    ...upcoming,
    status: 'draft,auto-draft',
  })
  const counted = countQuestion(form('venue'), viewOf('tab=draft&upcoming=yes'), '2026-11-29')
  assert.deepEqual(counted, upcoming)
})

test('a view requests only the fields that it shows', () => {
  const { event, tag } = { event: form('event'), tag: form('tag') }
  const asking = { today: '2026-11-22', user: 5 }
  assert.deepEqual(questionOf({ ...asking, form: event, view: viewOf('tab=trash&venue=7') }), {
    status: 'trash',
    venue: 7,
    start_date: '0001-01-01',
    end_date: '9999-12-31',
    occurrences: 'series',
  })
  const sorted = viewOf('sort=slug&order=desc')
  assert.deepEqual(questionOf({ ...asking, form: tag, view: sorted }), { hide_empty: false })
  assert.equal(sortOf(sorted), '-slug')
  assert.equal(sortOf(viewOf('order=desc')), undefined)
  const mine = questionOf({
    ...asking,
    form: event,
    view: viewOf('tab=mine&when=past&order=desc&missing=fr'),
  })
  assert.deepEqual(mine, {
    author: 5,
    ml_missing: 'fr',
    sort: '-start_date',
    ends_before: '2026-11-21',
    occurrences: 'series',
  })
})

test('the number on a tab is that of its records, and tabs that may not be listed have none', () => {
  const counts = { all: 9, mine: 4, publish: 5, draft: 2, 'auto-draft': 1, trash: 3 }
  const later = { all: 6, mine: 1, publish: 3, draft: 2, 'auto-draft': 1, trash: 1 }
  const tabCounts = (query: string) => {
    const of = countsOf(form('event'), viewOf(query), { counts, later })
    assert.equal(of.pending, undefined)
    return [of.all, of.mine, of.publish, of.draft, of.trash]
  }
  assert.deepEqual(tabCounts(''), [6, 1, 3, 3, 3])
  // every tab of upcoming events, and all of the trash
  assert.deepEqual(tabCounts('tab=trash'), tabCounts(''))
  assert.deepEqual(tabCounts('tab=draft'), tabCounts(''))
  assert.deepEqual(tabCounts('when=past'), [6, 1, 3, 3, 1])
  assert.deepEqual(tabCounts('when=all'), [9, 4, 5, 3, 3])
  assert.equal(countsOf(form('venue'), viewOf(''), { counts }).all, 9)
  assert.equal('mine' in countsOf(form('venue'), viewOf(''), { counts }), false)
})

test('counts use the filters of the view, and chosen dates stay from tab to tab', () => {
  const today = '2026-11-22'
  const countParams = (name: string, query: string) =>
    countQuestion(form(name), viewOf(query), today)
  assert.deepEqual(countParams('event', ''), { ends_after: '2026-11-21' })
  assert.deepEqual(countParams('event', 'tab=trash'), { ends_after: '2026-11-21' })
  assert.deepEqual(countParams('event', 'when=all&search=veillee&category=3&author=7&missing=fr'), {
    search: 'veillee',
    ml_missing: 'fr',
    category: 3,
    author: 7,
  })
  assert.deepEqual(countParams('event', 'tab=draft&when=2026-12'), datesOf('2026-12', today))
  assert.deepEqual(countParams('venue', 'search=mill&when=past'), { search: 'mill' })
  assert.equal(changed(viewOf('when=past'), { tab: 'draft' }).when, 'past')
  assert.equal(changed(viewOf('tab=trash'), { tab: 'draft' }).when, 'upcoming')
})

test('a month has all events that take place in it, and today is that of the site', () => {
  assert.deepEqual(datesOf('2026-02', '2026-11-22'), {
    ends_after: '2026-01-31',
    starts_before: '2026-02-28',
  })
  assert.deepEqual(datesOf('upcoming', '2026-03-01'), { ends_after: '2026-02-28' })
  assert.equal(todayIn('America/Montreal', new Date('2026-11-22T03:00:00Z')), '2026-11-21')
  assert.deepEqual(monthsAround('2026-12-05', 1, 2), ['2026-11', '2026-12', '2027-01', '2027-02'])
})

test('columns follow from the definitions, with the fields that they read from the API', () => {
  const columns = columnsOf(form('event'), forms)
  assert.deepEqual(columns.find(({ name }) => name === 'venue')?.asks, ['venue.id', 'venue.venue'])
  assert.ok(!columns.some(({ name }) => name === 'description' || name === 'password'))
  assert.deepEqual(usualColumns(form('event'), columns).slice(0, 2), ['start_date', 'status'])
  assert.deepEqual(usualColumns({ name: 'new' }, columns).includes('status'), true)
  assert.ok(titleAsks(form('event')).includes('translations.fr.title'))
  assert.ok(!titleAsks(form('image')).includes('status'))
})

test('offered actions follow from the permissions that the server returns', () => {
  const may: May = {
    create: true,
    publish: false,
    write_for_others: false,
    translate: false,
    read_unpublished: 'own',
    change: 'own',
    change_published: 'none',
    remove: 'own',
    remove_published: 'none',
    remove_permanently: 'none',
  }
  const row = { id: 1, author: '5', status: 'draft' }
  assert.deepEqual(rightsOn(may, row, 5), {
    change: true,
    translate: true,
    remove: true,
    erase: false,
    publish: false,
  })
  assert.equal(rightsOn(may, { ...row, status: 'publish' }, 5).change, false)
  assert.equal(rightsOn(may, row, 6).change, false)
  // of texts alone
  const texts = rightsOn({ ...may, change: 'none', translate: true }, row, 5)
  assert.deepEqual([texts.change, texts.translate], [false, true])
})

test('a translator begins with the texts to translate, and sees no screen of what people did', () => {
  const rights = (role: 'translator' | 'editor') => ({
    ...rightsOf({ id: 5, login: role, role, scope: 'admin' }),
    imports: false,
  })
  const seen = (may: Rights) => [hasDesk(may), seesPeople(may)]
  assert.deepEqual(seen(rights('translator')), [true, false])
  assert.deepEqual(seen(rights('editor')), [true, true])
})

test('the language that a translator begins with is one without a title, else one that the record was not written in', () => {
  const none = { en: { title: '' }, fr: { title: '' } }
  assert.equal(languageToWrite('title', { ...none, en: { title: 'Tide' } }, 'en'), 'fr')
  assert.equal(languageToWrite('title', { ...none, fr: { title: 'Marée' } }, 'fr'), 'en')
  assert.equal(languageToWrite('title', { en: { title: 'Tide' }, fr: { title: 'M' } }, 'fr'), 'en')
})

test('the menu has the kinds of records that its user may write, and events for all', () => {
  const none: May = {
    create: false,
    publish: false,
    write_for_others: false,
    translate: false,
    read_unpublished: 'none',
    change: 'none',
    change_published: 'none',
    remove: 'none',
    remove_published: 'none',
    remove_permanently: 'none',
  }
  const menu = (may: May) => ['event', 'page'].filter(name => isOfUse(may, { name }))
  assert.deepEqual(menu(none), ['event'])
  assert.deepEqual(menu({ ...none, create: true }), ['event', 'page'])
  assert.deepEqual(menu({ ...none, change: 'own' }), ['event', 'page'])
  assert.deepEqual(menu({ ...none, translate: true }), ['event', 'page'])
})

test('work on many records continues when one fails, with a few requests at a time', async () => {
  let now = 0
  let max = 0
  let done = 0
  const errors = await forEachOf(
    [1, 2, 3, 4, 5, 6, 7],
    async number => {
      max = Math.max(max, ++now)
      await new Promise(setImmediate)
      now--
      if (number === 3) throw new Error('refused')
      done++
    },
    2,
  )
  assert.deepEqual([done, errors.map(({ message }) => message), max], [6, ['refused'], 2])
})

test('choices are stored for each user, and invalid ones are ignored', () => {
  const storage = new Map<string, string>()
  const store = {
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => void storage.set(key, value),
  }
  save(1, 'event', { columns: ['venue'], perPage: 50 }, store)
  assert.deepEqual(savedFor(1, 'event', store), { columns: ['venue'], perPage: 50 })
  assert.deepEqual(savedFor(2, 'event', store), {})
  storage.set('almanac.table.2.event', '{"columns":7')
  assert.deepEqual(savedFor(2, 'event', store), {})
})

test('a quick edit has title, dates, status, venue and categories, and offers the statuses that a user may set', () => {
  const event = form('event')
  assert.deepEqual(
    quickFields(event).map(({ name }) => name),
    'title status all_day start_date end_date categories venue event_status event_status_reason availability'.split(
      ' ',
    ),
  )
  const callsOff = callOffFields(event)
  assert.deepEqual(
    callsOff.map(({ name }) => name),
    ['event_status', 'event_status_reason'],
  )
  const shown = (event_status: string) => callsOff.filter(of => isVisible(of, { event_status }))
  assert.deepEqual([shown('scheduled').length, shown('postponed').length], [1, 2])
  assert.deepEqual(callOffFields(form('venue')), [])
  const status = form('event').fields.find(({ name }) => name === 'status')
  assert.ok(status)
  const words = (isPublisher: boolean) =>
    quickStatuses(status, 'future', isPublisher).map(([word]) => word)
  assert.deepEqual(words(false), ['future', 'draft', 'pending'])
  assert.deepEqual(words(true), ['publish', 'future', 'draft', 'pending', 'private'])
})

test('the fields that can be changed for several records follow from their definitions, and are sent in the form of the API', () => {
  const changes = changesOf(form('event'))
  const ids = changes.map(({ id }) => id)
  for (const id of [
    'add:categories',
    'remove:categories',
    'add:tags',
    'remove:tags',
    'set:venue',
    'set:organizer',
    'set:status',
    'set:event_status',
    'set:featured',
    'set:hide_from_listings',
    'set:website',
    'set:cost',
    'set:timezone',
    'move:start_date',
  ])
    assert.ok(ids.includes(id), id)
  for (const id of ['set:title', 'set:slug', 'set:password', 'set:source_id', 'set:description'])
    assert.ok(!ids.includes(id), id)
  assert.equal(ids[0], 'add:categories')
  const sent = (id: string, value: string) => {
    const change = changes.find(one => one.id === id)
    assert.ok(change)
    return sentOf(change, value)
  }
  assert.deepEqual(sent('add:categories', '3'), { add: { categories: [3] } })
  assert.equal(sent('add:categories', ''), undefined)
  assert.deepEqual(sent('set:venue', '7'), { change: { venue: [7] } })
  assert.deepEqual(sent('set:featured', 'no'), { change: { featured: false } })
  assert.equal(sent('set:status', ''), undefined)
  assert.deepEqual(sent('set:website', 'example.org/a'), {
    change: { website: 'https://example.org/a' },
  })
  assert.deepEqual(sent('set:cost', ''), { change: { cost: '' } })
  assert.deepEqual(sent('move:start_date', '-1440'), { move: -1440 })
  assert.equal(sent('move:start_date', '0'), undefined)
})
