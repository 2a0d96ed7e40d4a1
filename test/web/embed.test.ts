import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { type Service, startService } from '../support/service.ts'

const dates = { start_date: '2027-03-12 20:00:00', end_date: '2027-03-12 22:00:00' }

describe('the calendar for other sites', () => {
  let site: Service
  before(async () => {
    site = await startService({ clock: '2027-03-10T10:00:00Z' })
    for (const event of [
      { title: 'Cancelled walk', event_status: 'cancelled' },
      { title: 'Hidden draft', status: 'draft' },
    ])
      await site.send('POST', '/events', { as: 'editor', body: { ...dates, ...event } })
  })
  after(() => site.close())

  const get = (path: string) =>
    site.send('GET', new URL(path, site.address).href, { headers: { Accept: 'text/html' } })

  test('its script is small, and is revalidated by its tag', async () => {
    const script = await get('/embed.js')
    assert.equal(script.status, 200)
    assert.match(String(script.headers['content-type']), /^text\/javascript/)
    const size = gzipSync(script.text).length
    assert.ok(size < 2500, `${size} bytes`)
    assert.doesNotMatch(script.text, /document\.cookie|localStorage|innerHTML/)
    assert.ok(script.headers.etag)
  })

  test('a day of a month is that of the pages', async () => {
    const month = await get('/events/month/2027-03/')
    const own = await get('/embed/calendar/?start=2027-03')
    const cell = (text: string) =>
      /<td[^>]*>(?:(?!<\/td>).)*Cancelled walk.*?<\/td>/s.exec(text)?.[0]
    assert.ok(cell(month.text))
    assert.equal(cell(own.text), cell(month.text))
  })

  test('a list begins at a day, has so many, each date of a series or the series once', async () => {
    const recurrence = ['RRULE:FREQ=DAILY;COUNT=3']
    const body = { ...dates, title: 'Daily', categories: ['daily'], recurrence }
    await site.send('POST', '/events', { as: 'editor', body })
    const count = async (query: string) =>
      (await get(`/embed/calendar/?view=list&categories=daily&${query}`)).text.split('>Daily</a>')
        .length - 1
    assert.equal(await count('occurrences=each'), 3)
    assert.equal(await count('occurrences=each&limit=2'), 2)
    assert.equal(await count('occurrences=each&limit=2&page=2'), 1)
    assert.equal(await count('occurrences=each&start=2027-03-14'), 1)
    assert.equal(await count(''), 1)
    assert.equal(await count('view=compact'), 1)
    assert.equal(await count('occurrences=series'), 1)
    for (const odd of ['start=x&limit=-1&page=0', 'accent=red&theme=blue', 'view=none'])
      assert.equal((await get(`/embed/calendar/?${odd}`)).status, 200, odd)
  })

  test('an event that is not there, or not for everyone, is not named', async () => {
    for (const hidden of ['hidden-draft', '999999', '../x', ''])
      assert.match((await get(`/embed/calendar/?view=event&event=${hidden}`)).text, /No .*events/)
  })

  test('a frame may be in any site, and no other page may be framed', async () => {
    assert.match(
      String((await get('/embed/calendar/')).headers['content-security-policy']),
      /frame-ancestors \*/,
    )
    assert.match(
      String((await get('/events/')).headers['content-security-policy']),
      /frame-ancestors 'none'/,
    )
  })

  test('a list of events is found and embedded as a frame, as JSON and XML, with its filters', async () => {
    const { text } = await get('/events/list/?featured=true')
    const hrefs = [...text.matchAll(/\+oembed" href="([^"]+)"/g)].map(([, href = '']) =>
      href.replaceAll('&amp;', '&'),
    )
    assert.equal(hrefs.length, 2)
    const [json, xml] = [await get(hrefs[0] ?? ''), await get(hrefs[1] ?? '')]
    assert.deepEqual([json.status, json.body.type, json.body.version], [200, 'rich', '1.0'])
    const src = /src="([^"]+)"/.exec(json.body.html)?.[1]?.replaceAll('&amp;', '&') ?? ''
    assert.match(src, /\/embed\/calendar\/\?featured=true&view=list$/)
    assert.equal((await get(src)).status, 200)
    assert.match(xml.text, /<html>&lt;iframe /)
    const url = `${site.address}/fr/evenements/mois/2027-04/?x="><script>`
    const month = await get(`/oembed?maxwidth=300&${new URLSearchParams({ url })}`)
    assert.match(month.body.html, /\/fr\/integrer\/agenda\/\?view=month&amp;start=2027-04"/)
    assert.deepEqual([month.body.width, /script/.test(month.text)], [300, false])
    // The Events Calendar writes the filter by a category into the path
    const inPath = `${site.address}/events/category/arts/music/list/`
    const ofTerm = await get(`/oembed?${new URLSearchParams({ url: inPath })}`)
    assert.match(ofTerm.body.html, /\/embed\/calendar\/\?categories=music&amp;view=list"/)
  })
})
