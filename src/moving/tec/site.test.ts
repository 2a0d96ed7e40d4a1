import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import type { FetchPage } from '../base/item.ts'
import { fittedSeries } from './series.ts'
import { apiOf } from './site.ts'

/** The requests to a site whose pages are all the same. */
async function requestsOf(html: string, url = 'https://town.example/'): Promise<string[]> {
  const requests: string[] = []
  const fetch: FetchPage = async of => {
    requests.push(of)
    return { url: of, status: 200, headers: {}, bytes: Buffer.from(html) }
  }
  await apiOf(url, fetch)
  return requests
}

test('the API of a site is looked for where it is usual', async () => {
  const link = '<link rel="alternate" href="/other/tribe/events/v1/">'
  const requests = await requestsOf(
    `<html><head>${link}</head>`,
    'https://town.example/a/wp-json//?b#c',
  )
  assert.deepEqual(
    requests.map(url => decodeURIComponent(url).replace(/[?&]per_page=1$/, '')),
    [
      'https://town.example/a/wp-json//?b#c',
      'https://town.example/other/tribe/events/v1/events',
      'https://town.example/a/wp-json/tribe/events/v1/events',
      'https://town.example/a/?rest_route=/tribe/events/v1/events',
      'https://town.example/wp-json/tribe/events/v1/events',
    ],
  )
})

test('long runs of slashes and signs cost little', async () => {
  const slashes = (size: number) => '/'.repeat(size)
  await linearIn(40_000, slashes, all =>
    requestsOf(`<html><link rel="alternate" href="/${all}a?/events/v1/">`),
  )
  await linearIn(40_000, slashes, all => requestsOf('', `https://town.example/${all}a`))
  await linearIn(40_000, slashes, all => {
    const url = `https://town.example/${all}${'?'.repeat(all.length)}\n`
    fittedSeries([{ id: 1, url, title: 'A', start_date: '2027-01-01 20:00:00' }])
  })
})

test('titles that are nested deep end no import', () => {
  const title: unknown = JSON.parse('['.repeat(100_000) + ']'.repeat(100_000))
  const { single } = fittedSeries([{ id: 1, url: 'https://town.example/a', title, all_day: title }])
  assert.equal(single.length, 1)
})
