import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { type Service, startService } from '../support/service.ts'

/** 1 March 2027 is a Monday. */
const cases = [
  { weekStart: 'monday', first: 'Monday', week: '2027-03-08', before: '2027-03-01' },
  { weekStart: 'sunday', first: 'Sunday', week: '2027-03-07', before: '2027-02-28' },
  { weekStart: 'saturday', first: 'Saturday', week: '2027-03-06', before: '2027-02-27' },
] as const

for (const { weekStart, first, week, before: start } of cases)
  describe(`weeks that begin on ${weekStart}`, () => {
    let site: Service
    before(async () => {
      site = await startService({ clock: '2027-03-10T10:00:00Z', weekStart })
    })
    after(() => site.close())
    const get = (path: string) => site.send('GET', site.address + path)

    test('the month has its columns from that day on', async () => {
      const { text } = await get('/events/month/2027-03/')
      const [names = ''] = /<thead>[\s\S]*<\/thead>/.exec(text) ?? []
      assert.equal(/visually-hidden">(\w+)/.exec(names)?.[1], first)
      const [, body = ''] = text.split('<tbody>')
      assert.equal(/\/events\/(\d{4}-\d\d-\d\d)\//.exec(body)?.[1], start)
    })

    test('the week of a day begins on it, from the date picker too', async () => {
      const { text } = await get('/events/week/2027-03-10/')
      assert.match(text, new RegExp(`rel="canonical" href="[^"]*/events/week/${week}/"`))
      const to = await get('/events/?view=week&date=2027-03-10')
      assert.equal(to.headers.location, `/events/week/${week}/`)
      assert.equal((await get('/events/week/')).headers.location, `/events/week/${week}/`)
    })

    test('the calendar in other sites has them too', async () => {
      const columns = (text: string) => /<thead>.*?<\/thead>/s.exec(text)?.[0]
      const month = columns((await get('/events/month/2027-03/')).text)
      assert.ok(month)
      assert.equal(columns((await get('/embed/calendar/?start=2027-03')).text), month)
    })
  })
