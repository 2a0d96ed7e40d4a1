import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { formatMessage, type Language } from '../../src/define/text/language.ts'
import { serve } from '../../src/main.ts'
import { becomes } from '../support/becomes.ts'
import { imageFile } from '../support/openapi-body.ts'
import { authorizationOf, settingsFor, stillClock } from '../support/service.ts'

// Run by third-language.test.ts in a copy of the sources that has German, on a calendar that was made without it.

const german = 'de' as Language
const settings = settingsFor(process.env.ALMANAC_GERMAN ?? '', {
  publicUrl: 'http://calendar.example',
})
let service: Awaited<ReturnType<typeof serve>>
before(async () => {
  service = await serve(settings, { now: stillClock(settings).now })
})
after(() => service?.close())

const get = async (path: string) =>
  (await fetch(service.address + path, { headers: { Accept: 'text/html' } })).text()
const json = async (path: string, init: RequestInit = {}) => {
  const headers = { ...authorizationOf('administrator'), 'Content-Type': 'application/json' }
  const response = await fetch(service.address + path, { ...init, headers })
  const body: ReturnType<typeof JSON.parse> = await response.json()
  return { status: response.status, headers: response.headers, body }
}
const api = (path: string) => `/de/cal/events/v1${path}`
const find = async (path: string) => (await json(path)).body.total
const window = 'start_date=2030-01-01&end_date=2030-12-31'

test('a message without a German text is English, with English plurals', () => {
  assert.equal(formatMessage({ en: 'Events', fr: 'Évènements' }, german), 'Veranstaltungen')
  const other = { en: '{n} {n|cat|cats}', fr: '{n} {n|chat|chats}' }
  assert.equal(formatMessage(other, german, { n: 0 }), '0 cats')
})

test('the API reads and writes it, and falls back', async () => {
  const list = await json(api(`/events?${window}`))
  const [fair] = list.body.events
  assert.equal(list.headers.get('content-language'), 'de')
  assert.deepEqual([fair.title, fair.language], ['Fair', 'en'])
  // rows of searches are rebuilt for records from before
  await becomes(() => find(api(`/events?${window}&search=fair`)), 1)
  const missing = await json(api(`/events?${window}&ml_missing=de`))
  assert.equal(missing.body.total, 1)
  const written = await json(api(`/events/${fair.id}`), {
    method: 'PATCH',
    body: JSON.stringify({ title: 'Jahrmarkt mit Zuckerwatte' }),
  })
  assert.equal(written.status, 200)
  const { translations, language, url } = written.body
  assert.deepEqual([Object.keys(translations).sort(), language], [['de', 'en', 'fr'], 'de'])
  assert.match(url, /\/de\/veranstaltung\/jahrmarkt-mit-zuckerwatte\//)
  const other = await json(`/cal/events/v1/events/${fair.id}?ml_language=fr`)
  assert.equal(other.body.title, 'Foire')
  const refused = await json(api('/events?ml_language=es'))
  assert.match(JSON.stringify(refused.body), /en, fr, de/)
})

test('search finds German texts, in German alone', async () => {
  await becomes(() => find(api(`/events?${window}&search=zuckerwatte`)), 1)
  await becomes(() => find(`/cal/events/v1/events?${window}&search=zuckerwatte`), 0)
})

test('it finds images, too', async () => {
  const uploaded = await fetch(service.address + api('/images'), {
    method: 'POST',
    headers: {
      ...authorizationOf('administrator'),
      'Content-Type': 'image/png',
      'Content-Disposition': 'attachment; filename=karussell.png',
    },
    body: await imageFile(),
  })
  assert.equal(uploaded.status, 201)
  assert.equal(await find(api('/images?search=karussell')), 1)
})

test('the documents name it', async () => {
  const document = JSON.stringify((await json(api('/doc'))).body)
  assert.match(document, /"enum":\["en","fr","de"\]/)
  assert.match(document, /English, French and German/)
  const session = await json('/de/admin/api/session')
  assert.deepEqual(
    session.body.site.languages.map(({ name }: { name: string }) => name),
    ['English', 'Français', 'Deutsch'],
  )
  assert.equal(session.body.site.root.de, 'http://calendar.example/de/cal/events/v1')
})

test('pages, feeds, sitemaps and files for programs have it', async () => {
  const page = await get('/de/veranstaltungen/monat/2030-03/')
  assert.match(page, /<html lang="de">/)
  assert.match(page, /März 2030/)
  assert.match(page, /Jahrmarkt/)
  assert.match(page, /<a class="language" [^>]*hreflang="fr"[^>]*>Français<\/a>/)
  for (const path of ['/events/month/2030-03/', '/fr/evenements/mois/2030-03/']) {
    const other = await get(path)
    assert.match(other, /<link rel="alternate" hreflang="de" href="[^"]*\/de\/veranstaltungen\//)
    assert.match(other, /<a class="language" [^>]*hreflang="de"[^>]*>Deutsch<\/a>/)
  }
  const event = await get('/de/veranstaltung/jahrmarkt-mit-zuckerwatte/')
  assert.match(event, /20:00 Uhr/)
  assert.match(event, /og:locale" content="de_DE"/)
  assert.match(await get(`/de/veranstaltungen.ics?${window}`), /SUMMARY[^\n]*Jahrmarkt/)
  assert.match(await get('/robots.txt'), /Sitemap: http:\/\/calendar.example\/de\/sitemap.xml/)
  assert.match(await get('/sitemap-pages.xml'), /hreflang="de"/)
  assert.match(await get('/llms.txt'), /\/de\/veranstaltungen\//)
  assert.match(await get('/embed.js'), /"de":"\/de\//)
  assert.match(await get('/de/gibtesnicht/'), /<html lang="de">/)
})
