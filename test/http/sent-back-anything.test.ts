import assert from 'node:assert/strict'
import { test } from 'node:test'
import { often } from '../support/runs.ts'
import { type Body, edit, in_, send, service, useService } from '../support/scenario.ts'
import {
  type Language,
  numbers,
  openCalendar,
  type Subject,
  waysOf,
  writes,
} from '../support/sent-back-calendar.ts'

// On PostgreSQL too: whether a write changes anything is decided by what each engine gives back.
useService({
  clock: '2030-03-18T12:00:00Z',
  maxOccurrences: 100,
  customFields:
    'dress text Dress\nseats number Seats | Places\nlevel choice Level | Niveau: Low | Bas, High | Haut',
})

const languages = ['en', 'fr'] as const

/** Values of a record by their place: `facts.featured`, `texts.fr.excerpt`, `en.title`, `fr.dates.130.cost`. */
type State = Record<string, unknown>

const linked = new Set(['venue', 'organizer', 'categories', 'tags', 'image'])
/** These follow from others. */
const following =
  /^(?:json_ld|start|end|cost_details|address|editing|next_occurrences|recurrence_text|.*_details|modified|modified_utc|.*url)$/

/** A value without URLs, and linked records by their IDs. */
function plain(name: string, value: Body) {
  if (linked.has(name) && typeof value === 'object') return [value].flat().map(each => each.id)
  if (name !== 'translations') return value
  return Object.entries<Body>(value).map(([language, { url: _, rest_url: _1, ...texts }]) => [
    language,
    texts,
  ])
}

function shown(body: Body, at: string, into: State) {
  for (const [name, value] of Object.entries<Body>(body)) {
    if (following.test(name)) continue
    into[`${at}.${name}`] = JSON.stringify(plain(name, value))
  }
}

/** All that is stored of a record, and of a series on each of its dates; and the record as its editors see it. */
async function stateOf({ path, series, kind, whole }: Subject) {
  const state: State = {}
  const tags: State = {}
  const bodies: Record<string, Body> = {}
  for (const language of languages) {
    const query = { context: 'edit' }
    const reply = await send('GET', in_(language, path), { as: 'administrator', query })
    const { headers } = reply
    const body = whole ? await whole('administrator', language, query) : reply.body
    assert.ok(whole ? body : reply.status === 200, path)
    tags[language] = [headers.etag, body.modified, body.modified_utc].join()
    bodies[language] = body
    shown(body, language, state)
    const { facts, texts } = body.editing
    for (const [name, value] of Object.entries(facts))
      state[`facts.${name}`] = JSON.stringify(value)
    for (const [each, row] of Object.entries<object>(texts))
      for (const [name, text] of Object.entries(row)) state[`texts.${each}.${name}`] = text
    if (kind !== 'events' || !body.series) continue
    const dates = await send('GET', in_(language, `/events/${series ?? body.id}/occurrences`), {
      as: 'administrator',
      query: { ...query, start_date: '2028-01-01', end_date: '2035-01-01', per_page: 50 },
    })
    for (const date of dates.body.events) shown(date, `${language}.dates.${date.id}`, state)
  }
  return { state, tags, bodies }
}

const versionIn = (tags: State) => Number(/^"\d+\.(\d+)/.exec(String(tags.en))?.[1])

/** Set by those who may publish alone. */
const forPublishers = new Set(['featured', 'sticky'])

/** What one field may be changed to; of two values the one that is not there. */
const changes: Record<string, Record<string, (stored: Body, found: Body) => Body>> = {
  events: {
    ...toggled('featured', true, false),
    ...toggled('sticky', true, false),
    ...toggled('show_map', true, false),
    ...toggled('cost', '7 €', '8 €'),
    ...toggled('title', 'First & title', 'Second "title"'),
    ...toggled('excerpt', '<p>One</p>', '<p>Two</p>'),
    ...toggled('description', '<p>One</p>', '<p>Two</p>'),
    ...toggled('website', 'https://one.example/', 'https://two.example/'),
    ...toggled('tags', ['first-tag'], ['second-tag']),
    ...toggled('audience', { min_age: 7 }, { min_age: 8 }),
    ...toggled('custom_fields', { seats: 7 }, { seats: 8 }),
    end_date: (_, { end_date }) => ({ end_date: later(end_date) }),
    start_date: (_, { start_date, end_date }) => ({
      start_date: later(start_date),
      end_date: later(end_date),
    }),
  },
  venues: {
    ...toggled('city', 'Paris', 'Lille'),
    ...toggled('venue', 'One & hall', 'Two "halls"'),
    ...toggled('website', 'https://one.example/', 'https://two.example/'),
    ...toggled('description', '<p>One</p>', '<p>Two</p>'),
  },
  organizers: { ...toggled('phone', '1', '2'), ...toggled('organizer', 'One & club', 'Two') },
  categories: { ...toggled('description', 'One', 'Two'), ...toggled('name', 'One & all', 'Two') },
  tags: { ...toggled('description', 'One', 'Two'), ...toggled('name', 'One & all', 'Two') },
  pages: { ...toggled('title', 'One & page', 'Two'), ...toggled('description', 'One', 'Two') },
  images: { ...toggled('alt', 'One & image', 'Two'), ...toggled('title', 'One', 'Two') },
}

function toggled(name: string, one: unknown, other: unknown) {
  const letters = (value: unknown) => JSON.stringify(value).replace(/[^\p{L}\p{N}]+|038|amp/gu, '')
  return {
    [name]: (stored: Body) => ({
      [name]: letters(stored[name] ?? '').includes(letters(one)) ? other : one,
    }),
  }
}

const later = (date: string) =>
  new Date(Date.parse(`${date.replace(' ', 'T')}Z`) + 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace('T', ' ')

const texts =
  /^(?:title|venue|organizer|name|description|excerpt|website|alt|event_status_reason|registration_url)$/
const names = /^(?:title|venue|organizer|name)$/
const times =
  /^(?:utc_)?(?:start|end)_date$|^(?:timezone_abbr|original_start|recurrence|dates_from|all_day)$/

/** True where a change of a field, in a language, may be seen: nowhere else. */
function mayDiffer(field: string, language: Language, { texts: own = {} }: Body, isDate: boolean) {
  const isText = texts.test(field)
  return (place: string, id: number) => {
    const parts = place.split('.')
    const [area = ''] = parts
    const name = parts.at(-1) ?? ''
    if (area === 'texts')
      return isText && parts[1] === language && (isOf(name) || name === 'changed')
    if (area === 'facts') return !isText && isOf(name)
    if (isDate && parts[1] === 'dates' && parts[2] !== String(id)) return false
    if (name === 'translations') return isText
    if (area !== language && isText && own[area]?.[field] != null) return false
    return isOf(name)
  }
  function isOf(name: string) {
    if (name === field) return true
    if (field.endsWith('_date')) return times.test(name) || name === 'website'
    // where none is given, the website is the page, whose URL has the slug, or the day
    return names.test(field) && /^(?:slug|language|website|link)$/.test(name)
  }
}

const differing = (before: State, after: State) =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    place => (before[place] ?? null) !== (after[place] ?? null),
  )

test('what was read may be sent back, and changes nothing; one change changes just that', async () => {
  for (const name of ['First tag', 'Second tag']) await edit('POST', '/tags', { name })
  const pairs = often(10)
  for (let done = 0; done < pairs; done += perCalendar) {
    const random = numbers(done + 1)
    const subjects = await openCalendar(random)
    for (let run = 0; run < Math.min(perCalendar, pairs - done); run++)
      await sendBack(random, random.one(subjects), `seed ${done + 1}, run ${run}`)
  }
})

const perCalendar = 100
/** Bodies that are sent back before it is looked whether anything has changed. */
const together = 8

const forms = [
  {},
  { context: 'edit' },
  { ml_language: 'all' },
  { ml_language: 'all', context: 'edit' },
]

/** A caller, a language, a form that a record is read in, and a way to write it back. */
async function tryIn({ one }: ReturnType<typeof numbers>, subject: Subject, run: string) {
  const [as, language] = [one(subject.by), one(languages)]
  const [way, read] = one(Object.entries(subject.reads))
  const query = one(forms)
  const found = await read(as, language, query)
  if (!found) return undefined
  const door = one(subject.doors(found))
  const by = one(waysOf(door))
  const what = `${run}: ${subject.name} ${way} ${JSON.stringify(query)} ${by} ${door} ${language} as ${as}`
  const send = async (body: Body) => {
    const reply = await writes[by]?.(door, as, language, body)
    assert.equal(reply?.status, 200, `${what}: ${reply?.text.slice(0, 500)}`)
  }
  return { as, language, found, what, send }
}

const onlyTexts = new Set(['title', 'excerpt', 'description', 'website', 'venue', 'organizer'])
const mayChange = (as: string, field: string) =>
  as === 'translator' ? onlyTexts.has(field) : as !== 'contributor' || !forPublishers.has(field)

async function sendBack(
  random: ReturnType<typeof numbers>,
  subject: Subject,
  run: string,
): Promise<void> {
  const before = await stateOf(subject)
  service.clock.advance(1)
  const tries = []
  for (let n = 0; n < together; n++) tries.push(await tryIn(random, subject, run))
  for (const each of tries) await each?.send(each.found)
  const unchanged = await stateOf(subject)
  const what = tries.map(each => each?.what).join('; ')
  assert.deepEqual([unchanged.state, unchanged.tags], [before.state, before.tags], what)
  const last = tries.at(-1)
  if (last) await changeOne(random, subject, before, last)
}

type Try = NonNullable<Awaited<ReturnType<typeof tryIn>>>

async function changeOne(
  { one }: ReturnType<typeof numbers>,
  subject: Subject,
  before: Awaited<ReturnType<typeof stateOf>>,
  { as, language, found, what, send }: Try,
) {
  const [field, changed] = one(
    Object.entries(changes[subject.kind] ?? {}).filter(([name]) => mayChange(as, name)),
  )
  const stored = before.bodies[language]
  await send({ ...found, ...changed(stored, found) })
  const after = await stateOf(subject)
  const mayBe = mayDiffer(field, language, stored.editing, subject.series !== undefined)
  const others = differing(before.state, after.state)
  assert.deepEqual(
    others.filter(place => !mayBe(place, stored.id)),
    [],
    `${what}: ${field}`,
  )
  assert.notEqual(others.length, 0, `${what}: ${field} has not changed`)
  assert.equal(versionIn(after.tags), versionIn(before.tags) + 1, `${what}: ${field}`)
}
