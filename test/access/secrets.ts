import assert from 'node:assert/strict'
import type { Inside } from '../support/inside.ts'
import { authorizationOf, type stillClock } from '../support/service.ts'

/** The day of most of them; the long one goes on around it. */
export const [eventDay, longDay] = ['2027-03-06', '2027-03-02'] as const
const evening = { start_date: `${eventDay} 20:00:00`, end_date: `${eventDay} 22:00:00` }
const long = { start_date: longDay, end_date: '2027-03-12', all_day: true }

/** A text of what is hidden: each has a word of its own, by which it would be found in any response. */
export const word = (of: string) => `Wordof${of}`
export const hiddenWord = /wordof\w+/i

/** An event with a word in each of its texts, in both languages or in English only, which French pages fall back to. */
const wordy = (of: string, isBoth = true) => ({
  title: word(of),
  description: word(`${of}description`),
  excerpt: word(`${of}excerpt`),
  cost: word(`${of}cost`),
  website: `https://${word(of)}.example/`.toLowerCase(),
  ...(isBoth && {
    translations: { fr: { title: word(`${of}fr`), description: word(`${of}frdescription`) } },
  }),
})

/** Events that nobody without an account may know of, by what makes them secret. */
const closed: Record<string, object> = {
  draft: { ...wordy('draft'), status: 'draft', slug: 'wordofdraft' },
  pending: { ...wordy('pending', false), status: 'pending' },
  private: { ...wordy('private'), status: 'private' },
  future: { ...wordy('future'), status: 'publish', date: '2028-01-01 00:00:00' },
  trash: { ...wordy('trash'), status: 'draft' },
  long: { ...wordy('long', false), status: 'draft', ...long },
  featured: { ...wordy('featured'), status: 'draft', featured: true, sticky: true },
}

/** Has pages of its own, for those who know where; nothing leads there. */
export const unlisted = 'wordofunlisted'

/** Slugs of records that there are for anyone, with the kind of each. */
export const openSlugs: Record<string, string> = {
  'seen-by-all': 'event',
  'with-hidden-links': 'event',
  'open-house': 'venue',
  'open-hosts': 'organizer',
  music: 'category',
  outdoors: 'tag',
  'about-us': 'page',
}
export const sealedSlug = 'behind-a-password'
/** Those that are secret; where nothing is stored under one, it is that of a title. */
export const hiddenSlugs: Record<string, string> = {
  ...Object.fromEntries(Object.keys(closed).map(name => [`wordof${name}`, 'event'])),
  wordofdraftfr: 'event',
  wordofprivatefr: 'event',
  wordofproposed: 'event',
  wordofvenue: 'venue',
  wordoftrashedvenue: 'venue',
  wordoforganizer: 'organizer',
  wordofpage: 'page',
}

/** A visitor proposes an event: nobody but editors may know of it, nor of who proposes it. */
async function propose(site: Inside, clock: Clock) {
  const path = '/events/submit/'
  const form = await site.send(path, { headers: { Accept: 'text/html' } })
  const [, opened = ''] = /name="opened" value="([^"]+)"/.exec(form.text) ?? []
  // people take a moment to fill it in
  clock.advance(3)
  const { status, text } = await site.send(path, {
    method: 'POST',
    headers: {
      Accept: 'text/html',
      'Content-Type': 'application/x-www-form-urlencoded',
      'Sec-Fetch-Site': 'same-origin',
    },
    body: new URLSearchParams({
      opened,
      title: word('proposed'),
      start_date: `${eventDay}T20:00`,
      end_date: `${eventDay}T22:00`,
      description: word('proposeddescription'),
      attendance: 'in_person',
      name: word('proposer'),
      email: `${word('mail')}@mail.example`,
      note: word('note'),
      consent: 'yes',
    }).toString(),
  })
  clock.advance(-3)
  assert.equal(status, 303, text)
}
type Clock = ReturnType<typeof stillClock>

export type Filled = {
  /** Of records that are hidden from everyone without an account; the first three are a venue, another in the trash, and an organizer. */
  hidden: number[]
  /** Of the events among them, and of the one that is in no list. */
  unlisted: number[]
  draft: number
  sealed: number
}

/** Fills a calendar: with public records alone, or with all hidden ones too. The public ones have the same IDs, versions and dates in both. */
export async function fill(
  site: Inside,
  { isFull: seesAll, clock }: { isFull: boolean; clock: Clock },
): Promise<Filled> {
  const send = async (method: string, path: string, body?: object) => {
    const { status, text } = await site.send(`/cal/events/v1${path}`, {
      method,
      headers: { ...authorizationOf('administrator'), 'Content-Type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    assert.ok(status < 300, text)
    return JSON.parse(text).id as number
  }
  const create = (path: string, body: object) => send('POST', path, body)
  await create('/categories', { name: 'Music' })
  await create('/categories', { name: 'Unused' })
  await create('/tags', { name: 'Outdoors' })
  const venue = await create('/venues', { venue: 'Open house', city: 'Lyon', ...point(45.76) })
  const hosts = await create('/organizers', { organizer: 'Open hosts' })
  const linked = { venue, organizer: hosts, categories: ['music'], tags: ['outdoors'] }
  await create('/events', { title: 'Seen by all', ...evening, ...linked })
  const plain = await create('/events', { title: 'With hidden links', ...evening })
  const password = 'sesame'
  const sealed = await create('/events', { title: 'Behind a password', ...evening, password })
  await create('/pages', { title: 'About us', description: 'We list events.' })
  if (!seesAll) {
    await send('PUT', `/events/${plain}`, { categories: ['music'] })
    // as many versions; the password hides the text
    await send('PUT', `/events/${sealed}`, { description: 'Sealed' })
    return { hidden: [], unlisted: [], draft: 0, sealed }
  }
  const ids: number[] = []
  const hide = async (path: string, body: object) => {
    const id = await create(path, body)
    ids.push(id)
    return id
  }
  const place = { city: word('city'), address: word('street'), ...point(48.85) }
  const secretVenue = await hide('/venues', { venue: word('venue'), status: 'private', ...place })
  const trashedVenue = await hide('/venues', { venue: word('trashedvenue'), ...place })
  const organizer = await hide('/organizers', {
    organizer: word('organizer'),
    status: 'draft',
    email: 'wordof@mail.example',
    phone: word('phone'),
  })
  await hide('/pages', { title: word('page'), description: word('pagetext'), status: 'draft' })
  await send('DELETE', `/venues/${trashedVenue}`)
  await send('PUT', `/events/${plain}`, { categories: ['music'], venue: secretVenue, organizer })
  const { title: _title, translations: _texts, ...details } = wordy('sealed')
  await send('PUT', `/events/${sealed}`, { ...details, ...linked, title: 'Behind a password' })
  const of = { ...evening, ...linked, categories: ['music', 'unused'] }
  const events: Record<string, number> = {}
  for (const [name, body] of Object.entries(closed)) {
    const id = await hide('/events', { ...of, ...body })
    events[name] = id
    if (name === 'trash') await send('DELETE', `/events/${id}`)
  }
  events.unlisted = await hide('/events', {
    ...wordy('unlisted', false),
    ...evening,
    ...linked,
    hide_from_listings: true,
  })
  // to a private calendar nobody proposes
  if (!site.settings.private) await propose(site, clock)
  return { hidden: ids, unlisted: Object.values(events), draft: events.draft ?? 0, sealed }
}

const point = (lat: number) => ({ geo_lat: lat, geo_lng: 4.83 })
