import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Form, forms } from './model.ts'
import { isAutosaved, linksOf, type Standing, senderOf, shownWith, waysOf } from './publishing.ts'
import { linkedOf, newValues } from './values.ts'
import { wallNow } from './zone-clock.ts'

const words = (of: Partial<Standing>) =>
  waysOf({
    stored: '',
    wanted: 'publish',
    mayPublish: true,
    date: '',
    now: '2027-05-10T12:00',
    ...of,
  }).map(({ word, status }) => `${word} ${status ?? ''}`.trim())

const [past, later] = ['2027-05-10T12:00:59', '2027-05-10T12:01']

test('the label of a button is what it does', () => {
  assert.deepEqual(words({}), ['publish publish', 'saveDraft draft'])
  assert.deepEqual(words({ date: later }), ['schedule publish', 'saveDraft draft'])
  assert.deepEqual(words({ wanted: 'private' }), ['publishPrivately private', 'saveDraft draft'])
  assert.deepEqual(words({ stored: 'draft', date: past }), ['publish publish', 'saveDraft draft'])
  assert.deepEqual(words({ stored: 'pending' }), ['publish publish', 'savePending pending'])
  assert.deepEqual(words({ stored: 'publish', date: past }), ['update', 'toDraft draft'])
  assert.deepEqual(words({ stored: 'publish', date: later }), ['schedule publish', 'toDraft draft'])
  assert.deepEqual(words({ stored: 'publish', wanted: 'private' }), [
    'publishPrivately private',
    'toDraft draft',
  ])
  assert.deepEqual(words({ stored: 'private', wanted: 'private', date: later }), [
    'update',
    'toDraft draft',
  ])
  assert.deepEqual(words({ stored: 'private' }), ['publish publish', 'toDraft draft'])
  assert.deepEqual(words({ stored: 'future', date: later }), ['update', 'toDraft draft'])
  assert.deepEqual(words({ stored: 'future', date: past }), ['publish publish', 'toDraft draft'])
})

test('users who may not publish submit for review', () => {
  const mayPublish = false
  assert.deepEqual(words({ mayPublish, date: later }), ['submit pending', 'saveDraft draft'])
  assert.deepEqual(words({ mayPublish, stored: 'pending' }), ['update pending', 'toDraft draft'])
  assert.deepEqual(words({ mayPublish, stored: 'publish' }), ['update'])
})

test('the date of publication is in the time zone of the site, whatever the name of the zone', () => {
  const at = new Date('2027-05-10T22:30:00Z')
  const zones = ['Europe/Paris', 'UTC', 'UTC+5:30', 'UTC-3.5', 'UTC+2', 'nowhere']
  assert.deepEqual(
    zones.map(zone => wallNow(zone, at).slice(8)),
    ['11T00:30', '10T22:30', '11T04:00', '10T19:00', '11T00:30', '10T22:30'],
  )
})

test('only drafts with all required fields are saved while they are written', () => {
  const draft = { isComplete: true, stored: '', hasStatus: true, mayChange: true }
  assert.equal(isAutosaved(draft), true)
  assert.equal(isAutosaved({ ...draft, stored: 'draft' }), true)
  for (const not of [
    { isComplete: false },
    ...['publish', 'pending', 'future', 'private', 'trash'].map(stored => ({ stored })),
    { hasStatus: false },
    { mayChange: false },
  ])
    assert.equal(isAutosaved({ ...draft, ...not }), false)
})

test('a publication names the linked records that it publishes too, and those that stay unpublished', () => {
  const hall = { id: 1, venue: 'Hall', status: 'draft' }
  const mill = { id: 2, venue: 'Mill', status: 'private' }
  const of = (...venues: object[]) => {
    const values = newValues(forms.event as Form)
    return linksOf(forms.event as Form, {
      ...values,
      facts: { ...values.facts, venue: linkedOf(venues), categories: [{ id: 9, name: 'Jazz' }] },
    })
  }
  const { also, hidden } = shownWith(of(hall, mill), of({ ...hall, status: 'publish' }, mill))
  assert.deepEqual(
    [also.map(({ name }) => name), hidden.map(({ name }) => name)],
    [['Hall'], ['Mill']],
  )
  const seen = of({ ...hall, status: 'publish' })
  assert.deepEqual(shownWith(seen, seen), { also: [], hidden: [] })
})

test('the visitor who proposed an event can still be written to once it is published', () => {
  const submission = { name: 'Nina', email: 'nina@example.org', note: null }
  assert.deepEqual(senderOf({ submission }), { name: 'Nina', email: 'nina@example.org' })
  for (const none of [undefined, {}, { submission: null }, { submission: { email: '' } }])
    assert.equal(senderOf(none), undefined)
})
