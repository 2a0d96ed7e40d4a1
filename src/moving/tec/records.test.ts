import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FetchPage, Item } from '../base/item.ts'
import { readTec } from './read-tec.ts'

const context = { zone: 'Europe/Paris', language: 'en', now: 1_800_000_000 } as const
const base = 'https://town.example/wp-json/tribe/events/v1'

type Answer = { body: unknown; headers?: Record<string, string>; before?: string }

const eventOf = (id: number, more: object = {}) => ({
  id,
  title: `Event ${id}`,
  url: `https://town.example/event/${id}/`,
  start_date: '2027-06-05 20:00:00',
  end_date: '2027-06-05 22:00:00',
  timezone: 'Europe/Paris',
  all_day: false,
  ...more,
})

/** The events of a site whose lists answer so; what has no answer is forbidden. */
async function eventsOf(
  answer: (list: string, page: number) => Answer | undefined,
): Promise<Item[]> {
  const fetch: FetchPage = async written => {
    const url = new URL(written)
    const [, list] = /\/events\/v1\/(\w+)$/.exec(url.pathname) ?? []
    const answered =
      list &&
      !url.searchParams.has('lang') &&
      answer(list, Number(url.searchParams.get('page') ?? 1))
    if (!answered) return { refused: `status ${list ? 403 : 404}` }
    const { body, headers = {}, before = '' } = answered
    return { url: written, status: 200, headers, bytes: Buffer.from(before + JSON.stringify(body)) }
  }
  const source = { name: base, async *bytes() {}, fetch, signal: new AbortController().signal }
  const items: Item[] = []
  for await (const each of readTec(source, context, {}))
    if ('values' in each && each.kind === 'event') items.push(each)
  return items
}

const listOf =
  (...events: object[]) =>
  (list: string, page: number): Answer | undefined =>
    list === 'events' && page === 1
      ? { body: { events, total: events.length, total_pages: 1 } }
      : undefined

test('an amount that is written for people is not read without its text', async () => {
  const details = { currency_symbol: '$', currency_position: 'prefix' }
  const costs: [cost: string, values: string[], read: string][] = [
    ['12,50€', ['12,50'], '12,50€'],
    ['1 200 €', ['1 200'], '1 200 €'],
    ['CHF 20.-', ['20.-'], 'CHF 20.-'],
    ['$5 – $8', ['5', '8'], '$5 – $8'],
    ['Free', ['free'], 'free'],
  ]
  const events = costs.map(([cost, values], id) =>
    eventOf(id + 1, { cost, cost_details: { ...details, values } }),
  )
  assert.deepEqual(
    (await eventsOf(listOf(...events))).map(({ values }) => values.cost),
    costs.map(([, , read]) => read),
  )
})

test('a record that the lists do not give is the one in the event', async () => {
  const [event] = await eventsOf(
    listOf(
      eventOf(1, {
        venue: { id: 50, venue: 'Hall', city: 'Lille' },
        organizer: [{ id: 60, organizer: 'Town' }],
        categories: [{ id: 9, name: 'Fairs', slug: 'fairs' }],
        website: 'www.band.example',
      }),
    ),
  )
  const { venue, organizer, categories, website } = event?.values ?? {}
  assert.partialDeepStrictEqual(
    { venue, organizer, categories, website },
    {
      venue: [{ source_id: '50', venue: 'Hall', city: 'Lille' }],
      organizer: [{ source_id: '60', organizer: 'Town' }],
      categories: [{ source_id: '9', name: 'Fairs', slug: 'fairs' }],
      website: 'https://www.band.example',
    },
  )
})

test('a list without totals is read to its end, behind warnings too', async () => {
  const pages = [[eventOf(1), eventOf(2)], [eventOf(3)], []]
  const idsOf = (events: Item[]) => events.map(({ values }) => values.title)
  const all = ['Event 1', 'Event 2', 'Event 3']
  const inPages = (list: string, page: number): Answer | undefined =>
    list === 'events'
      ? { body: { events: pages[page - 1] ?? [] }, before: '<br />\n<b>Warning</b>: x\n' }
      : undefined
  assert.deepEqual(idsOf(await eventsOf(inPages)), all)
  // the same page again and again ends too
  const stuck = (list: string): Answer | undefined =>
    list === 'events' ? { body: { events: pages[0] } } : undefined
  assert.deepEqual(idsOf(await eventsOf(stuck)), all.slice(0, 2))
  const headers = { 'x-tec-totalpages': '1' }
  const stated = (list: string, page: number): Answer | undefined =>
    list === 'events' ? { body: { events: pages[page - 1] }, headers } : undefined
  assert.deepEqual(idsOf(await eventsOf(stated)), all.slice(0, 2))
})

test('a time that is none is no word of the API, and only a start is needed', async () => {
  const times: [given: object, read: unknown[]][] = [
    [{}, ['2027-06-05 20:00:00', '2027-06-05 22:00:00', undefined, 0]],
    [{ end_date: 'tomorrow' }, ['2027-06-05 20:00:00', '2027-06-05 20:00:00', undefined, 1]],
    [{ end_date: '2027-06-04' }, ['2027-06-05 20:00:00', '2027-06-05 20:00:00', undefined, 1]],
    [{ end_date: null }, ['2027-06-05 20:00:00', '2027-06-05 20:00:00', undefined, 1]],
    [{ date: 'tomorrow' }, ['2027-06-05 20:00:00', '2027-06-05 22:00:00', undefined, 1]],
  ]
  for (const start_date of ['tomorrow', '20:00', '05/06/2027 20:00', '2027-02-30', ''])
    assert.deepEqual(await eventsOf(listOf(eventOf(1, { start_date }))), [], start_date)
  for (const [more, read] of times) {
    const [event] = await eventsOf(listOf(eventOf(1, more)))
    const { start_date, end_date, date } = event?.values ?? {}
    assert.deepEqual([start_date, end_date, date, event?.notes?.length ?? 0], read)
  }
})
