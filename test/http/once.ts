import { png, type SentRequest } from './filled.ts'

type Once = SentRequest & {
  name: string
  who?: 'administrator' | 'contributor'
  headers?: Record<string, string>
}

const form = { 'Content-Type': 'multipart/form-data; boundary=x' }
const json = { 'Content-Type': 'application/json' }
const part = (head: string, body: string) =>
  `--x\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}`
const event = (more: object) =>
  JSON.stringify({ title: 'Once', start_date: '2026-09-01', end_date: '2026-09-02', ...more })

/** For tests: every request that once did harm, by what was wrong. Paths follow the namespace. */
export const once: Once[] = [
  {
    // the parser of forms threw into nobody's hands, and the service was gone
    name: 'a file that ends before its form does',
    method: 'POST',
    path: '/images',
    headers: form,
    body: part('name="file"; filename="a.png"', 'abc'),
  },
  {
    name: 'half a character in a form of UTF-16',
    method: 'POST',
    path: '/tags',
    headers: form,
    body: Buffer.concat([
      Buffer.from(
        '--x\r\nContent-Disposition: form-data; name="name"\r\nContent-Type: text/plain; charset=utf-16le\r\n\r\n',
      ),
      Buffer.from([0x00, 0xd8]),
      Buffer.from('\r\n--x--\r\n'),
    ]),
  },
  {
    name: 'a form with 40 fields of 64 kB',
    method: 'POST',
    path: '/tags',
    headers: form,
    body: `${Array.from({ length: 40 }, (_, at) => part(`name="f${at}"`, `${'a'.repeat(65_536)}\r\n`)).join('')}--x--\r\n`,
  },
  {
    name: 'a translation that is taken away while a title is written',
    method: 'POST',
    path: '/events/4',
    who: 'administrator',
    headers: json,
    body: JSON.stringify({ title: 'Fair', translations: { fr: null } }),
  },
  {
    name: 'a new event without the translation it never had',
    method: 'POST',
    path: '/events',
    who: 'administrator',
    headers: json,
    body: event({ translations: { fr: null } }),
  },
  {
    name: 'the last second of the year 9999, west of Greenwich',
    method: 'POST',
    path: '/events',
    who: 'administrator',
    headers: json,
    body: event({
      start_date: '9999-12-31 23:59:59',
      end_date: '9999-12-31 23:59:59',
      timezone: 'America/New_York',
    }),
  },
  {
    name: 'the first second of the year 1, east of Greenwich',
    method: 'POST',
    path: '/events',
    who: 'administrator',
    headers: json,
    body: event({ start_date: '0001-01-01', end_date: '2026-09-01', timezone: 'Asia/Tokyo' }),
  },
  {
    name: 'a cost of a thousand parts, each escaped 250 times',
    method: 'POST',
    path: '/events',
    who: 'administrator',
    headers: json,
    body: event({ cost: Array(700).fill(`&${'amp;'.repeat(250)}`) }),
  },
  {
    name: 'many descriptions of nothing but tags within tags',
    method: 'POST',
    path: '/events',
    who: 'administrator',
    headers: json,
    body: event({
      venue: Array.from({ length: 16 }, (_, at) => ({
        venue: `V${at}`,
        description: '<b>'.repeat(19_900),
      })),
    }),
  },
  {
    name: 'an address so long that its links are too long for a header',
    method: 'GET',
    path: `/events?x=${'%22'.repeat(4000)}`,
  },
  { name: 'a path of slashes', method: 'GET', path: `${'/'.repeat(15_000)}x` },
  {
    name: 'all the world around a point',
    method: 'GET',
    path: '/events?geoloc_lat=0&geoloc_lng=0&geoloc_radius=20038',
  },
  {
    name: 'a broken image',
    method: 'POST',
    path: '/images',
    who: 'administrator',
    headers: { 'Content-Type': 'image/png' },
    body: png.subarray(0, 40),
  },
]
