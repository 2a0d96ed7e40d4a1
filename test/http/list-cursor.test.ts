import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import {
  type Body,
  change,
  create,
  edit,
  ids,
  read,
  refused,
  useService,
} from '../support/scenario.ts'

// On PostgreSQL too: the pages are looked for in the database, until the list index is built.

useService()

const on = (day: number, hour = '10') => ({
  start_date: `2027-05-${day} ${hour}:00:00`,
  end_date: `2027-05-${day} ${hour}:30:00`,
})

/** All pages by cursor; `between` is done after each. */
async function walk(query: object = {}, between: () => Promise<unknown> = async () => {}) {
  const pages: number[][] = []
  for (let cursor: string | undefined = 'start'; cursor && pages.length < 50; ) {
    const page: Body = await edit('GET', '/events', undefined, { query: { cursor, ...query } })
    pages.push(ids(page.events))
    await between()
    cursor = page.next_cursor
  }
  return pages
}
const everything = async (query: object = {}) =>
  ids((await edit('GET', '/events', undefined, { query: { per_page: 50, ...query } })).events)

describe('pages by cursor', () => {
  before(async () => {
    // ten of them start together
    for (let n = 0; n < 7; n++) await create({ ...on(20), title: `Together ${n}` })
    // in the order of their publication, which is not that of their IDs
    for (const date of ['2027-03-02', '2027-03-01', '2027-04-01'])
      await create({ ...on(20), title: 'Together', date: `${date} 00:00:00` })
    for (const day of [11, 12, 13]) await create({ ...on(day), tags: ['Odd'] })
    await create({ ...on(25), recurrence: ['RRULE:FREQ=DAILY;COUNT=4'] })
  })

  test('are the list in its order, however many dates start together', async () => {
    for (const per_page of [1, 2, 3, 50]) {
      const pages = await walk({ per_page })
      assert.deepEqual(pages.flat(), await everything())
      assert.ok(pages.slice(0, -1).every(({ length }) => length === per_page))
    }
    assert.deepEqual(
      (await walk({ per_page: 2, tags: 'odd' })).flat(),
      await everything({ tags: 'odd' }),
    )
  })

  test('neither repeat nor pass over an entry while others come and go before and after', async () => {
    const stay = await everything()
    const gone: number[] = []
    let n = 0
    const pages = await walk({ per_page: 2 }, async () => {
      n++
      gone.push((await create({ ...on(10 + n), title: 'New' })).id)
      gone.push((await create({ ...on(20), title: 'New together' })).id)
      const first = gone.shift()
      if (first) await edit('DELETE', `/events/${first}?force=true`)
    })
    const read = pages.flat()
    assert.equal(new Set(read).size, read.length)
    assert.deepEqual(
      read.filter(id => stay.includes(id)),
      stay,
    )
    for (const id of gone) await edit('DELETE', `/events/${id}?force=true`)
  })

  test('go on after an entry that is gone or has moved', async () => {
    const all = await everything()
    const { events, next_cursor } = await read('/events', { cursor: 'start', per_page: 3 })
    const last = events[2].id
    await change(last, on(28, '23'))
    const next = await edit('GET', '/events', undefined, {
      query: { cursor: next_cursor, per_page: 3 },
    })
    assert.deepEqual(ids(next.events), all.slice(3, 6))
    await edit('DELETE', `/events/${last}`)
    const again = await edit('GET', '/events', undefined, {
      query: { cursor: next_cursor, per_page: 3 },
    })
    assert.deepEqual(ids(again.events), all.slice(3, 6))
  })

  test('have the total of the list, and links that lead on by cursor alone', async () => {
    const { total } = await read('/events')
    const first = await read('/events', { cursor: 'start', per_page: 4 })
    assert.equal(first.total, total)
    assert.equal(first.previous_rest_url, undefined)
    const url = new URL(first.next_rest_url)
    assert.equal(url.searchParams.get('cursor'), first.next_cursor)
    assert.equal(url.searchParams.has('page'), false)
    const second = await read(`/events${url.search}`)
    assert.deepEqual([second.total, second.events.length], [total, 4])
    const all = await read('/events', { cursor: 'start', per_page: 50 })
    assert.deepEqual([all.next_cursor, all.next_rest_url], [undefined, undefined])
  })

  test('are refused where the list has another order, and for what is no cursor', async () => {
    const wrong = [400, 'rest_invalid_param', 'cursor']
    for (const query of [
      'cursor=start&sort=-start_date',
      'cursor=start&sort=title',
      'cursor=start&occurrences=series',
      'cursor=start&q=together',
      'cursor=start&page=2',
      'cursor=%20',
      'cursor=bm9uc2Vuc2U',
      `cursor=${Buffer.from('1e999 1 1 1').toString('base64url')}`,
      `cursor=${Buffer.from('1 1 1').toString('base64url')}`,
      `cursor=${Buffer.from('1 1 1 1 1').toString('base64url')}`,
    ])
      assert.deepEqual(await refused('GET', `/events?${query}`), wrong, query)
    assert.equal(
      (await read('/events', { cursor: 'start', q: 'together', sort: 'start_date' })).total,
      10,
    )
  })
})
