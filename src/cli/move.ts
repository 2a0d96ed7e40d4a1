import { resolve } from 'node:path'
import { bucketLike, bucketName } from '../config/index.ts'
import { codeOf, isNameIn } from '../define/base/objects.ts'
import { localeOf } from '../define/text/language.ts'
import {
  type Checked,
  check,
  type Moved,
  type MoveStep,
  move as moveCalendar,
  nameOf,
  nameOfImages,
  type Place,
} from '../transfer/index.ts'
import { broughtBy, failure, interrupted, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Own } from './program.ts'
import { openProgress } from './progress.ts'
import type { Flags, Shell } from './shell.ts'
import { table } from './table.ts'

const { headings, move: text, moveSteps } = messages

/** The names of the two ends in messages. */
type Names = { from: string; to: string; place: string }

/** Moves a calendar, or compares two. */
export const move: CommandHandler = async (shell, flags, _args, own) => {
  const { dataFolder, secretKey, imageStore } = shell.settings(flags)
  const { from, to } = withImages(shell, flags, own, placesOf(own, dataFolder))
  const names = { from: nameOf(from), to: nameOf(to), place: nameOf(to) }
  const { progress, signal, end } = openSteps(shell)
  const given = { from, to, progress, signal }
  try {
    if (own.check) return reportCheck(shell, await check(given).finally(end))
    const moved = await moveCalendar({ ...given, secretKey }).finally(end)
    const bucket = to.images ? nameOfImages(to) : moved.files ? '' : bucketName(imageStore)
    reportMoved(shell, moved, names, { folder: to.folder, bucket })
  } catch (error) {
    throw named(error, names)
  }
}

/** Both ends as they were typed. Images stay where they are unless a folder is named for them. */
function placesOf(own: Own, dataFolder: string): { from: Place; to: Place } {
  const folderOf = (written: Own[string]) => (written ? resolve(String(written)) : undefined)
  const [from, to] = [placeOf(own, 'from'), placeOf(own, 'to')]
  const source = from.folder ?? folderOf(own.fromFolder) ?? dataFolder
  const target = to.folder ?? folderOf(own.toFolder) ?? source
  return { from: { ...from, folder: source }, to: { ...to, folder: target } }
}

/** Adds the named buckets. One without a key takes what the setting `imageStore` says of its own. */
function withImages(shell: Shell, flags: Flags, own: Own, places: { from: Place; to: Place }) {
  const known = shell.settings(flags).imageStore
  const withThem = (place: Place, imageStore: Own[string]): Place =>
    typeof imageStore === 'string'
      ? {
          ...place,
          images: shell.settings({ ...flags, imageStore: bucketLike(imageStore, known) }),
        }
      : place
  return {
    from: withThem(places.from, own.fromImages),
    to: withThem(places.to, own.toImages),
  }
}

function placeOf(own: Own, way: 'from' | 'to'): { url?: string; folder?: string } {
  const option = `--${way}`
  const written = own[way]
  if (typeof written !== 'string' || written === '')
    throw misuse(way === 'from' ? text.noSource : text.noTarget)
  const isAddress = /^[a-z][a-z0-9+.-]+:\/\//i.test(written)
  if (isAddress && !(/^postgres(ql)?:\/\/\S+$/.test(written) && URL.canParse(written)))
    throw misuse(text.badPlace, { option })
  return isAddress ? { url: written } : { folder: resolve(written) }
}

/** Shows what is done, one step after the other, until it is interrupted. */
function openSteps(shell: Shell) {
  const interruption = new AbortController()
  // A second time, the process ends as it is.
  const interrupt = () => interruption.abort(interrupted(text.interrupted))
  process.once('SIGINT', interrupt)
  let current: { step: MoveStep; line: ReturnType<typeof openProgress> } | undefined
  return {
    signal: interruption.signal,
    progress(step: MoveStep, done: number, total: number) {
      if (current?.step !== step) {
        current?.line.end()
        current = { step, line: openProgress(shell, moveSteps[step]) }
      }
      current.line.show(done, total)
    },
    end() {
      current?.line.end()
      process.off('SIGINT', interrupt)
    },
  }
}

const numberIn = (shell: Shell) => (of: number) =>
  new Intl.NumberFormat(localeOf(shell.language)).format(of)

/** `bucket`: where the images are, if not in the folder. */
function reportMoved(
  shell: Shell,
  { tables, files }: Moved,
  names: Names,
  places: { folder: string; bucket: string },
) {
  const number = numberIn(shell)
  const count = rowsOf(tables)
  shell.put({ tables, files: files ?? null }, tableOf(shell, tables))
  shell.report(shell.message(text.moved, { ...names, count, rows: number(count) }))
  shell.report(
    files
      ? shell.message(places.bucket ? text.filesInBucket : text.files, {
          count: files.files,
          files: number(files.files),
          bytes: number(files.bytes),
          ...places,
        })
      : shell.message(places.bucket ? text.bucketStays : text.filesStay, places),
  )
  shell.report(shell.message(text.next, names))
}

function reportCheck(shell: Shell, { tables, differing }: Checked) {
  const count = rowsOf(tables)
  shell.put({ tables, differing }, tableOf(shell, tables))
  if (differing.length > 0) throw failure(text.differ, { tables: differing.join(', ') })
  shell.report(shell.message(text.same, { count, rows: numberIn(shell)(count) }))
}

type Tables = NonNullable<Moved['tables']>

const rowsOf = (tables: Tables) => tables.reduce((sum, { rows }) => sum + rows, 0)

const tableOf = (shell: Shell, tables: Tables) =>
  table(
    [headings.table, headings.rows, headings.checksum].map(each => shell.message(each)),
    tables.map(({ table: name, rows, checksum }) => [name, numberIn(shell)(rows), checksum]),
  )

/** Errors of the two ends name them; the others say what they say. */
function named(error: unknown, names: Names): unknown {
  const { system } = messages
  if (isNameIn(system, codeOf(error)) && error instanceof Error) {
    const { message } = error
    const { params } = broughtBy(error)
    Object.assign(error, { params: { message, dataFolder: names.from, ...names, ...params } })
  }
  return error
}
