import assert from 'node:assert/strict'
import { createReadStream, readdirSync } from 'node:fs'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { icsInWords } from '../../../test/support/ics-in-words.ts'

const folder = new URL('../../../test/fixtures/ics/', import.meta.url)
const read = icsInWords

/** The content of each file, read by hand from RFC 5545 and the habits of the programs that write so. */
const expected: Record<string, string> = {
  alarms: `
4 a With an alarm: 2027-07-04 20:00:00 {"description":"Its own"}`,
  'broken-lines': `
8 a refused: DTSTART is not a date: “2027070”. Expected 20270704, 20270704T200000 or 20270704T180000Z.
11 b refused: The event has no DTSTART.
16 c Optional lines are left out: 2027-07-04 20:00:00
  note: Line 24 cannot be read and is left out.
  note: DTEND cannot be read and is left out: “tomorrow”.
  note: RDATE cannot be read and is left out: “soon”.
  note: URL cannot be read and is left out: “not a url”.
30 d refused: DTSTART is not a date: “20270230T200000”. Expected 20270704, 20270704T200000 or 20270704T180000Z.
33 e This one is read: 2027-07-04 20:00:00`,
  cancelled: `
4 a Off: 2027-07-04 20:00:00 {"event_status":"cancelled"}
11 b Perhaps: 2027-07-04 20:00:00`,
  'cut-off': `
3 a Whole: 2027-07-04 20:00:00
9 ? refused: The event has no END:VEVENT: the file ends within it. Expected a complete file.`,
  days: `
4 a Three days: 2027-07-04–2027-07-06
11 b No VALUE=DATE: 2027-07-04–2027-07-04
18 c End is start: 2027-07-04–2027-07-04
25 d No end: 2027-07-04–2027-07-04
31 e Two days long: 2027-07-04–2027-07-05
38 f Outlook’s day: 2027-07-04–2027-07-04`,
  'displayed-zones': `
4 a Without quotes: 2027-07-04 20:00:00 America/New_York
10 b In quotes: 2027-07-04 20:00:00 America/New_York
16 c Cities: 2027-07-04 20:00:00 Europe/Amsterdam
22 d GMT: 2027-07-04 20:00:00 America/Los_Angeles
28 e Arizona: 2027-07-04 20:00:00 America/Phoenix
34 f No offset: 2027-07-04 20:00:00 Europe/Dublin
40 g The third city: 2027-07-04 20:00:00 Asia/Tokyo
46 h Universal: 2027-07-04 20:00:00 UTC`,
  durations: `
4 a Hours: 2027-07-04 20:00:00–2027-07-04 22:30:00
11 b A day over the change of clocks: 2027-03-27 20:00:00–2027-03-28 20:00:00
18 c 24 hours over it: 2027-03-27 20:00:00–2027-03-28 21:00:00
25 d Below zero: 2027-07-04 20:00:00
  note: DURATION cannot be read and is left out: “-PT5M”.
32 e Ends before it starts: 2027-07-04 20:00:00
  note: DTEND is before DTSTART and is left out.
39 f No end: 2027-07-04 20:00:00`,
  empty: `
`,
  'end-missing': `
4 a No END: 2027-07-04 20:00:00
9 b Next: 2027-07-05 20:00:00`,
  'exdate-day': `
4 a Days removed: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=5","EXDATE;VALUE=DATE:20270705,20270706"]}`,
  'exdate-zones': `
4 a Removed on other clocks: 2027-07-04 20:00:00 America/New_York {"recurrence":["RRULE:FREQ=DAILY;COUNT=5","EXDATE:20270705T200000,20270706T200000"]}`,
  'floating-site': `
4 a On the clock of the site: 2027-07-04 20:00:00`,
  floating: `
6 a On the clock of the calendar: 2027-07-04 20:00:00 America/New_York
12 b A moment, on that clock: 2027-07-04 14:00:00 America/New_York`,
  'fold-in-character': `
2 a Fête à Évry: 2027-07-04 20:00:00`,
  'homemade-zones': `
19 a Like Paris: 2027-07-04 20:00:00
  note: The time zone “Customized Time Zone” is read as Europe/Paris.
25 b Rules of before 2007: 2027-07-04 20:00:00 America/New_York
  note: The time zone “New York old” is read as America/New_York.
31 c Fixed: 2027-07-04 20:00:00 UTC+3:30
  note: The time zone “Plus three” is read as UTC+3:30.
37 d By its location: 2027-07-04 20:00:00 Europe/Madrid`,
  html: `
4 a Rich: 2027-07-04 20:00:00 {"description":"<p>Rich <b>text</b></p>"}
12 b HTML in the text: 2027-07-04 20:00:00 {"description":"<p>One</p><br>Two"}`,
  images: `
4 a IMAGE: 2027-07-04 20:00:00 {"image":"https://example.org/a.png"}
11 b A program: 2027-07-04 20:00:00 {"image":"https://example.org/b.webp?w=2"}
19 c Within: 2027-07-04 20:00:00`,
  languages: `
4 a Summer fair: 2027-07-04 20:00:00 {"description":"Come","translations":{"fr":{"title":"Fête d’été","description":"Venez"}}}`,
  'line-feeds': `
4 a Folded with LF: 2027-07-04 20:00:00`,
  mark: `
4 a Été: 2027-07-04 20:00:00`,
  'method-cancel': `
5 a Off: 2027-07-04 20:00:00 {"event_status":"cancelled"}`,
  'no-title': `
4 a The first line: 2027-07-04 20:00:00 {"description":"The first line\\nThe second"}
10 b Market: 2027-07-04 20:00:00 {"categories":["Market"]}
17 c refused: The event has no SUMMARY, no DESCRIPTION and no CATEGORIES to name it by.`,
  'no-uid': `
4 l9uuMupZKCXgGPIsvucClJDpwpQWW_Pt5WSUeBWvdpM One: 2027-07-04 20:00:00
8 6baqfM0RMIPB1u-n_GxGBcL-QMFgRlmdyVVqU2xCHtQ Two: 2027-07-05 20:00:00`,
  'not-a-calendar': `
unreadable: This is not an iCalendar file: it has no line BEGIN:VCALENDAR.`,
  organizers: `
4 a Empty name: 2027-07-04 20:00:00 {"organizer":[{"organizer":"a@example.org","email":"a@example.org"}]}
11 b Quotes within: 2027-07-04 20:00:00 {"organizer":[{"organizer":"Jane Doe","email":"jane@example.org"}]}
18 c A colon: 2027-07-04 20:00:00 {"organizer":[{"organizer":"Dept: Music","email":"music@example.org"}]}
25 d A calendar: 2027-07-04 20:00:00 {"organizer":[{"organizer":"Town calendar"}]}
32 e Nobody: 2027-07-04 20:00:00
39 f Whom to ask: 2027-07-04 20:00:00 {"organizer":[{"organizer":"Jim Dolittle","phone":"+1-919-555-1234","email":"jim@example.org"}]}`,
  'other-spellings': `
4 a With signs: 2027-07-04 20:00:00–2027-07-04 22:00:00
11 b With an offset: 2027-07-04 20:00:00`,
  'override-day': `
4 a Choir: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=4"]}
  11 2027-07-11 20:00:00 {"title":"Named by its day"}
18 b Market: 2027-07-04–2027-07-04 {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=4"]}
  25 2027-07-18 00:00:00 {"title":"Market on Monday","start_date":"2027-07-19 00:00:00","end_date":"2027-07-19 23:59:59"}`,
  'override-first': `
12 a Choir: 2027-07-04 20:00:00–2027-07-04 22:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=4"]}
  4 2027-07-11 20:00:00 {"title":"Before its master"}`,
  'override-stale': `
4 a Choir: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=4"]}
  33 2027-07-18 20:00:00 {"title":"From here on","start_date":"2027-07-18 21:00:00","end_date":"2027-07-18 21:00:00"}
  note: RECURRENCE-ID with RANGE=THISANDFUTURE is read for its one date. Expected an event of its own for those after it.
11 a/2027-07-06 20:00:00 Not of the rule: 2027-07-06 21:00:00
26 b/2027-07-06 20:00:00 Without a master: 2027-07-06 20:00:00`,
  override: `
4 a Choir: 2027-07-04 20:00:00–2027-07-04 22:00:00 {"venue":{"venue":"Church"},"recurrence":["RRULE:FREQ=WEEKLY;COUNT=4"]}
  13 2027-07-11 20:00:00 {"title":"Choir on Monday","start_date":"2027-07-12 19:00:00","end_date":"2027-07-12 21:00:00"}
  22 2027-07-18 20:00:00 {"event_status":"cancelled"}`,
  'path-zones': `
4 a Mozilla: 2027-07-04 20:00:00 Europe/Berlin
10 b Three parts: 2027-07-04 20:00:00 America/Argentina/Buenos_Aires
16 c Microsoft: 2027-07-04 20:00:00 UTC
22 d An offset: 2027-07-04 20:00:00 UTC+2
28 e Small letters: 2027-07-04 20:00:00`,
  places: `
4 a Apple: 2027-07-04 20:00:00 {"venue":{"venue":"Parc Floral","address":"Route de la Pyramide, 75012 Paris","geo_lat":48.838,"geo_lng":2.443}}
12 b Online: 2027-07-04 20:00:00 {"online_url":"https://meet.example.org/abc","attendance":"online"}
19 c Both: 2027-07-04 20:00:00 {"venue":{"venue":"Library"},"online_url":"https://meet.example.org/abc","attendance":"mixed"}
27 d Nowhere: 2027-07-04 20:00:00 {"venue":{"venue":"Pier"}}
35 e Address alone: 2027-07-04 20:00:00 {"venue":{"venue":"12 rue de la Paix, Paris"}}`,
  plain: `
4 a@x Concert, open air; free: 2027-07-04 20:00:00–2027-07-04 22:00:00 {"description":"First line\\nSecond &amp; third &lt;3","website":"https://example.org/concert","venue":{"venue":"Salle Pleyel","address":"252 rue du Faubourg, Paris","geo_lat":48.877,"geo_lng":2.301},"organizer":[{"organizer":"Les Amis du jazz","email":"jazz@example.org"}],"categories":["Music","Open air","Jazz, swing"],"image":"https://example.org/poster.jpg"}`,
  private: `
4 a For us: 2027-07-04 20:00:00 {"status":"private"}
11 b For all: 2027-07-04 20:00:00`,
  'quote-missing': `
4 a A quote is missing: 2027-07-04 20:00:00–2027-07-04 21:00:00 America/New_York
11 b In a name too: 2027-07-04 20:00:00 {"organizer":[{"organizer":"Jane Doe","email":"jane@example.org"}]}`,
  'raw-line-breaks': `
4 a Raw: 2027-07-04 20:00:00 {"description":"First\\nSecond: with a colon\\nThird without","venue":{"venue":"Hall"}}
14 b Next: 2027-07-04 20:00:00`,
  returns: `
4 a Folded with CR: 2027-07-04 20:00:00`,
  rule: `
4 a Choir: 2027-07-04 20:00:00–2027-07-04 22:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;BYDAY=SU;UNTIL=20270901T215959Z","RDATE:20270707T180000","RDATE;VALUE=PERIOD:20270708T180000/20270708T183000","EXDATE:20270711T200000,20270718T200000,20270725T200000"]}`,
  'rules-odd': `
4 a A blank: 2027-07-05 20:00:00 {"recurrence":["RRULE:FREQ=MONTHLY;BYDAY=1MO"]}
11 b Blanks and small letters: 2027-07-04 20:00:00 {"recurrence":["RRULE:freq=weekly;byday=SU,MO;COUNT=4"]}
18 c Parts that say nothing: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=2"]}
25 d Ended before it began: 2027-07-04 20:00:00
32 e Once: 2027-07-04 20:00:00
39 f Twice the same rule: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=2"]}
47 g Days until a time: 2027-07-04–2027-07-04 {"recurrence":["RRULE:FREQ=DAILY;UNTIL=20270706"]}`,
  'rules-refused': `
4 a Each second: 2027-07-04 20:00:00
  note: RRULE cannot be kept and is left out: “FREQ=SECONDLY”. Only the dates beside it are imported.
  note: RRULE.FREQ is missing or not valid. Expected YEARLY, MONTHLY, WEEKLY, DAILY or HOURLY.
11 b Never: 2027-07-04 20:00:00
  note: RRULE cannot be kept and is left out: “FREQ=DAILY;COUNT=0”. Only the dates beside it are imported.
  note: RRULE.COUNT is not valid. Expected a whole number from 1 to 100000.
18 c Two ends: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=3"]}
  note: RRULE cannot be read and is left out: “UNTIL=20280101”.
25 d Two rules: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=3","RDATE:20270704T200000,20270711T200000,20270718T200000"]}
33 e Excluded by a rule: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=9","EXDATE:20270704T200000,20270711T200000"]}
41 f No frequency: 2027-07-04 20:00:00
  note: RRULE cannot be kept and is left out: “FREQ=FORTNIGHTLY”. Only the dates beside it are imported.
  note: RRULE.FREQ is missing or not valid. Expected YEARLY, MONTHLY, WEEKLY, DAILY or HOURLY.
48 g This one is read: 2027-07-04 20:00:00`,
  'same-uid': `
4 a New version: 2027-07-04 20:00:00
18 b/2027-07-04 20:00:00 One: 2027-07-04 20:00:00
24 b/2027-07-05 20:00:00 Another: 2027-07-05 20:00:00`,
  'start-not-matched': `
4 a Begins on a Monday: 2027-07-05 20:00:00–2027-07-05 21:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;BYDAY=SU;COUNT=3","RDATE:20270705T200000"]}
12 b Days: 2027-07-05–2027-07-05 {"recurrence":["RRULE:FREQ=WEEKLY;BYDAY=SU","RDATE;VALUE=DATE:20270705"]}`,
  'two-calendars': `
3 a Tokyo: 2027-07-04 20:00:00 Asia/Tokyo
12 b Rome: 2027-07-04 20:00:00 Europe/Rome`,
  utc: `
4 a Moment: 2027-07-04 20:00:00–2027-07-04 22:00:00
11 b Series in UTC: 2027-07-04 18:00:00 UTC {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=3"]}`,
  'utf-16': `
4 a Été: 2027-07-04 20:00:00`,
  'windows-1252': `
4 a L’été à 12 €: 2027-07-04 20:00:00`,
  'windows-zones': `
4 a Romance: 2027-07-04 20:00:00
10 b Eastern: 2027-07-04 20:00:00 America/New_York
16 c In quotes: 2027-07-04 20:00:00 Europe/Berlin
22 d London: 2027-07-04 20:00:00 Europe/London`,
  'zone-of-other-years': `
12 a Names are trusted first: 2027-07-04 20:00:00 Europe/Berlin`,
  'zone-unknown': `
4 a No such zone: 2027-07-04 20:00:00
  note: No time zone is called “Middle Earth”, and the file does not define it: it is read as Europe/Paris.
10 b This one is read: 2027-07-04 20:00:00`,
}

for (const [name, lines] of Object.entries(expected))
  test(`reads ${name}.ics`, async () => {
    const output = await read(() => createReadStream(new URL(`${name}.ics`, folder)))
    assert.equal(output.join('\n'), lines.trim())
  })

test('each file has its expectation', () => {
  const files = readdirSync(folder).map(file => file.replace(/\.ics$/, ''))
  assert.deepEqual(files.toSorted(), Object.keys(expected).toSorted())
})

test('a file says the same however its bytes arrive', async () => {
  for (const name of ['utf-16', 'returns', 'fold-in-character', 'plain', 'mark', 'rule'])
    for (const highWaterMark of [1, 2, 7]) {
      const file = new URL(`${name}.ics`, folder)
      const output = await read(() => createReadStream(file, { highWaterMark }))
      assert.equal(
        output.join('\n'),
        expected[name]?.trim(),
        `${name} in parts of ${highWaterMark}`,
      )
    }
})

const eventOf = (...lines: string[]) =>
  [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:a',
    'DTSTART:20270704T200000',
    ...lines,
    'END:VEVENT',
    '',
  ]
    .concat('BEGIN:VEVENT', 'UID:b', 'DTSTART:20270705T200000', 'SUMMARY:Next', 'END:VEVENT')
    .concat('END:VCALENDAR')
    .join('\r\n')

const readText = (text: string) =>
  read(async function* () {
    yield Buffer.from(text)
  })

test('a long line is cut, a long event is refused, and the next one is read', async () => {
  const image = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(600_000)}`
  const folded = `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(70)}${`\r\n ${'A'.repeat(70)}`.repeat(9000)}`
  for (const line of [image, folded]) {
    const [first, note, next] = await readText(eventOf('SUMMARY:Large', line))
    assert.equal(first, '2 a Large: 2027-07-04 20:00:00')
    assert.match(String(note), /note: Line 6 cannot be read/)
    assert.match(String(next), /b Next/)
  }
  const comments = Array.from({ length: 30 }, () => `COMMENT:${'x'.repeat(100_000)}`)
  const [refused, next] = await readText(eventOf('SUMMARY:Large', ...comments))
  assert.match(String(refused), /2 \? refused: The event is too long/)
  assert.match(String(next), /b Next/)
})

test('hostile rules and many dates cost little', async () => {
  const dates = (size: number) =>
    Array.from({ length: size }, (_, n) =>
      [
        'END:VEVENT',
        'BEGIN:VEVENT',
        'UID:a',
        'SUMMARY:Other',
        `RECURRENCE-ID:${20270101 + (n % 28)}T200000`,
        `DTSTART:${20270101 + (n % 28)}T210000`,
      ].join('\r\n'),
    )
  await linearIn(3000, dates, all => readText(eventOf('SUMMARY:Many', 'RRULE:FREQ=HOURLY', ...all)))
  await readText(eventOf('SUMMARY:Never', 'RRULE:FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30'))
})

const blanks = (size: number) => ' '.repeat(size)
const longRuns: Record<string, (size: number) => string> = {
  'openings of paragraphs': size => `DESCRIPTION:${'<p'.repeat(size)}`,
  'openings of bodies': size => `X-ALT-DESC;FMTTYPE=text/html:${'<body'.repeat(size / 2)}`,
  'openings of styles': size => `X-ALT-DESC;FMTTYPE=text/html:<p>${'<style'.repeat(size / 2)}`,
  'blanks in a place': size => `LOCATION:ab${blanks(size)}c`,
  'blanks in an address': size => `LOCATION:Hall\\, ab${blanks(size)}c`,
  'blanks in a parameter': size => `SUMMARY;A${blanks(size)}b:A`,
  'blanks in the value of a parameter': size => `SUMMARY;A=b${blanks(size)}c:A`,
  'blanks in a contact': size => `CONTACT:a${blanks(size)}b`,
  'blanks in a time': size => `DTEND:20270704T2000${blanks(size)}a`,
  'quotes in a name': size => `ORGANIZER;CN=a${"'".repeat(size)}b:mailto:a@town.example`,
  'mail addresses': size => `ORGANIZER:${'mailto:'.repeat(size / 4)}`,
}
for (const [name, lineOf] of Object.entries(longRuns))
  test(`long runs cost little: ${name}`, () =>
    linearIn(80_000, lineOf, async line => {
      const [own, next] = await readText(eventOf('SUMMARY:Long', line))
      assert.match(String(own), / a /)
      assert.match(String(next), /b Next|note/)
    }))

test('the body of a document is read without what it hides', async () => {
  const html =
    '<html><head><style>a</style></head><body class="a"><STYLE>b</style><p>Text <script>1</script>here</p><style>open</body></html>'
  const [own] = await readText(eventOf('SUMMARY:A', `X-ALT-DESC;FMTTYPE=text/html:${html}`))
  assert.match(String(own), /"description":"<p>Text here<\/p><style>open"/)
})

test('a date that is confirmed takes place, though its series is cancelled', async () => {
  const event = (...lines: string[]) =>
    ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', ...lines, 'END:VEVENT'].join('\n')
  const series = event('DTSTART:20270704T200000', 'RRULE:FREQ=WEEKLY', 'STATUS:CANCELLED')
  const date = (...lines: string[]) => event('RECURRENCE-ID:20270711T200000', ...lines)
  for (const [own, values] of [
    [date('STATUS:CONFIRMED'), '{"event_status":"scheduled"}'],
    [date('STATUS:CANCELLED'), '{}'],
    [date(), '{}'],
  ] as const) {
    const [, different] = await readText(`${series}\n${own}`)
    assert.equal(different, `  8 2027-07-11 20:00:00 ${values}`)
  }
})

test('times beyond the year 9999 are those of its last second', async () => {
  const last = '9999-12-31 23:59:59'
  for (const [lines, when] of [
    [['DTSTART:99991231T235959Z'], last],
    [['DTSTART:20270704T200000', 'DTEND:99991231T235959Z'], `2027-07-04 20:00:00–${last}`],
    [['DTSTART:99991231T200000', 'DURATION:PT5H'], `9999-12-31 20:00:00–${last}`],
    [['DTSTART;VALUE=DATE:99991231', 'DURATION:P2D'], '9999-12-31–9999-12-31'],
  ] as const) {
    const event = ['BEGIN:VEVENT', 'UID:a', 'SUMMARY:A', ...lines, 'END:VEVENT'].join('\n')
    assert.deepEqual(await readText(event), [`1 a A: ${when}`])
  }
})

test('a position is read with decimal commas too', async () => {
  for (const geo of ['48,85;2,35', '48.85;2.35', '48.85,2.35', '48,85; 2,35']) {
    const [own] = await readText(eventOf('SUMMARY:A', 'LOCATION:Hall', `GEO:${geo}`))
    assert.match(String(own), /"geo_lat":48.85,"geo_lng":2.35/, geo)
  }
})
