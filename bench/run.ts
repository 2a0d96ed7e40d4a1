// npm run bench [-- 10000 1000000]: measures this machine and writes bench/results.md. See bench/README.md.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { readSettings } from '../src/config.ts'
import { openHouse } from '../src/main.ts'
import { type Contestant, cpuOf, memoryOf, node, root, start } from './contestant.ts'
import { clock, fill, scaleOf } from './data.ts'
import { flatLists } from './lists.ts'
import { type Load, load, type Requests, request } from './load.ts'
import { rawInserts } from './raw.ts'

const sizes = process.argv.slice(2).map(Number).filter(Boolean)
const [small = 10_000, large] = sizes.length > 0 ? sizes : [10_000, 1_000_000]
const rounds = 3
const seconds = 2
const api = '/cal/events/v1'
const token = 'bench-token-of-the-administrator'
const ports = { almanac: 8201, bare: 8202, rows: 8203, peer: 8204, large: 8205 }

const say = (text: string) => process.stderr.write(`${text}\n`)

async function folderOf(events: number): Promise<string> {
  const folder = join(root, 'bench', '.data', String(events))
  if (existsSync(join(folder, 'done'))) return folder
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const { settings } = readSettings({
    flags: { dataFolder: folder, clock, adminLogin: 'bench' },
    env: { ALMANAC_ADMIN_TOKEN: token },
    cwd: root,
  })
  const house = await openHouse(settings)
  await fill(house.engine, events, done => {
    if (done % 10_000 === 0) process.stderr.write(`\r${events} events: ${done} written`)
  })
  await house.close()
  writeFileSync(join(folder, 'done'), '')
  say('')
  return folder
}

const almanac = (folder: string, port: number) =>
  start(
    'Almanac',
    port,
    [
      node,
      '--max-semi-space-size=8',
      join(root, 'bin', 'almanac.js'),
      'serve',
      '--data-folder',
      folder,
      '--port',
      String(port),
      '--clock',
      clock,
      '--log-level',
      'warn',
    ],
    `${api}/events`,
  )

type Figure = {
  cpu: number
  rate: number
  p50: number
  p99: number
  bytes: number
  failures: number
}

/** Processor time per request of the server, the least of the rounds: the figure that a noisy neighbour disturbs least. */
async function measure(
  of: Contestant,
  requests: Requests,
  clients = 32,
  time = seconds,
): Promise<Figure> {
  const before = cpuOf(of)
  const done: Load = await load(of.port, requests, { clients, seconds: time })
  return {
    cpu: (cpuOf(of) - before) / done.requests,
    rate: done.requests / done.seconds,
    p50: done.p50,
    p99: done.p99,
    bytes: done.bytes / done.requests,
    failures: done.failures,
  }
}

const best = (figures: Figure[]): Figure => figures.reduce((a, b) => (b.cpu < a.cpu ? b : a))

/** All contestants in each round, one after the other. */
async function interleaved(
  entries: [string, Contestant, Requests][],
): Promise<Map<string, Figure>> {
  const figures = new Map<string, Figure[]>()
  for (let round = 0; round < rounds; round++)
    for (const [name, of, requests] of entries) {
      const list = figures.get(name) ?? []
      list.push(await measure(of, requests))
      figures.set(name, list)
    }
  return new Map([...figures].map(([name, list]) => [name, best(list)]))
}

const us = (of: number) => of.toFixed(1)
const times = (of: number) => `${of.toFixed(2)}×`
const lines: string[] = []
const write = (text = '') => lines.push(text)
const table = (head: string[], rows: string[][]) => {
  write(`| ${head.join(' | ')} |`)
  write(`|${head.map(() => '---').join('|')}|`)
  for (const row of rows) write(`| ${row.join(' | ')} |`)
  write()
}

const list = (n: number) => `${api}/events?per_page=10&page=${(n % 30) + 1}`
const three = (n: number) =>
  `${list(n)}&ml_language=${n % 2 ? 'en' : 'fr'}&strict_dates=${n % 5 ? 'false' : 'no'}`

async function main() {
  const folder = await folderOf(small)
  const server = await almanac(folder, ports.almanac)
  await new Promise(resolve => setTimeout(resolve, 2000))
  const fetchText = async (path: string) =>
    (await fetch(`http://127.0.0.1:${server.port}${path}`)).text()
  const body = await fetchText(list(0))
  const bodyFile = join(root, 'bench', '.data', 'body.json')
  writeFileSync(bodyFile, body)
  const single = JSON.parse(body).events[0] as { id: number; slug: string }
  const bare = await start('node:http', ports.bare, [node, 'bench/peers/bare.ts'], '/', {
    BODY: bodyFile,
    PORT: String(ports.bare),
  })
  const singleFile = join(root, 'bench', '.data', 'single.json')
  writeFileSync(singleFile, await fetchText(`${api}/events/${single.id}`))
  const bareSingle = await start(
    'node:http, one event',
    ports.large,
    [node, 'bench/peers/bare.ts'],
    '/',
    { BODY: singleFile, PORT: String(ports.large) },
  )
  const rows = await start(
    'rows to JSON',
    ports.rows,
    [node, 'bench/peers/rows.ts'],
    '/?from=0&to=0',
    { DATABASE: join(folder, 'almanac.db'), PORT: String(ports.rows) },
  )
  const from = Date.parse('2026-06-14T00:00:00Z') / 1000
  const ids = Array.from({ length: 900 }, (_, n) => JSON.parse(body).events[n % 10].id as number)
  const slugs = JSON.parse(body).events.map((event: { slug: string }) => event.slug) as string[]

  say('reading')
  let serial = 0
  const reads = await interleaved([
    ['bare', bare, () => request.get('/')],
    ['cached', server, n => request.get(three(n))],
    ['304', server, n => request.get(list(n), 'If-None-Match: *\r\n')],
    ['different', server, n => request.get(`${list(n)}&unique=${++serial}`)],
    ['bare one', bareSingle, () => request.get('/')],
    ['by id', server, n => request.get(`${api}/events/${ids[n % ids.length]}?unique=${++serial}`)],
    [
      'by slug',
      server,
      n => request.get(`${api}/events/by-slug/${slugs[n % 10]}?unique=${++serial}`),
    ],
    [
      'rows',
      rows,
      n =>
        request.get(
          `/?from=${from}&to=${from + 63_000_000}&per_page=10&page=${(n % 30) + 1}&x=${n}`,
        ),
    ],
  ])
  const of = (name: string) => reads.get(name) as Figure
  write('# Results')
  write()
  write(
    `Written by \`npm run bench -- ${[small, large].filter(Boolean).join(' ')}\` on ${new Date().toISOString().slice(0, 10)}: ${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${(readFileSync(join(root, 'node_modules/node/package.json'), 'utf8').match(/"version": "([^"]+)"/) ?? [])[1]}. Server on one processor, load on the other, ${rounds} rounds of ${seconds} s, contestants in turn; the least processor time per request of the rounds is given. Absolute figures move with the machine's neighbours: compare ratios.`,
  )
  write()
  write(`## Reading, ${small} events (list of 10: ${(body.length / 1024).toFixed(0)} KiB)`)
  write()
  const against = (name: string, base: string, target: string) => [
    name,
    us(of(name).cpu),
    us(of(base).cpu),
    times(of(name).cpu / of(base).cpu),
    target,
    of(name).rate.toFixed(0),
    `${(of(name).p99 / 1000).toFixed(2)} ms`,
  ]
  table(
    [
      'what',
      'CPU µs/request',
      'bare node:http, same bytes',
      'ratio',
      'target',
      'requests/s',
      'p99',
    ],
    [
      against('cached', 'bare', '≤ 1.25×'),
      against('304', 'bare', '≤ 1.0×'),
      against('different', 'bare', '≤ 3.5×'),
      against('by id', 'bare one', '≤ 2.5×'),
      against('by slug', 'bare one', '≤ 2.5×'),
      against('rows', 'bare', 'the usual way, for comparison'),
    ],
  )
  const peer = await peers(server, bare)
  if (peer) write(peer)
  write(
    `Start: first answer after ${server.readyAfter.toFixed(0)} ms (target 300 ms). Memory after the load: ${memoryOf(server).toFixed(0)} MB (target 150 MB).`,
  )
  write()
  for (const each of [bare, bareSingle, rows]) await each.stop()
  await writing(server, folder)
  await server.stop()
  if (large) await flat(folder, await folderOf(large))
  writeFileSync(join(root, 'bench', 'results.md'), `${lines.join('\n').trim()}\n`)
  say(lines.join('\n'))
}

/** Products that a developer would pick instead: installed beside the benchmark when there is a registry (bench/README.md). */
async function peers(server: Contestant, bare: Contestant): Promise<string> {
  const folder = join(root, 'bench', '.data', 'json-server')
  const program = join(folder, 'node_modules', '.bin', 'json-server')
  if (!existsSync(program))
    return 'json-server was not installed (see bench/README.md), so it was not measured.\n'
  const events = []
  for (let page = 1; page <= 20; page++)
    events.push(
      ...(
        (await (
          await fetch(`http://127.0.0.1:${server.port}${api}/events?per_page=50&page=${page}`)
        ).json()) as { events: object[] }
      ).events,
    )
  writeFileSync(join(folder, 'db.json'), JSON.stringify({ events }))
  const peer = await start(
    'json-server',
    ports.peer,
    [node, program, '--port', String(ports.peer), 'db.json'],
    '/events?_page=1&_per_page=10',
    {},
    folder,
  )
  const figures = await interleaved([
    ['almanac', server, n => request.get(`${list(n)}&peer=${n}`)],
    ['cached', server, n => request.get(three(n))],
    ['json-server', peer, n => request.get(`/events?_page=${(n % 30) + 1}&_per_page=10`)],
  ])
  await peer.stop()
  void bare
  const rate = (name: string) => (figures.get(name) as Figure).rate
  return `json-server (1000 of these events): ${rate('json-server').toFixed(0)} requests/s; Almanac ${rate('almanac').toFixed(0)} with every URL different (${times(rate('almanac') / rate('json-server'))}), ${rate('cached').toFixed(0)} with 300 URLs (${times(rate('cached') / rate('json-server'))}; target 20×).\n`
}

async function writing(server: Contestant, folder: string) {
  say('writing')
  const sample = (n: number) =>
    JSON.stringify({
      title: `Concert sur la place ${n}`,
      start_date: `2027-03-${10 + (n % 18)} 20:00:00`,
      end_date: `2027-03-${10 + (n % 18)} 22:00:00`,
      timezone: 'Europe/Paris',
      description:
        '<p>Soirée de jazz au bord de la rivière, avec un quatuor et une chorale.</p>'.repeat(5),
      categories: [1, 14],
      tags: [41, 42],
      venue: 3,
      organizer: [scaleOf(small).venues + 3],
      translations: {
        en: {
          title: `Concert on the square ${n}`,
          description: '<p>An evening of jazz by the river.</p>'.repeat(5),
        },
      },
      ml_language: 'fr',
    })
  let n = 0
  const create: Requests = () => request.post(`${api}/events`, sample(++n), token)
  const one = await measure(server, create, 1, 3)
  const many = await measure(server, create, 32, 4)
  const raw = await rawInserts(folder, 4)
  const alone = await measure(server, at => request.get(`${list(at)}&alone=${at}`), 8, 3)
  const [beside] = await Promise.all([
    measure(server, at => request.get(`${list(at)}&beside=${at}`), 8, 3),
    load(server.port, create, { clients: 32, seconds: 3.2 }),
  ])
  let mixed = 0
  const mix = await measure(
    server,
    at => (++mixed % 20 === 0 ? create(at) : request.get(three(at))),
    32,
    3,
  )
  write('## Writing (durable before it is answered)')
  write()
  table(
    ['what', 'figure', 'against', 'ratio', 'target'],
    [
      [
        'creates, 1 client',
        `${one.rate.toFixed(0)}/s, p50 ${(one.p50 / 1000).toFixed(1)} ms`,
        '',
        '',
        '',
      ],
      [
        'creates, 32 clients',
        `${many.rate.toFixed(0)}/s`,
        `raw inserts of the same rows, 32 in a commit: ${raw.toFixed(0)}/s`,
        times(many.rate / raw),
        '≥ 0.4×',
      ],
      [
        'reads beside 32 writers, p99',
        `${(beside.p99 / 1000).toFixed(2)} ms`,
        `without writers: ${(alone.p99 / 1000).toFixed(2)} ms`,
        times(beside.p99 / alone.p99),
        '≤ 3×',
      ],
      [
        '95 reads to 5 creates, 32 clients',
        `${mix.rate.toFixed(0)}/s, ${us(mix.cpu)} µs CPU`,
        '',
        '',
        '',
      ],
    ],
  )
  if (one.failures + many.failures + mix.failures > 0)
    write(`${one.failures + many.failures + mix.failures} requests failed.`)
}

async function flat(smallFolder: string, largeFolder: string) {
  say('lists, small against large')
  const [little, big] = [
    await almanac(smallFolder, ports.almanac),
    await almanac(largeFolder, ports.large),
  ]
  const fresh = memoryOf(big)
  const isReady = async () =>
    (
      await load(big.port, () => request.get(`${list(0)}&warm=${Math.random()}`), {
        clients: 1,
        seconds: 1,
      })
    ).p50 < 2000
  for (let waited = 0; waited < 120 && !(await isReady()); waited++)
    await new Promise(resolve => setTimeout(resolve, 500))
  const rows: string[][] = []
  const lists = [
    flatLists(api, scaleOf(small).venues),
    flatLists(api, scaleOf(large as number).venues),
  ] as const
  for (const [index, { name, most }] of lists[0].entries()) {
    let n = 0
    const ask =
      (of: 0 | 1): Requests =>
      () => {
        const path = lists[of][index]?.path(++n) as string
        return request.get(`${path}${path.includes('?') ? '&' : '?'}unique=${n}`)
      }
    const figures = new Map<Contestant, Figure[]>([
      [little, []],
      [big, []],
    ])
    for (let round = 0; round < rounds; round++) {
      figures.get(little)?.push(await measure(little, ask(0), 16, 0.7))
      figures.get(big)?.push(await measure(big, ask(1), 16, 0.7))
    }
    const [a, b] = [best(figures.get(little) as Figure[]), best(figures.get(big) as Figure[])]
    rows.push([
      name,
      us(a.cpu),
      us(b.cpu),
      times(b.cpu / a.cpu),
      `≤ ${most}×`,
      a.failures + b.failures > 0 ? `${a.failures}/${b.failures} failed` : '',
    ])
    say(`${name}: ${us(a.cpu)} ${us(b.cpu)}`)
  }
  write(`## The same lists at ${small} and at ${large} events, every URL different`)
  write()
  table(['list', `CPU µs at ${small}`, `at ${large}`, 'ratio', 'target', ''], rows)
  write(
    `Start with ${large} events: first answer after ${big.readyAfter.toFixed(0)} ms (target 300 ms); ${fresh.toFixed(0)} MB then, ${memoryOf(big).toFixed(0)} MB after these lists (target 700 MB).`,
  )
  write()
  await little.stop()
  await big.stop()
}

await main()
