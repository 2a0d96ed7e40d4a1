import assert from 'node:assert/strict'
import { test } from 'node:test'
import { icsInWords } from '../../../test/support/ics-in-words.ts'
import { sourceOf } from '../../../test/support/import-source.ts'
import { readIcs } from './read-ics.ts'

const start = 'DTSTART;TZID=Europe/Paris:20270704T200000'

const event = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:a', ...lines, 'END:VEVENT']

/** The items of the events of one file, without the line and UID of each. */
async function read(...events: string[][]): Promise<string> {
  const lines = ['BEGIN:VCALENDAR', ...events.flat(), 'END:VCALENDAR', '']
  const words = await icsInWords(lines.join('\r\n'))
  return words.map(line => line.replace(/^\d+ a(?=[ /])/, 'a')).join('\n')
}

const expected: [name: string, events: string[][], words: string][] = [
  [
    'an empty RRULE says nothing',
    [event(start, 'RRULE:', 'SUMMARY:Holiday')],
    'a Holiday: 2027-07-04 20:00:00',
  ],
  [
    'of COUNT and UNTIL the one that can be read',
    [event(start, 'RRULE:FREQ=WEEKLY;UNTIL=20270720;COUNT=-1;BYDAY=SU', 'SUMMARY:S')],
    `a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;UNTIL=20270720;BYDAY=SU"]}
  note: RRULE cannot be read and is left out: “COUNT=-1”.`,
  ],
  [
    'texts of vCalendar 1.0, with lines that go on',
    [
      event(
        start,
        'SUMMARY;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:F=C3=AAte=',
        ' de la musique',
        'DESCRIPTION;ENCODING=quoted-printable:=C3=80 20 h=0D=0AEntr=E9e =3D 5 =',
        'euros',
      ),
    ],
    'a Fête de la musique: 2027-07-04 20:00:00 {"description":"À 20 h\\nEntrée = 5 euros"}',
  ],
  [
    'a class that is not known is private, and a bare host a URL',
    [event(start, 'CLASS:X-FOO', 'URL:www.example.org/x', 'SUMMARY:S')],
    `a S: 2027-07-04 20:00:00 {"website":"https://www.example.org/x","status":"private"}
  note: CLASS is “X-FOO”, which is no known class: the event is private.`,
  ],
  [
    'a RECURRENCE-ID that is no date',
    [event(start, 'RECURRENCE-ID:foo', 'SUMMARY:S')],
    `a/2027-07-04 20:00:00 S: 2027-07-04 20:00:00
  note: RECURRENCE-ID cannot be read and is left out: “foo”.`,
  ],
  [
    'escapes in a rule',
    [event(start, 'RRULE:FREQ=DAILY\\;COUNT=10', 'SUMMARY:S')],
    'a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=10"]}',
  ],
  [
    'a rule whose end may be misspelt does not go on for ever',
    [event(start, 'RRULE:FREQ=WEEKLY;UNTL=20280101', 'SUMMARY:S')],
    `a S: 2027-07-04 20:00:00
  note: RRULE cannot be kept and is left out: “FREQ=WEEKLY;UNTL=20280101”. Only the dates beside it are imported.
  note: RRULE.UNTL is not a part of a rule. Expected one of: FREQ, INTERVAL, COUNT, UNTIL, WKST, BYDAY, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS.`,
  ],
  [
    'an EXDATE with a length',
    [event(start, 'RRULE:FREQ=DAILY;COUNT=3', 'EXDATE:20270705T200000/PT2H', 'SUMMARY:S')],
    'a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=3","EXDATE:20270705T200000"]}',
  ],
  [
    'an EXDATE of the one date of a rule',
    [event(start, 'RRULE:FREQ=DAILY;COUNT=1', 'EXDATE:20270704T200000', 'SUMMARY:S')],
    'a skipped: EXDATE leaves no date of the event: there is nothing to show.',
  ],
  [
    'EXDATEs of all dates',
    [event(start, 'RRULE:FREQ=DAILY;COUNT=2', 'EXDATE;VALUE=DATE:20270704,20270705', 'SUMMARY:S')],
    'a skipped: EXDATE leaves no date of the event: there is nothing to show.',
  ],
  [
    'an EXRULE without an end takes the rule along',
    [event(start, 'RRULE:FREQ=DAILY', 'EXRULE:FREQ=DAILY;INTERVAL=4', 'SUMMARY:S')],
    `a S: 2027-07-04 20:00:00
  note: RRULE cannot be kept and is left out: “FREQ=DAILY”. Only the dates beside it are imported.`,
  ],
  [
    'RDATEs before the start that the rule gives too: it starts there',
    [
      event(
        'DTSTART;VALUE=DATE:20270704',
        'RDATE;VALUE=DATE:20250704,20260704',
        'RRULE:FREQ=YEARLY',
        'SUMMARY:S',
      ),
    ],
    'a S: 2025-07-04–2025-07-04 {"recurrence":["RRULE:FREQ=YEARLY","RDATE;VALUE=DATE:20250704,20260704"]}',
  ],
  [
    'RDATEs alone, one of them before the start',
    [event(start, 'RDATE;TZID=Europe/Paris:20270627T200000', 'SUMMARY:S')],
    'a S: 2027-06-27 20:00:00 {"recurrence":["RDATE:20270627T200000,20270704T200000"]}',
  ],
  [
    'an RDATE before the start of a rule that does not give it',
    [
      event(
        start,
        'RDATE;TZID=Europe/Paris:20270626T200000',
        'RRULE:FREQ=WEEKLY;COUNT=2',
        'SUMMARY:S',
      ),
    ],
    `a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=WEEKLY;COUNT=2"]}
  note: RDATE is before DTSTART, where the rule begins, and is left out: “20270626T200000”.`,
  ],
  [
    'a RECURRENCE-ID is one date, whatever rule it has',
    [
      event(start, 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:S'),
      event(
        'RECURRENCE-ID;TZID=Europe/Paris:20270901T200000',
        'DTSTART;TZID=Europe/Paris:20270901T200000',
        'RRULE:FREQ=DAILY',
        'SUMMARY:One date',
      ),
    ],
    `a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=3"]}
a/2027-09-01 20:00:00 One date: 2027-09-01 20:00:00`,
  ],
  [
    'a RECURRENCE-ID at the midnight of Exchange is that day',
    [
      event(start, 'RRULE:FREQ=DAILY;COUNT=3', 'SUMMARY:S'),
      event(
        'RECURRENCE-ID;TZID=W. Europe Standard Time:20270705T000000',
        'DTSTART;TZID=Europe/Paris:20270705T210000',
        'SUMMARY:S',
      ),
    ],
    `a S: 2027-07-04 20:00:00 {"recurrence":["RRULE:FREQ=DAILY;COUNT=3"]}
  8 2027-07-05 20:00:00 {"start_date":"2027-07-05 21:00:00","end_date":"2027-07-05 21:00:00"}`,
  ],
  [
    'a zone with a hyphen, and one that nobody defines',
    [
      event('DTSTART;TZID=US-Eastern:20270704T200000', 'SUMMARY:East'),
      event('DTSTART;TZID=Customized Time Zone:20270705T200000', 'SUMMARY:Somewhere'),
    ],
    `a/2027-07-04 20:00:00 East: 2027-07-04 20:00:00 US/Eastern
a/2027-07-05 20:00:00 Somewhere: 2027-07-05 20:00:00
  note: No time zone is called “Customized Time Zone”, and the file does not define it: it is read as Europe/Paris.`,
  ],
  [
    'of two events with one UID and start, the one that is left out is named',
    [event(start, 'SUMMARY:One'), event(start, 'SUMMARY:Another')],
    `a Another: 2027-07-04 20:00:00
  note: Another event has this UID too and is left out: “One”.`,
  ],
  [
    'an earlier version is left out in silence',
    [event(start, 'SEQUENCE:1', 'SUMMARY:New'), event(start, 'SUMMARY:Old')],
    'a New: 2027-07-04 20:00:00',
  ],
]

for (const [name, events, words] of expected)
  test(name, async () => {
    assert.equal(await read(...events), words)
  })

test('a title in one language alone makes the event one of that language', async () => {
  const lines = [
    'BEGIN:VCALENDAR',
    ...event(start, 'SUMMARY;LANGUAGE=fr:Été', 'DESCRIPTION:Chaud'),
    'END:VCALENDAR',
  ]
  const context = { zone: 'Europe/Paris', language: 'en', now: 0 } as const
  const languages: unknown[] = []
  for await (const each of readIcs(sourceOf('a.ics', lines.join('\r\n')), context))
    if ('values' in each) languages.push(each.language, each.values.title, each.values.translations)
  assert.deepEqual(languages, ['fr', 'Été', undefined])
})
