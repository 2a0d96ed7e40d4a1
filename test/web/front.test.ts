import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import sharp from 'sharp'
import type { Settings } from '../../src/config/config.ts'
import { definitionOf } from '../../src/config/stored-site.ts'
import { openInside } from '../support/inside.ts'
import { startService } from '../support/service.ts'

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
  assert.match(text, /href="\/events\/submit\/">Submit an event/)
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

test('the front page has the blocks that are set, in their order, with words of welcome', async t => {
  const frontBlocks = JSON.stringify({
    en: 'image\nnext\ntext Welcome to <b>Town</b>!\nfree\ntoday',
    fr: 'featured',
  })
  const folder = mkdtempSync(join(tmpdir(), 'almanac-front-'))
  const shareImage = join(folder, 'town.jpg')
  const create = { width: 1200, height: 630, channels: 3, background: '#1d5a86' } as const
  await sharp({ create }).jpeg().toFile(shareImage)
  const site = await startService({ frontBlocks, shareImage, clock: '2027-03-01T10:00:00Z' })
  t.after(async () => {
    await site.close()
    rmSync(folder, { recursive: true })
  })
  const dates = { start_date: '2027-03-04 20:00', end_date: '2027-03-04 22:00' }
  for (const more of [
    { title: 'Fair', cost: '0' },
    { title: 'Ball', featured: true },
  ])
    await site.send('POST', '/events', { as: 'editor', body: { ...dates, ...more } })
  const get = async (path: string) =>
    (await site.send('GET', site.address + path, { headers: html })).text
  const text = await get('/')
  const parts = [
    'class="hero" src="/assets/',
    '>Next events<',
    'Welcome to &lt;b&gt;Town',
    '<h2>Free<',
    '>This evening<',
  ]
  const places = parts.map(part => text.indexOf(part))
  assert.deepEqual(
    places,
    places.toSorted((a, b) => a - b),
  )
  assert.ok(!places.includes(-1), String(places))
  assert.doesNotMatch(text, /On now|>Featured</)
  // what is featured is among the next events where it has no block of its own
  assert.match(text, /class="tile featured"[\s\S]*Welcome/)
  const french = await get('/fr/')
  assert.match(french, /À la une<[\s\S]*Ball/)
  assert.doesNotMatch(french, /Fair|Ce soir|class="hero"/)
})

test('blocks that are none, or twice there, are refused', () => {
  for (const written of ['banner', 'next\nnext', 'text', 'next week'])
    assert.equal(definitionOf('frontBlocks').type.parse(written), undefined, written)
  assert.equal(definitionOf('frontBlocks').type.parse('Text  Hi \n\n FREE'), 'text Hi\nfree')
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
