import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSettings } from '../src/config/config.ts'
import { openDataFolder } from '../src/main.ts'
import { startAlmanac } from './almanac.ts'
import { backingUp } from './backing-up.ts'
import { calendarOf, removeWork, workOn } from './calendars.ts'
import { leastOf, type Run, runCommand } from './command.ts'
import { clients, dataFolder, ports, report, root, token } from './constants.ts'
import { settled } from './contestant.ts'
import { clock } from './data.ts'
import { exporting } from './exporting.ts'
import { interleaved, measure } from './measure.ts'
import { atLeast, atMost, count, inSeconds, megabytes, type Section, table } from './report.ts'
import { creates } from './writing.ts'

/** Exports are judged at this size where it is measured. */
const exported = 100_000

/** Moving in and out: files that were exported are imported into empty calendars; backups are compared with `cp`. */
export async function moving(sizes: readonly number[], base: number): Promise<Section[]> {
  const largest = sizes.at(-1) ?? base
  return [
    await importing(base),
    await exporting(sizes.includes(exported) ? exported : largest, await emptyCalendar()),
    await backingUp(largest),
  ]
}

const scratch = join(dataFolder, `moving-${process.pid}`)
const pathOf = (name: string) => join(scratch, name)
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }))

/** A data folder without a record. */
async function emptyCalendar(): Promise<string> {
  const folder = pathOf('empty')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o750 })
  const { settings } = readSettings({
    flags: { dataFolder: folder, clock, adminLogin: 'bench' },
    env: { ALMANAC_ADMIN_TOKEN: token },
    cwd: root,
  })
  await (await openDataFolder(settings)).close()
  return folder
}

const formats = ['archive', 'csv', 'ics'] as const
type Format = (typeof formats)[number]

const imported = (folder: string, format: Format) =>
  runCommand(folder, ['import', format, pathOf(`events.${format}`), '--json'])

/** The import of a format into an empty calendar, and the same again, where nothing is different. */
async function twice(format: Format, events: number) {
  const first = await leastOf(2, async () => imported(await emptyCalendar(), format))
  refuseOther(first, 'created', events)
  const again = await leastOf(2, () => imported(pathOf('empty'), format))
  refuseOther(again, 'unchanged', events)
  return { first, again }
}

/** A few events are drafts or hidden, which not every format has. */
function refuseOther({ output }: Run, outcome: 'created' | 'unchanged', expected: number) {
  const seen = Number(JSON.parse(output)[outcome])
  if (seen > expected || seen < 0.95 * expected)
    throw new Error(`${seen} of ${expected} events are ${outcome}: ${output.slice(0, 1000)}`)
}

/** As iCalendar there are twice as many events as in the other formats. */
const sizeIn = (format: Format, events: number) => (format === 'ics' ? 2 * events : events)

async function importing(events: number): Promise<Section> {
  report('importing')
  mkdirSync(scratch, { recursive: true })
  for (const format of formats) {
    const folder = workOn(calendarOf(sizeIn(format, events)))
    await runCommand(folder, ['export', format, pathOf(`events.${format}`)])
  }
  const server = await startAlmanac(workOn(calendarOf(events)), ports.almanac)
  await settled(server)
  const { rate } = (
    await interleaved({ many: () => measure(server, creates(events), { seconds: 3 }) })
  ).many
  await server.stop()
  removeWork()

  const archive = await twice('archive', events)
  const csv = await twice('csv', events)
  const ics = await twice('ics', 2 * events)
  const idle = await ofOneEvent()
  const many = `${count(events)} events with venues`
  const rateOf = ({ seconds }: Run, format: Format) => sizeIn(format, events) / seconds
  const row = (what: string, format: Format, of: Run) => [
    what,
    inSeconds(of.seconds),
    inSeconds(of.cpu),
    count(rateOf(of, format)),
    megabytes(of.peak),
    megabytes(of.peak - idle.peak),
  ]
  const against = `events a second against creates with ${clients} clients`
  return {
    targets: [
      atLeast(
        `import of an archive (NDJSON), ${many}: ${against}`,
        rateOf(archive.first, 'archive') / rate,
        0.5,
      ),
      atLeast(`import of CSV, ${many}: ${against}`, rateOf(csv.first, 'csv') / rate, 0.5),
      atLeast(
        `the same archive again, ${many}, against the first time`,
        archive.first.seconds / archive.again.seconds,
        5,
      ),
      atLeast(
        `the same CSV again, ${many}, against the first time`,
        csv.first.seconds / csv.again.seconds,
        5,
      ),
      atMost(`import of ${count(2 * events)} events (iCalendar)`, ics.first.seconds, 20, inSeconds),
      atMost(
        `import of ${count(2 * events)} events (iCalendar): memory above idle`,
        ics.first.peak - idle.peak,
        150,
        megabytes,
      ),
    ],
    text: [
      `## Importing, ${many}`,
      `Files as \`almanac export\` writes them, imported by the command on the server's processor, beside no service, into an empty calendar. Times are those of the whole process; of each figure the better of two runs. Idle is the import of one event from iCalendar. Creates with ${clients} clients in a calendar of ${count(events)} events: ${count(rate)} a second. No import reads what \`export ndjson\` writes: NDJSON is that of archives.`,
      table(
        ['file', 'time', 'processor time', 'events/s', 'memory, the most', 'above idle'],
        [
          row('archive (NDJSON)', 'archive', archive.first),
          row('the same again', 'archive', archive.again),
          row('CSV', 'csv', csv.first),
          row('the same again', 'csv', csv.again),
          row(`iCalendar, ${count(2 * events)} events`, 'ics', ics.first),
          row('the same again', 'ics', ics.again),
          [
            'iCalendar, one event',
            ...row('', 'ics', idle).slice(1, 3),
            '',
            megabytes(idle.peak),
            '',
          ],
        ],
      ),
    ].join('\n\n'),
  }
}

async function ofOneEvent(): Promise<Run> {
  const end = 'END:VEVENT\r\n'
  const [first] = readFileSync(pathOf('events.ics'), 'utf8').split(end, 1)
  writeFileSync(pathOf('events.ics'), `${first}${end}END:VCALENDAR\r\n`)
  return leastOf(2, async () => imported(await emptyCalendar(), 'ics'))
}
