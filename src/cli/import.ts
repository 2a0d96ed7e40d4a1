import { namesIn } from '../define/base/objects.ts'
import type { ImportFormat } from '../define/import-messages.ts'
import { howOf, type ImportHow, optionIn, optionsFor } from '../define/import-options.ts'
import type { Sentence } from '../define/text/language.ts'
import {
  endFeed,
  feedNamed,
  feedsOf,
  type ImportReport,
  importArchive,
  importFormats,
  importInto,
  intervals,
  isInterrupted,
  isUrl,
  pastImports,
  ReadError,
  runStateNames,
  subscribeTo,
  undoPastImport,
} from '../transfer/index.ts'
import { failure, interrupted, misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, type Own, trial } from './program.ts'
import { openProgress } from './progress.ts'
import { lineOf } from './prompts.ts'
import type { Shell } from './shell.ts'
import { isoMoment, moment, table } from './table.ts'
import { withDataFolder } from './with-calendar.ts'

const { imports: text } = messages

/** Imports a file or URL of one format. */
export const importAs =
  (format: ImportFormat | 'archive'): CommandHandler =>
  async (shell, flags, [from = ''], own) => {
    const settings = shell.settings(flags)
    const site = { given: shell.given(flags), replaces: false }
    const interruption = new AbortController()
    const interrupt = () => interruption.abort(interrupted(text.interrupted))
    process.once('SIGINT', interrupt)
    const progress = openProgress(shell, messages.progress.import)
    try {
      const how = {
        from,
        language: shell.language,
        isDry: own.dryRun === true,
        signal: interruption.signal,
        progress: (done: number, total: number | undefined) => progress.show(done, total ?? done),
      }
      const importing =
        format === 'archive'
          ? importArchive(settings, site, how)
          : importInto(settings, site, {
              ...how,
              format,
              source: sourceIn(own),
              ...howIn(own),
              authorization: basicOf(named(own.login), named(own.passwordFile)),
            })
      const report = await importing.finally(progress.end)
      printReport(shell, report, own.dryRun === true)
      return report.problems.length > 0 ? 3 : 0
    } catch (error) {
      if (!(error instanceof ReadError)) throw error
      const { sentence, params } = error.reason
      if (shell.owner === undefined || params?.code !== 'EACCES') throw failure(sentence, params)
      const message = shell.message(sentence, params)
      throw failure(messages.system.EACCES_AS_OWNER, { owner: shell.owner, message })
    } finally {
      process.off('SIGINT', interrupt)
    }
  }

const named = (written: Own[string]) => (typeof written === 'string' ? written : undefined)

/** The name of the source; an empty one is none, as in the API: without a name, no repeated import would find its records. */
const sourceIn = ({ source }: Own) => named(source)?.trim() || undefined

function oneOf<T extends string>(own: Own, name: string, all: readonly T[]): T | undefined {
  const written = own[name]
  const choice = all.find(each => each === written)
  if (written !== undefined && choice === undefined)
    throw misuse(text.notOneOf, { name, value: String(written), all: all.join(', ') })
  return choice
}

/** The options of an import that were written; throws at one that is not as it is to be. */
export function howIn(own: Own): Partial<ImportHow> {
  const written = optionsFor().flatMap(([name, option]) => {
    const value = own[name.replace(/_./g, ([, letter = '']) => letter.toUpperCase())]
    if (value === undefined) return []
    const read = optionIn(option, value)
    if (read !== undefined) return [[name, read]]
    const of = { name: name.replaceAll('_', '-'), value: String(value) }
    if ('words' in option)
      throw misuse(text.notOneOf, { ...of, all: option.words.filter(Boolean).join(', ') })
    if ('max' in option) throw misuse(text.notUpTo, { ...of, max: option.max })
    throw misuse('form' in option && option.form ? notRead(option.form.expected) : text.tooLong, of)
  })
  return Object.fromEntries(written)
}

const notRead = ({ en, fr }: Sentence): Sentence => ({
  en: `--{name}: “{value}”. ${en}`,
  fr: `--{name}\u00a0: «\u00a0{value}\u00a0». ${fr}`,
})

/** Credentials of the source. */
function basicOf(login: string | undefined, file: string | undefined): string | undefined {
  if (login === undefined && file === undefined) return undefined
  if (login === undefined || file === undefined) throw misuse(text.halfLogin)
  return `Basic ${Buffer.from(`${login}:${lineOf(file)}`).toString('base64')}`
}

/** The line, in the file or page that it is of. */
const placeOf = (line: number | undefined, part: string | undefined) =>
  line !== undefined && part !== undefined ? `${part}, ${line}` : (line ?? part)

/** Prints the result of an import, or of a dry run. */
function printReport(shell: Shell, report: ImportReport, isDry: boolean) {
  const { counts, problems, notes, conflicts, gone: removed, read, source } = report
  const json = {
    source,
    dry_run: isDry,
    ...counts.event,
    records: counts,
    problems,
    notes,
    conflicts,
    gone: removed,
    ...(Object.keys(read).length > 0 && { read }),
  }
  const lines = [
    ...Object.entries(read).map(([name, value]) => shell.message(text.readAs, { name, value })),
    ...[...notes, ...conflicts, ...problems].map(({ line, part, source_id, reason }) => {
      const place = placeOf(line, part) ?? source_id
      return place === undefined ? reason : `${place}: ${reason}`
    }),
    shell.message(isDry ? text.would : text.done, counts.event),
    ...(removed.found > 0 ? [shell.message(text.gone, removed)] : []),
  ]
  shell.put(json, lines.join('\n'))
}

/** Shows the imports. */
export const list: CommandHandler = (shell, flags) =>
  withDataFolder(shell, flags, async opened => {
    const runs = await pastImports(opened)
    const states = runs.map(run => (isInterrupted(run) ? 'interrupted' : run.state))
    const rows = runs.map(({ id, started, format, source, origin }, at) => [
      String(id),
      moment(started),
      format,
      source,
      shell.message(runStateNames[states[at] ?? 'failed']),
      origin,
    ])
    const all = runs.map(({ id, started, ended, format, source, origin, report }, at) => ({
      id,
      started: isoMoment(started),
      ended: isoMoment(ended),
      format,
      source,
      origin,
      state: states[at],
      records: report?.counts ?? null,
    }))
    const columns = ['id', 'started', 'format', 'source', 'state', 'origin'] as const
    const names = columns.map(column => shell.message(text[column]))
    shell.put(all, rows.length > 0 ? table(names, rows) : shell.message(text.none))
  })

/** Undoes one of them. */
export const undo: CommandHandler = (shell, flags, [id = ''], { dryRun }) =>
  withDataFolder(shell, flags, async opened => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badId, { value: id })
    const isTrial = dryRun === true
    const progress = openProgress(shell, messages.progress.import)
    const { removed, restored, left, all_left } = await undoPastImport(opened, Number(id), {
      language: shell.language,
      isTrial,
      progress: done => progress.show(done, done),
    }).finally(progress.end)
    const counts = { removed, restored, left: all_left }
    const lines = left.map(({ kind, id, title, reason }) => `${kind} ${id} (${title}): ${reason}`)
    shell.put(
      trial(isTrial, { ...counts, records: left }),
      [...lines, shell.message(isTrial ? text.wouldUndo : text.undone, counts)].join('\n'),
    )
  })

/** Subscribes to a feed. */
export const subscribe: CommandHandler = (shell, flags, [url = ''], own) =>
  withDataFolder(shell, flags, async opened => {
    if (!isUrl(url)) throw misuse(text.badUrl, { value: url })
    const { id, source } = await subscribeTo(opened, {
      url,
      format: oneOf(own, 'format', importFormats) ?? 'ics',
      every: oneOf(own, 'every', namesIn(intervals)) ?? 'daily',
      source: sourceIn(own),
      options: howOf(howIn(own)),
    })
    shell.put({ id, source }, shell.message(text.subscribed, { id, source }))
  })

/** Shows the subscriptions. */
export const subscriptions: CommandHandler = (shell, flags) =>
  withDataFolder(shell, flags, async opened => {
    const feeds = await feedsOf(opened)
    const columns = ['id', 'source', 'state', 'checked', 'url'] as const
    const rows = feeds.map(({ id, source, state, checked, url, error }) => [
      String(id),
      source,
      error ? `${state}: ${shell.message(error)}` : state,
      moment(checked),
      url,
    ])
    const all = feeds.map(({ id, source, state, format, every, checked, next, url, failures }) => ({
      id,
      source,
      state,
      format,
      every,
      checked: isoMoment(checked),
      next: isoMoment(next),
      url,
      failures,
    }))
    const names = columns.map(column => shell.message(text[column]))
    shell.put(all, rows.length > 0 ? table(names, rows) : shell.message(text.noFeeds))
  })

/** Ends a subscription. */
export const unsubscribe: CommandHandler = (shell, flags, [id = ''], { dryRun }) =>
  withDataFolder(shell, flags, async opened => {
    if (!/^\d{1,15}$/.test(id)) throw misuse(text.badFeedId, { value: id })
    if (dryRun) {
      const { url } = await feedNamed(opened, Number(id))
      const data = trial(true, { id: Number(id), ended: false })
      return shell.put(data, shell.message(text.wouldUnsubscribe, { id, url }))
    }
    await endFeed(opened, Number(id))
    shell.put({ id: Number(id), ended: true }, shell.message(text.unsubscribed, { id }))
  })
