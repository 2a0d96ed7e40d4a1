import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cityCalendar } from '../support/city-calendar.ts'
import { startService } from '../support/service.ts'

const html = { Accept: 'text/html' }

test('the front page has what is featured, dates, categories, what is next, and what runs apart', async () => {
  const site = await cityCalendar()
  const { text, headers } = await site.send('GET', `${site.address}/`, { headers: html })
  assert.match(String(headers['cache-control']), /no-cache/)
  const part = (title: string) =>
    text.split('<section').find(each => each.includes(`<h2>${title}`)) ?? ''
  assert.equal(part('Featured').match(/<li class="tile/g)?.length, 3)
  assert.match(part('Featured'), /fetchpriority="high"/)
  assert.equal(part('Next events').match(/<li class="tile/g)?.length, 12)
  assert.doesNotMatch(part('Next events'), /Exposition longue/)
  assert.equal(part('On now').match(/Exposition longue/g)?.length, 4)
  assert.match(part('On now'), /\+ 2 more/)
  assert.match(part('By category'), /concerts[\s\S]*class="count">\d+</)
  for (const label of ['Today', 'Tomorrow', 'This weekend', 'This month'])
    assert.match(text, new RegExp(`href="/events/list/\\?ends_after=[^"]*">${label}<`))
  assert.match(text, /href="\/events\/list\/\?free=true">11 free events</)
  assert.match(text, /href="\/events\/list\/\?attendance=online,mixed">1 online event</)
  const french = await site.send('GET', `${site.address}/fr/`, { headers: html })
  assert.match(french.text, /<h1>À l’affiche<\/h1>/)
  // an event that is written is there at once
  await site.send('POST', '/events', {
    as: 'administrator',
    body: { title: 'Just now', start_date: '2026-11-23 11:00', end_date: '2026-11-23 12:00' },
  })
  for (const path of ['/', '/fr/'])
    assert.match((await site.send('GET', site.address + path)).text, /Just now/)
  await site.close()
})

test('an empty calendar says what to do first, to visitors and to who runs it', async () => {
  const site = await startService({ submissions: 5 })
  const { text } = await site.send('GET', `${site.address}/`, { headers: html })
  assert.match(text, /This calendar is new/)
  assert.match(text, /href="\/events\/submit\/">Propose an event/)
  assert.match(text, /href="\/admin\/"/)
  await site.close()
})

test('a setting says what the home page shows', async () => {
  for (const [homePage, to] of [
    ['month', '/events/'],
    ['week', '/events/week/'],
    ['list', '/events/list/'],
    ['map', '/events/map/'],
  ] as const) {
    const site = await startService({ homePage })
    const { status, headers } = await site.send('GET', `${site.address}/`)
    assert.deepEqual([status, headers.location], [302, to])
    await site.close()
  }
})

test('a home page with filters is their list', async () => {
  const site = await startService()
  const { status, headers } = await site.send('GET', `${site.address}/?free=true&utm_source=x`)
  assert.deepEqual([status, headers.location], [302, '/events/list/?free=true'])
  await site.close()
})

test('the home page is in the language of the browser, until a visitor chooses the other one', async () => {
  const site = await startService()
  const at = async (headers: Record<string, string>) => {
    const reply = await site.send('GET', `${site.address}/`, { headers })
    return [reply.status, reply.headers.location]
  }
  const french = { 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.5' }
  assert.deepEqual(await at(french), [302, '/fr/'])
  assert.deepEqual(await at({ ...french, 'Sec-Fetch-Site': 'same-origin' }), [200, undefined])
  assert.deepEqual(await at({ ...french, Referer: `${site.address}/fr/` }), [200, undefined])
  await site.close()
})
