import { startAlmanac } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { api, clients, ports, report, rounds, seconds, token } from './constants.ts'
import { type Contestant, memoryOf, settled } from './contestant.ts'
import { scaleOf } from './data.ts'
import { load, type Requests, request } from './load.ts'
import { interleaved, measure } from './measure.ts'
import { openRaw } from './raw-limit.ts'
import {
  atLeast,
  atMost,
  count,
  figureCells,
  figureHead,
  megabytes,
  type Section,
  table,
  times,
} from './report.ts'
import { firstPages, inTurn, threeHundred, uniqueInTurn } from './requests.ts'

/** The number in the titles of the event whose rows are copied by `raw.ts`, and of the first that the load creates. */
export const [copied, created] = [10_000_000, 20_000_000]

const readers = 8

export const bodyOf = (n: number, events: number, more: object = {}) =>
  JSON.stringify({
    ...more,
    title: `Concert sur la place ${n}`,
    start_date: `2027-03-${10 + (n % 18)} 20:00:00`,
    end_date: `2027-03-${10 + (n % 18)} 22:00:00`,
    timezone: 'Europe/Paris',
    description:
      '<p>Soirée de jazz au bord de la rivière, avec un quatuor et une chorale.</p>'.repeat(5),
    categories: [1, 14],
    tags: [41, 42],
    venue: 3,
    organizer: [scaleOf(events).venues + 3],
    translations: {
      en: {
        title: `Concert on the square ${n}`,
        description: '<p>An evening of jazz by the river.</p>'.repeat(5),
      },
    },
    ml_language: 'fr',
  })

let serial = created
export const creates =
  (events: number, more: object = {}): Requests =>
  () =>
    request.post(`${api}/events`, bodyOf(serial++, events, more))

/** Creations in one batch. */
const inBatch = 500

/** The same creations, many in a request. */
export const batches =
  (events: number): Requests =>
  () => {
    const operations = Array.from({ length: inBatch }, () => ({
      method: 'POST',
      path: '/events',
      body: JSON.parse(bodyOf(serial++, events)),
    }))
    return request.post(`${api}/batch`, JSON.stringify({ operations }))
  }

/** 95 reads of 300 URLs to 5 creates. */
export async function mixedRequests(server: Contestant, events: number): Promise<Requests> {
  const read = inTurn(threeHundred(await firstPages(server)))
  const create = creates(events)
  return n => (n % 20 === 19 ? create(n) : read(n))
}

export async function writing(events: number): Promise<Section> {
  report('writing')
  const folder = workOn(calendarOf(events))
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const raw = await openRaw(folder, copied, number => createOne(server, bodyOf(number, events)))
  const create = creates(events)
  const different = uniqueInTurn(await firstPages(server))
  const mix = await mixedRequests(server, events)
  // before creates and batches have made another calendar of it
  for (let round = 0; round < rounds; round++) await measure(server, mix)
  const memory = memoryOf(server)
  let writers = 0
  const of = await interleaved({
    one: () => measure(server, create, { clients: 1 }),
    raw: raw.measure,
    many: () => measure(server, create, { seconds: 3 }),
    batch: () => measure(server, batches(events), { clients: 1, seconds: 3 }),
    alone: () => measure(server, different, { clients: readers }),
    async beside() {
      const [figure, written] = await Promise.all([
        measure(server, different, { clients: readers }),
        load(server.port, create, { clients, seconds: seconds + 0.2 }),
      ])
      writers = Math.max(writers, written.requests / written.seconds)
      return figure
    },
    mixed: () => measure(server, mix),
  })
  await server.stop()
  removeWork()

  const ofRaw = of.many.rate / of.raw.rate
  const ofSingle = of.batch.cpu / inBatch / of.one.cpu
  const ofMany = of.batch.cpu / inBatch / of.many.cpu
  return {
    targets: [
      atLeast('durable creates, 32 clients, against raw group-committed inserts', ofRaw, 0.4),
      atMost(`a batch of ${inBatch} creates, against as many by 1 client: CPU`, ofSingle, 0.5),
      atMost('reads beside 32 writers: p99 against p99 without', of.beside.p99 / of.alone.p99, 3),
      atMost(`memory at ${count(events)} events after a mixed load`, memory, 140, megabytes),
    ],
    text: [
      `## Writing, ${count(events)} events`,
      'Every create is durable before it is answered. All of it on a copy of the data folder. The memory among the targets is that after the first loads, of 95 reads to 5 creates; that in the table is of a calendar that creates and batches have made several times as large. Processor time of reads beside writers includes the writing.',
      table(
        ['what', ...figureHead],
        [
          ['creates, 1 client', ...figureCells(of.one)],
          [`creates, ${clients} clients`, ...figureCells(of.many)],
          [`a batch of ${inBatch} creates, 1 client`, ...figureCells(of.batch)],
          [
            `raw inserts of the same rows, ${clients} events in a commit`,
            ...figureCells(of.raw).slice(0, 2),
            '',
            '',
            '',
            '',
          ],
          [`95 reads (300 URLs) to 5 creates, ${clients} clients`, ...figureCells(of.mixed)],
          [`reads, every URL different, ${readers} clients`, ...figureCells(of.alone)],
          [
            `the same beside ${clients} clients that create (${count(writers)}/s)`,
            ...figureCells(of.beside),
          ],
        ],
      ),
      `A create in a batch takes ${times(ofSingle)} the processor time of one by 1 client, and ${times(ofMany)} that of one among ${clients}, which share commits too. Creates with ${clients} clients reach ${times(ofRaw)} the rate of raw inserts and take ${times(of.many.cpu / of.raw.cpu)} their processor time. Raw inserts are the ${raw.inserts} rows that one such event leaves in \`almanac.db\`, and its ${raw.updates} changes to other rows, written to a copy of that file with the settings of the store, on the server's processor: a statement each, ${clients} events in a commit, each commit synced, checkpoints on a thread. What the server keeps in other files is not part of them.`,
    ].join('\n\n'),
  }
}

export async function createOne(server: Pick<Contestant, 'port'>, body: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${server.port}${api}/events`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  })
  if (!answer.ok) throw new Error(`A create was answered with ${answer.status}.`)
  return ((await answer.json()) as { id: number }).id
}
