import assert from 'node:assert/strict'
import { test } from 'node:test'
import { feedEventOf } from '../../../test/support/feed-events.ts'
import { wallTime } from '../../define/time/clock.ts'
import { addLinks, subscribeLinks } from './calendar-links.ts'

const feed = 'https://calendar.example/events.ics?categories=jazz&ml_language=fr'

const paramsOf = (url: string) => Object.fromEntries(new URL(url).searchParams)

test('a feed is subscribed to by its own URL, in the scheme that each calendar takes', () => {
  const links = subscribeLinks(feed, 'Jazz & soul')
  const open = feed.replace('https:', 'webcal:')
  assert.equal(links.webcal, open)
  assert.deepEqual(paramsOf(links.google), { cid: open })
  assert.deepEqual(paramsOf(links.outlook), { url: feed, name: 'Jazz & soul' })
  assert.deepEqual(paramsOf(links.office), { url: feed, name: 'Jazz & soul' })
})

test('the link to Google Calendar has the local time and the zone of the event', () => {
  const { google } = addLinks(feedEventOf({ title: 'A + B' }))
  assert.ok(google.includes('text=A%20%2B%20B'))
  assert.deepEqual(paramsOf(google), {
    action: 'TEMPLATE',
    text: 'A + B',
    dates: '20270704T200000/20270704T220000',
    ctz: 'Europe/Paris',
    details: 'Come & see.\n\nhttps://calendar.example/event/summer-fair/',
  })
})

test('zones that Google has no name for go as instants', () => {
  for (const zone of ['UTC+5:30', '+05:30', 'UTC']) {
    const { dates, ctz } = paramsOf(addLinks(feedEventOf({ zone })).google)
    assert.equal(ctz, undefined)
    assert.match(dates ?? '', /^20270704T\d{6}Z\/20270704T\d{6}Z$/)
  }
})

test('an event goes to Outlook with its offset', () => {
  const { outlook, office } = addLinks(feedEventOf())
  const { startdt, enddt } = paramsOf(outlook)
  assert.equal(startdt, '2027-07-04T20:00:00+02:00')
  assert.equal(enddt, '2027-07-04T22:00:00+02:00')
  assert.equal(office, outlook.replace('live.com', 'office.com'))
})

test('whole days end on the day after the last', () => {
  const event = feedEventOf({
    isAllDay: true,
    starts: wallTime(2026, 12, 31),
    ends: wallTime(2026, 12, 31, 23, 59, 59),
  })
  const { google, outlook } = addLinks(event)
  assert.equal(paramsOf(google).dates, '20261231/20270101')
  const { startdt, enddt, allday } = paramsOf(outlook)
  assert.deepEqual([startdt, enddt, allday], ['2026-12-31', '2027-01-01', 'true'])
})

test('a long text is cut, so that the URL can be sent', () => {
  const { google } = addLinks(feedEventOf({ html: '😀'.repeat(5000) }))
  assert.ok(paramsOf(google).details?.endsWith('…\n\nhttps://calendar.example/event/summer-fair/'))
  assert.ok(google.length < 6000)
})
