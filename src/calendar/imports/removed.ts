import type { RemovedPolicy } from '../../define/import-messages.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { daySeconds, startOfDay } from '../../define/time/clock.ts'
import { parseMoment } from '../../define/time/parse.ts'
import { instantOf, wallOf } from '../../define/time/zone.ts'
import { Problem } from '../../problem/index.ts'
import { eventStatusOf, writtenNames } from '../../resources/index.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { importedIn } from '../write/imported.ts'
import { changeRecord } from '../write/write-verbs.ts'
import { editedDatesOf, editedHere, isMovedHere } from './edited.ts'
import { removed } from './marks.ts'
import { sourceLines } from './merge-lines.ts'
import type { openReport } from './report.ts'
import { type Ending, eventsOf } from './stored-events.ts'
import { rememberedDates } from './write-dates.ts'

type Run = {
  context: Context
  caller: WriteCaller
  options: {
    source: string
    gone: RemovedPolicy
    threshold: number
    isDry: boolean
    run?: number | undefined
  }
  reporter: ReturnType<typeof openReport>
}

/**
 * Cancels or trashes the events that a source no longer has. Changes nothing if the source was empty, if part of it was unreadable and
 * could not be identified, or if too many events are missing. `metStart`: the start that the source gives a record that it has, empty where that was not
 * read; `began`: the instant at which the import began.
 */
export async function treatRemoved(
  { context, caller, options, reporter }: Run,
  metStart: (key: string) => string | undefined,
  began: number,
): Promise<void> {
  const { source } = options
  for (const kind of writtenNames.filter(isDated)) {
    const { met, unmet } = await knownOf(context, source, metStart)
    const open = ({ record }: Known) => !isTreated(record, options.gone)
    const others = unmet.filter(open)
    const isRemoved = removalsFrom(met, others, { began, zone: context.site.zone })
    const missing = others.filter(isRemoved).map(({ record }) => record)
    const stored = missing.length + met.filter(open).length
    const { report } = reporter
    report.gone.found += missing.length
    if (options.gone === 'leave' || missing.length === 0) continue
    const why =
      missing.length === stored
        ? nothingLeft
        : report.unnamed > 0
          ? unreadable
          : missing.length > (stored * options.threshold) / 100
            ? tooMany
            : undefined
    if (why) {
      const params = { found: missing.length, known: stored, threshold: options.threshold }
      reporter.note({ kind }, { sentence: why, params })
      continue
    }
    const change = options.gone === 'trash' ? { status: 'trash' } : { event_status: 'cancelled' }
    for (const record of missing) {
      const { id, facts } = record
      const importing = { ...(await noteOf(context, record)), mark: removed }
      try {
        await changeRecord(
          context,
          kind,
          { ...caller, importing, action: options.run },
          { id },
          change,
        )
        report.gone.changed += 1
      } catch (error) {
        if (!(error instanceof Problem) || error.status >= 500) throw error
        // one that was removed meanwhile needs no change
        if (await context.store.get(kind, id))
          reporter.complain({ kind, source_id: String(facts.source_id) }, error)
      }
    }
  }
}

/** The note about an event that goes: edits made here stay if the source has it again. */
async function noteOf(context: Context, record: StoredRecord) {
  const before = importedIn(record.facts)
  if (!before) return {}
  const edited = await editedHere(context, record)
  const dates = { imported: before.dates, edited: await editedDatesOf(context, record) }
  const isChanged = edited && (edited.has('recurrence') || isMovedHere(edited))
  return {
    ...before,
    edited: edited ? [...edited] : before.edited,
    dates: rememberedDates(dates),
    ...(isChanged && { lines: await sourceLines(context, record) }),
  }
}

/** One that the source has begins where it says, for it may leave out what is over. */
type Known = Ending & { starts: number }

/** The stored events of a source: those that it has now, and the others. */
async function knownOf(
  context: Context,
  source: string,
  metStart: (key: string) => string | undefined,
): Promise<{ met: Known[]; unmet: Known[] }> {
  const [met, unmet]: [Known[], Known[]] = [[], []]
  for await (const { record, ends } of eventsOf(context, source)) {
    const { source_id, timezone, utc_starts } = record.facts
    const there = metStart(`event ${source_id}`)
    const start = there && parseMoment(there, 0, String(timezone))
    const starts = start ? instantOf(start.at, String(timezone)) : Number(utc_starts)
    const list = there === undefined ? unmet : met
    list.push({ record, starts, ends })
  }
  return { met, unmet }
}

/**
 * I9: what was over when the import began is not gone. A source that has nothing that has begun, and no longer has what is over, lists only what
 * comes: what is on, or is over today before its first event, is not gone from it.
 */
function removalsFrom(
  met: readonly Known[],
  unmet: readonly Known[],
  { began, zone }: { began: number; zone: string },
) {
  const first = Math.min(...met.map(({ starts }) => starts))
  const isRolling = first > began && unmet.some(({ ends }) => ends < began)
  const tomorrow = instantOf(startOfDay(wallOf(began, zone)) + daySeconds, zone)
  return (event: Known) =>
    event.ends >= began &&
    !(isRolling && (event.starts <= began || event.ends <= Math.min(first, tomorrow)))
}

const isTreated = ({ facts }: StoredRecord, policy: RemovedPolicy) =>
  facts.status === 'trash' ||
  (policy === 'cancel' && eventStatusOf(facts).event_status === 'cancelled')

const tooMany = {
  en: '{found} of {known} events {found|is|are} no longer in the source: more than {threshold} %. {found|It stays as it is|They stay as they are}.',
  fr: 'Sur {known} évènements, {found} {found|n’est plus|ne sont plus} dans la source : plus de {threshold} %. {found|Il reste tel quel|Ils restent tels quels}.',
}
const nothingLeft = {
  en: 'The source no longer has any of its {known} events. They stay as they are.',
  fr: 'La source n’a plus aucun de ses {known} évènements. Ils restent tels quels.',
}
const unreadable = {
  en: '{found} of {known} events {found|is|are} no longer in the source, but some of it could not be read. {found|It stays as it is|They stay as they are}.',
  fr: 'Sur {known} évènements, {found} {found|n’est plus|ne sont plus} dans la source, mais une partie de la source est illisible. {found|Il reste tel quel|Ils restent tels quels}.',
}
