import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import ICAL from 'ical.js'
import { anyFeedEvent, feedAbout, feedEventOf, written } from '../../../test/support/feed-events.ts'
import { daySeconds, wallTime } from '../../define/time/clock.ts'
import { offsetAt } from '../../define/time/zone.ts'
import type { FeedEvent } from './format.ts'
import { ics } from './ics.ts'

const parsed = (text: string) => new ICAL.Component(ICAL.parse(text))
const eventsOf = (text: string) => parsed(text).getAllSubcomponents('vevent')
const linesOf = (text: string) => text.replaceAll('\r\n ', '').split('\r\n')

/** The instant that a parser finds, by the VTIMEZONE of the feed alone. */
function instantIn(event: ICAL.Component, name: string): number | undefined {
  const value = event.getFirstPropertyValue(name) as ICAL.Time | null
  if (value === null) return undefined
  const tzid = event.getFirstProperty(name)?.getFirstParameter('tzid')
  if (!tzid) return value.toUnixTime()
  const zone = event.parent
    ?.getAllSubcomponents('vtimezone')
    .find(each => each.getFirstPropertyValue('tzid') === tzid)
  assert.ok(zone, `no VTIMEZONE ${tzid}`)
  const local = value.clone()
  local.zone = new ICAL.Timezone({ component: zone, tzid })
  return local.toUnixTime()
}

/** Clocks show these times once: parsers differ on those that they show twice. */
const isClear = ({ utcStarts, utcEnds, zone }: FeedEvent) =>
  [utcStarts, utcEnds].every(
    at => offsetAt(at - daySeconds, zone) === offsetAt(at + daySeconds, zone),
  )

test('any event comes back from a parser: its texts, and its instants by the zones of the feed', () => {
  fc.assert(
    fc.property(fc.array(anyFeedEvent, { maxLength: 6 }), events => {
      const parsed = eventsOf(written(ics, events))
      assert.equal(parsed.length, events.length)
      for (const [at, event] of events.entries()) {
        const component = parsed[at] as ICAL.Component
        assert.equal(component.getFirstPropertyValue('summary'), event.title.text)
        assert.equal(component.getFirstPropertyValue('uid'), `event-${event.id}@calendar.example`)
        if (event.isAllDay || !isClear(event)) continue
        assert.equal(instantIn(component, 'dtstart'), event.utcStarts)
        const ends = instantIn(component, 'dtend')
        assert.equal(ends ?? event.utcStarts, event.utcEnds)
      }
    }),
    { numRuns: 300 },
  )
})

test('an event has its title, dates, venue, organizers and cost', () => {
  const event = feedEventOf({
    html: '<p>Come &amp; <b>see</b>; all, welcome.</p>',
    categories: ['Music, live', 'Family'],
    tags: ['outdoor'],
    cost: '10 €',
    venues: [
      {
        name: 'Grand Hall',
        url: 'https://calendar.example/venue/grand-hall/',
        address: '1 rue de la Paix, Paris',
        point: { lat: 48.86, lng: 2.33 },
      },
    ],
    organizers: [
      {
        name: 'Friends: “all”',
        url: 'https://calendar.example/organizer/f/',
        email: 'f@x.example',
        phone: '',
      },
      { name: 'Others', url: 'https://calendar.example/organizer/o/', email: '', phone: '+33 1' },
    ],
  })
  const lines = linesOf(written(ics, [event]))
  for (const line of [
    'UID:event-12@calendar.example',
    'SEQUENCE:2',
    'DTSTAMP:20261120T100000Z',
    'LAST-MODIFIED:20261120T100000Z',
    'CREATED:20261101T100000Z',
    'DTSTART;TZID=Europe/Paris:20270704T200000',
    'DTEND;TZID=Europe/Paris:20270704T220000',
    'SUMMARY;LANGUAGE=en:Summer fair',
    'DESCRIPTION;LANGUAGE=en:Come & see\\; all\\, welcome.\\n\\nhttps://calendar.example/event/summer-fair/',
    'X-ALT-DESC;FMTTYPE=text/html:<p>Come &amp\\; <b>see</b>\\; all\\, welcome.</p>',
    'LOCATION;LANGUAGE=en:Grand Hall\\, 1 rue de la Paix\\, Paris',
    'GEO:48.86;2.33',
    'ORGANIZER;CN="Friends: “all”":mailto:f@x.example',
    'CONTACT:Others\\, +33 1',
    'CATEGORIES:Music\\, live,Family,outdoor',
    'URL:https://calendar.example/event/summer-fair/',
    'STATUS:CONFIRMED',
    'TRANSP:TRANSPARENT',
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'SOURCE;VALUE=URI:https://calendar.example/events.ics?categories=jazz',
    'X-WR-CALNAME:Events',
  ])
    assert.ok(lines.includes(line), line)
})

test('whole days are dates, and end on the day after the last', () => {
  const event = feedEventOf({
    isAllDay: true,
    starts: wallTime(2026, 12, 31),
    ends: wallTime(2027, 1, 1, 23, 59, 59),
  })
  const text = written(ics, [event])
  assert.ok(text.includes('DTSTART;VALUE=DATE:20261231\r\nDTEND;VALUE=DATE:20270102\r\n'))
  assert.ok(!text.includes('VTIMEZONE'))
})

test('an event that takes no time has no end', () => {
  const at = wallTime(2027, 7, 4, 20)
  const text = written(ics, [feedEventOf({ starts: at, ends: at })])
  assert.ok(text.includes('DTSTART'))
  assert.ok(!text.includes('DTEND'))
})

test('a zone has its offsets for the years of its events, under the name in the event', () => {
  const events = [2026, 2028].map(year =>
    feedEventOf({ zone: 'America/Montreal', starts: wallTime(year, 7, 4) }),
  )
  const [zone] = parsed(written(ics, events)).getAllSubcomponents('vtimezone')
  assert.equal(zone?.getFirstPropertyValue('tzid'), 'America/Montreal')
  const observances = zone
    ?.getAllSubcomponents()
    .map(
      each =>
        `${each.name} ${each.getFirstPropertyValue('dtstart')} ${each.getFirstPropertyValue('tzoffsetfrom')} ${each.getFirstPropertyValue('tzoffsetto')} ${each.getFirstPropertyValue('tzname')}`,
    )
  assert.deepEqual(observances, [
    'daylight 2026-03-08T02:00:00 -05:00 -04:00 EDT',
    'standard 2026-11-01T02:00:00 -04:00 -05:00 EST',
    'daylight 2027-03-14T02:00:00 -05:00 -04:00 EDT',
    'standard 2027-11-07T02:00:00 -04:00 -05:00 EST',
    'daylight 2028-03-12T02:00:00 -05:00 -04:00 EDT',
    'standard 2028-11-05T02:00:00 -04:00 -05:00 EST',
  ])
})

test('each zone stands once, and one named by its offset is written with Z', () => {
  const zones = ['Europe/Paris', 'UTC', 'Europe/Paris', 'UTC+5:30', 'Etc/UTC']
  const text = written(
    ics,
    zones.map((zone, id) => feedEventOf({ zone, id })),
  )
  const names = parsed(text)
    .getAllSubcomponents('vtimezone')
    .map(zone => zone.getFirstPropertyValue('tzid'))
  assert.deepEqual(names, ['Europe/Paris'])
  assert.ok(text.includes('DTSTART:20270704T143000Z\r\n'))
  assert.ok(text.includes('DTSTART:20270704T200000Z\r\n'))
})

test('a removed event is cancelled, and its texts are not shown', () => {
  const writer = ics.open(feedAbout({ language: 'fr' }))
  const starts = wallTime(2027, 7, 4, 20)
  const day = { starts: wallTime(2027, 8, 1), ends: wallTime(2027, 8, 1, 23, 59, 59) }
  writer.gone?.({
    id: 7,
    version: 5,
    at: wallTime(2026, 11, 20),
    dates: [
      {
        occurrence: 7,
        starts,
        ends: starts + 60,
        utcStarts: starts - 7200,
        utcEnds: starts - 7140,
      },
      { occurrence: 9, ...day, utcStarts: 0, utcEnds: 0 },
    ],
  })
  const [first, second] = eventsOf(Buffer.concat(writer.finish()).toString())
  const propertiesOf = (event?: ICAL.Component) =>
    Object.fromEntries(
      event?.getAllProperties().map(one => [one.name, String(one.getFirstValue())]) ?? [],
    )
  assert.deepEqual(propertiesOf(first), {
    uid: 'event-7@calendar.example',
    dtstamp: '2026-11-20T00:00:00Z',
    sequence: '4',
    'last-modified': '2026-11-20T00:00:00Z',
    dtstart: '2027-07-04T18:00:00Z',
    dtend: '2027-07-04T18:01:00Z',
    summary: 'Annulé',
    status: 'CANCELLED',
    transp: 'TRANSPARENT',
  })
  assert.equal(propertiesOf(second).uid, 'event-9@calendar.example')
  assert.equal(propertiesOf(second).dtend, '2027-08-02')
})

test('an event that does not take place as announced has its status and reason', () => {
  const lines = (of: Parameters<typeof feedEventOf>[0]) =>
    linesOf(written(ics, [feedEventOf({ html: '', ...of })]))
  const cancelled = lines({ held: 'cancelled', reason: 'Storm' })
  assert.ok(cancelled.includes('STATUS:CANCELLED'))
  assert.ok(cancelled.includes('SUMMARY;LANGUAGE=en:Cancelled: Summer fair'))
  assert.ok(
    cancelled.includes(
      'DESCRIPTION;LANGUAGE=en:Storm\\n\\nhttps://calendar.example/event/summer-fair/',
    ),
  )
  const postponed = lines({ held: 'postponed', language: 'fr' })
  assert.ok(postponed.includes('STATUS:TENTATIVE'))
  assert.ok(postponed.includes('SUMMARY;LANGUAGE=fr:Reporté\u00a0: Summer fair'))
  const onlineUrl = 'https://meet.example/a'
  const moved = lines({ held: 'moved_online', attendance: 'online', onlineUrl })
  assert.ok(moved.includes('STATUS:CONFIRMED'))
  assert.ok(moved.includes(`LOCATION;LANGUAGE=en:${onlineUrl}`))
  assert.ok(moved.includes(`CONFERENCE;VALUE=URI:${onlineUrl}`))
})

test('one event alone is nothing to subscribe to', () => {
  const text = written(ics, [feedEventOf()], feedAbout({ isSingle: true }))
  for (const name of ['REFRESH-INTERVAL', 'X-WR-CALNAME', 'SOURCE', 'TRANSP'])
    assert.ok(!text.includes(name), name)
})

test('the first and the last days that can be written are written', () => {
  const events = [
    feedEventOf({ starts: wallTime(2, 1, 1), ends: wallTime(9998, 12, 31, 23, 59, 59) }),
    feedEventOf({
      isAllDay: true,
      starts: wallTime(9999, 12, 31),
      ends: wallTime(9999, 12, 31, 23, 59, 59),
    }),
  ]
  const text = written(ics, events)
  assert.ok(text.includes('DTSTART;TZID=Europe/Paris:00020101T000000'))
  assert.ok(text.includes('DTSTART;VALUE=DATE:99991231\r\nSUMMARY'))
})
