import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startService } from '../support/service.ts'

const html = { Accept: 'text/html' }

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
