import { readFileSync } from 'node:fs'
import { get } from 'node:http'
import { startAlmanac } from './almanac.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { leastOf, type Run, runCommand, type Used, watch } from './command.ts'
import { ports, report, token } from './constants.ts'
import { type Contestant, settled } from './contestant.ts'
import { atMost, count, inSeconds, megabytes, ms, type Section, table } from './report.ts'

const formats = ['archive', 'ndjson', 'csv', 'ics'] as const
type Format = (typeof formats)[number]

/** Exports by the command and by the administration, each compared with that of an empty calendar. */
export async function exporting(events: number, empty: string): Promise<Section> {
  report('exporting')
  const folder = workOn(calendarOf(events))
  const commands: Compared<Run>[] = []
  const byCommand = (of: string, format: Format) => runCommand(of, ['export', format, '-'])
  for (const format of formats)
    commands.push({
      format,
      idle: await leastOf(2, () => byCommand(empty, format)),
      all: await leastOf(2, () => byCommand(folder, format)),
    })
  const idle = await downloadsOf(empty)
  const all = await downloadsOf(folder)
  removeWork()
  const downloads = formats.map(format => ({ format, idle: idle[format], all: all[format] }))

  const what = `export of ${count(events)} events`
  const memory = (how: string, compared: readonly Compared<Used>[]) =>
    compared.map(each =>
      atMost(`${what}, ${how} (${each.format}): memory above idle`, above(each), 50, megabytes),
    )
  const first = (how: string, format: Format, of: number) =>
    atMost(`${what}, ${how} (${format}): first byte`, of, 100_000, ms)
  return {
    targets: [
      ...memory('command', commands),
      ...memory('download', downloads),
      ...commands.map(({ format, all }) => first('command', format, all.firstByte)),
      ...downloads.map(({ format, all }) => first('download', format, all.head)),
      ...downloads.map(({ format, all }) =>
        first('download, after the headers', format, all.firstByte),
      ),
    ],
    text: [
      `## Exporting, ${count(events)} events`,
      'By the command to standard output, beside no service, and as a download of the administration, which a process of its own writes; both on the server’s processor, each alone. Idle is the same export of an empty calendar. Of each figure the better of two. The first byte of a download is that of its headers, which are sent before the export begins; the first of the file follows.',
      table(
        [
          'export',
          'time',
          'processor time',
          'memory, the most',
          'above idle',
          'first byte',
          'of the file',
        ],
        [
          ...commands.map(each => [
            `command, ${each.format}`,
            ...cells(each),
            ms(each.all.firstByte),
            '',
          ]),
          ...downloads.map(each => [
            `download, ${each.format}`,
            ...cells(each),
            ms(each.all.head),
            ms(each.all.firstByte),
          ]),
        ],
      ),
    ].join('\n\n'),
  }
}

type Compared<Each> = { format: Format; idle: Each; all: Each }

const above = ({ idle, all }: Compared<Used>) => all.peak - idle.peak
const cells = (of: Compared<Used & { seconds: number }>) => [
  inSeconds(of.all.seconds),
  inSeconds(of.all.cpu),
  megabytes(of.all.peak),
  megabytes(above(of)),
]

/** Microseconds to the headers, and to the first byte after them. */
type Downloaded = Used & { seconds: number; head: number; firstByte: number }

async function downloadsOf(folder: string): Promise<Record<Format, Downloaded>> {
  const server = await startAlmanac(folder, ports.almanac)
  await settled(server)
  const entries: [Format, Downloaded][] = []
  for (const format of formats) {
    const once = () => download(server, format)
    const all = [await once(), await once()]
    entries.push([
      format,
      { ...(await leastOf(1, once)), head: Math.min(...all.map(({ head }) => head)) },
    ])
  }
  await server.stop()
  // The keys are those of `formats`.
  return Object.fromEntries(entries) as Record<Format, Downloaded>
}

const admin = '/en/admin/api'
const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' }

async function download(server: Contestant, format: Format): Promise<Downloaded> {
  const origin = `http://127.0.0.1:${server.port}`
  const prepared = await fetch(`${origin}${admin}/downloads`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ what: format }),
  })
  if (!prepared.ok) throw new Error(`A download was answered with ${prepared.status}.`)
  const { url } = (await prepared.json()) as { url: string }
  const before = new Set(childrenOf(server))
  const began = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(new URL(new URL(url).pathname, origin), { headers, agent: false })
    request.on('error', reject)
    request.on('response', response => {
      const since = () => (performance.now() - began) * 1000
      const head = since()
      const program = childrenOf(server).find(pid => !before.has(pid))
      const watching = watch(Number(program))
      let firstByte = 0
      response.on('data', () => {
        firstByte ||= since()
      })
      response.on('error', reject)
      response.on('end', () =>
        resolve({ ...watching.stop(), seconds: since() / 1e6, head, firstByte }),
      )
    })
  })
}

const childrenOf = ({ process: { pid } }: Contestant) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
