import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { openTab, startWithPasswords } from '../accounts/browser-like.ts'
import { startService } from '../support/service.ts'

const clock = '2027-03-10T10:00:00Z'
const body = {
  title: 'Un évènement',
  ml_language: 'fr',
  start_date: '2027-03-20 20:30',
  end_date: '2027-03-20 22:00',
  cost: '12.5',
  venue: {
    venue: 'Salle',
    address: '1 rue Haute',
    city: 'Québec',
    zip: 'G1R 4S9',
    country: 'Canada',
  },
}

const open = async (settings: object, start = startService) => {
  const site = await start(
    { clock, currencyCode: 'CHF', ...settings },
    { given: new Set(Object.keys(settings)), replaces: true },
  )
  const sent = await site.send('POST', '/events', { as: 'administrator', body })
  assert.equal(sent.status, 201, sent.text)
  const get = async (path: string) =>
    (await site.send('GET', site.address + path)).text.replaceAll(/[\u00a0\u202f]/g, ' ')
  return { site, get, page: `/event/${sent.body.slug}/` }
}

const usualEnglish = ['', 'Saturday 20 March 2027, 8:30 pm', 'CHF 12.50', 'Monday', 'en_GB']
const french = (price: string, weekday: string, locale: string) => [
  '/fr',
  'samedi 20 mars 2027, 20 h 30',
  price,
  weekday,
  locale,
]
/** By a region of each language: the prefix of paths, a date, a price, the first day of weeks and the locale. */
const regions = [
  ['en-GB', usualEnglish, 'fr-FR', french('12,50 CHF', 'lundi', 'fr_FR')],
  [
    'en-US',
    ['', 'Saturday, March 20, 2027, 8:30 PM', 'CHF 12.50', 'Sunday', 'en_US'],
    'fr-CA',
    french('12,50 CHF', 'dimanche', 'fr_CA'),
  ],
  [
    'en-CA',
    ['', 'Saturday, March 20, 2027, 8:30 p.m.', 'CHF 12.50', 'Sunday', 'en_CA'],
    'fr-CH',
    french('12.50 CHF', 'lundi', 'fr_CH'),
  ],
  ['en-GB', usualEnglish, 'fr-BE', french('12,50 CHF', 'lundi', 'fr_BE')],
] as const

for (const [englishRegion, english, frenchRegion, inFrench] of regions)
  test(`dates, prices and weeks are those of ${englishRegion} and ${frenchRegion}`, async t => {
    const { site, get, page } = await open({ englishRegion, frenchRegion })
    t.after(site.close)
    for (const [prefix = '', when = '', price = '', weekday, locale] of [english, inFrench]) {
      const event = await get(prefix + page.replace('event', prefix ? 'evenement' : 'event'))
      assert.ok(event.toLowerCase().includes(when.toLowerCase()), `${locale} on its page`)
      assert.ok(event.includes(price), `${price} on its page`)
      assert.ok(event.includes(`og:locale" content="${locale}"`))
      const feed = await get(prefix ? '/fr/evenements.rss' : '/events.rss')
      assert.ok(feed.includes(when) && feed.includes(price), `${locale} in the feed`)
      const month = await get(prefix ? '/fr/evenements/mois/2027-03/' : '/events/month/2027-03/')
      assert.equal(/scope="col"><span class="visually-hidden">(\w+)/.exec(month)?.[1], weekday)
      const frame = prefix ? '/fr/integrer/agenda/' : '/embed/calendar/'
      const embedded = await get(`${frame}?start=2027-03`)
      assert.equal(/scope="col"><span class="visually-hidden">(\w+)/.exec(embedded)?.[1], weekday)
    }
  })

describe('a change of region while the service runs', () => {
  let opened: Awaited<ReturnType<typeof open>>
  before(async () => {
    opened = await open({}, startWithPasswords)
  })
  after(() => opened.site.close())
  const change = async (settings: object) => {
    const tab = openTab(opened.site)
    assert.equal((await tab.signIn('administrator')).status, 200)
    const sent = await tab.send('PATCH', 'settings', { settings })
    tab.close()
    assert.equal(sent.status, 200, sent.text)
  }
  const paths = [
    '/fr/',
    '/fr/evenements/',
    '/fr/evenements/liste/',
    '/fr/evenements/2027-03-20/',
    '/fr/evenements/semaine/2027-03-15/',
    '/fr/evenements/carte/',
    '/fr/evenements.rss',
    '/fr/evenements/mois/2031-05/',
    '/fr/evenements/2031-05-01/',
    '/embed.js',
    '/fr/nope/',
    '/fr/evenements.atom',
    '/fr/evenements.json',
    '/fr/evenements.ics',
    '/fr/llms.txt',
    '/fr/proposer/',
    '/fr/integrer/',
  ]

  test('changes what was cached, prices and the API’s sentences for people too', async () => {
    const { get, page } = opened
    const before = await get(page)
    assert.match(before, /8:30 pm/)
    await change({ englishRegion: 'en-US', frenchRegion: 'fr-CH' })
    assert.match(await get(page), /8:30 PM/)
    assert.match(await get(page.replace('event', 'fr/evenement')), /12\.50 CHF/)
    await change({ englishRegion: null, frenchRegion: null })
    assert.equal(await get(page), before)
  })

  test('the spelling of “évènement” is a setting; what editors wrote and URLs stay', async () => {
    const { get } = opened
    const written = /Un évènement/g
    const spelled = await Promise.all(paths.map(get))
    for (const text of spelled) assert.doesNotMatch(text, /véne/i)
    await change({ frenchSpelling: 'acute' })
    let count = 0
    for (const [at, path] of paths.entries()) {
      const text = await get(path)
      assert.doesNotMatch(text.replaceAll(written, ''), /vène/i, path)
      assert.equal(text.match(written)?.length, spelled[at]?.match(written)?.length, path)
      count += text.match(/vénement/gi)?.length ?? 0
    }
    assert.ok(count > 30, `${count}`)
  })
})
