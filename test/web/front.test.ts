import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Settings } from '../../src/config/config.ts'
import { openInside } from '../support/inside.ts'

const html = { Accept: 'text/html' }

/** Requests to a calendar without events. */
async function emptyCalendar(settings: Partial<Settings> = {}) {
  const site = await openInside({ publicUrl: 'https://calendar.example', ...settings })
  return {
    close: site.close,
    async at(path: string, headers: Record<string, string> = html) {
      const { status, headers: sent, text } = await site.send(path, { headers })
      return { text, to: [status, sent.Location] }
    },
  }
}

test('an empty calendar says what to do first, to visitors and to who runs it', async t => {
  const { at, close } = await emptyCalendar({ submissions: 5 })
  t.after(close)
  const { text } = await at('/')
  assert.match(text, /This calendar is new/)
  assert.match(text, /href="\/events\/submit\/">Propose an event/)
  assert.match(text, /href="\/admin\/"/)
})

test('a setting says what the home page shows', async t => {
  for (const [homePage, to] of [
    ['month', '/events/'],
    ['week', '/events/week/'],
    ['list', '/events/list/'],
    ['map', '/events/map/'],
  ] as const) {
    const { at, close } = await emptyCalendar({ homePage })
    t.after(close)
    assert.deepEqual((await at('/')).to, [302, to])
  }
})

test('a home page with filters is their list, and is in the language of the browser until a visitor chooses the other one', async t => {
  const { at, close } = await emptyCalendar()
  t.after(close)
  assert.deepEqual((await at('/?free=true&utm_source=x')).to, [302, '/events/list/?free=true'])
  const french = { 'Accept-Language': 'fr-FR,fr;q=0.9,en;q=0.5' }
  assert.deepEqual((await at('/', french)).to, [302, '/fr/'])
  for (const more of [
    { 'Sec-Fetch-Site': 'same-origin' },
    { Referer: 'https://calendar.example/fr/' },
  ])
    assert.deepEqual((await at('/', { ...french, ...more })).to, [200, undefined])
})
