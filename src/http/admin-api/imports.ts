import {
  type ImportRun,
  isInterrupted,
  isUndoable,
  type ListedRecord,
  type ReportEntry,
  type Subscription,
} from '../../calendar/index.ts'
import { namesIn, tableOf } from '../../define/base/objects.ts'
import { wrongType } from '../../define/field-errors.ts'
import { matchesIn } from '../../define/import-matches.ts'
import { intervals, outcomes } from '../../define/import-messages.ts'
import { howOf, optionsFor } from '../../define/import-options.ts'
import type { Resource } from '../../define/resource.ts'
import { type Language, textIn } from '../../define/text/language.ts'
import { datesLabel, fieldsOf, rowKindOf } from '../../moving/index.ts'
import type {
  importsOperations,
  subscriptionsOperations,
} from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import { resources, type WrittenName } from '../../resources/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'

const importsOf = ({ service, actor }: AdminCall) => service.imports.as(actor)

const facts = ({ language }: AdminCall, run: ImportRun, names: ReadonlyMap<number, string>) => ({
  id: run.id,
  state: isInterrupted(run) ? 'interrupted' : run.state,
  format: run.format,
  from: run.origin,
  source: run.source,
  by: run.user || null,
  name: names.get(run.user) ?? null,
  started: timestamp(run.started),
  ended: timestamp(run.ended),
  done: run.done,
  total: run.total,
  error: run.error ? textIn(run.error, language) : null,
  // of a failed run, a report has no more than the columns of its table
  counts: (run.state !== 'failed' && run.report?.counts.event) || null,
  can_be_undone: isUndoable(run),
})

type Placed = Partial<Pick<ReportEntry, 'line' | 'part' | 'source_id' | 'column' | 'value'>>

const placed = ({ line, part, source_id, column, value }: Placed) => ({
  line: line ?? null,
  part: part ?? null,
  source_id: source_id ?? null,
  column: column ?? null,
  value: value ?? null,
})
const remarks = (of: readonly (Placed & { reason: string })[] = []) =>
  of.map(each => ({ ...placed(each), reason: each.reason }))

type Names = ReadonlyMap<number, string>

const matchesOf = ({ options }: ImportRun) => matchesIn(String(options.matches ?? '')) ?? []

async function bodyOf(call: AdminCall, run: ImportRun, names: Names) {
  const matches = matchesOf(run)
  const titles = await importsOf(call).matchedNames(matches)
  const withTitles = matches.map(each => ({
    ...each,
    title: titles.get(`${each.kind} ${each.id}`) ?? '',
  }))
  return { ...detailsOf(call, run, names), matches: withTitles }
}

const detailsOf = (call: AdminCall, run: ImportRun, names: Names) => ({
  ...facts(call, run, names),
  options: optionsFor().flatMap(([name]) => {
    const value = run.options[name] ?? ''
    return value === '' ? [] : [{ name, value: String(value) }]
  }),
  read: Object.entries(run.report?.read ?? {}).map(([name, value]) => ({ name, value })),
  columns: (run.report?.columns ?? []).map(({ name, sample, field }) => ({ name, sample, field })),
  fields: run.report?.columns
    ? fieldsOf(rowKindOf(run.report.read.kind), call.language, call.service.site.customFields)
    : [],
  listed: run.report?.listed ?? tableOf(outcomes, () => 0),
  creates: run.report?.creates ?? [],
  problems: remarks(run.report?.problems),
  notes: remarks(run.report?.notes),
  conflicts: remarks(run.report?.conflicts),
  gone: run.report?.gone.found ?? 0,
  gone_changed: run.report?.gone.changed ?? 0,
  undone: run.undone
    ? {
        removed: run.undone.removed,
        restored: run.undone.restored,
        left: run.undone.all_left,
        records: run.undone.left,
      }
    : null,
})

/** The name of a field for people; the dates of a series are listed by their number. */
function labelOf(kind: WrittenName, name: string, language: Language): string {
  const { fields }: Resource = resources[kind]
  return textIn(fields[name]?.label ?? datesLabel, language)
}

const recordOf = (one: ListedRecord, language: Language) => ({
  ...placed(one),
  kind: one.kind,
  id: one.id ?? null,
  title: one.title,
  outcome: one.outcome,
  reason: one.reason ?? null,
  fields: (one.fields ?? []).map(({ name, language: of, before, after }) => ({
    name,
    label: labelOf(one.kind, name, language),
    language: of ?? null,
    before,
    after,
  })),
})

async function answered(call: AdminCall, run: ImportRun) {
  const names = await importsOf(call).namesOf([run.user])
  return { body: facts(call, run, names), record: `import/${run.id}` }
}

const answering =
  (verb: 'run' | 'stop' | 'undo') =>
  async <V extends AdminCall['values']>(call: AdminCall<V>) =>
    answered(call, await importsOf(call)[verb](call.id))

export const importsHandlers: Handlers<typeof importsOperations> = {
  async 'GET /imports'(call) {
    const imports = importsOf(call)
    const { before, per_page: max } = call.values
    const { runs, next } = await imports.list({ before, max })
    const names = await imports.namesOf(runs.map(({ user }) => user))
    return { body: { imports: runs.map(run => facts(call, run, names)), next: next ?? null } }
  },

  async 'POST /imports'(call) {
    const { format, url, file, source, ...how } = call.values
    const given = {
      format,
      url: url || undefined,
      file: file || undefined,
      source: source || undefined,
      language: call.language,
    }
    return answered(call, await importsOf(call).create({ ...given, how: howOf(how) }))
  },

  async 'GET /imports/:id'(call) {
    const imports = importsOf(call)
    const run = await imports.read(call.id)
    return { body: await bodyOf(call, run, await imports.namesOf([run.user])) }
  },

  async 'GET /imports/:id/records'(call) {
    const imports = importsOf(call)
    const { outcome = 'refused', page } = call.values
    const { report } = await imports.read(call.id)
    const records = await imports.listed(call.id, { outcome, page })
    return {
      body: {
        records: records.map(one => recordOf(one, call.language)),
        total: report?.listed?.[outcome] ?? 0,
      },
    }
  },

  async 'GET /imports/:id/refused'(call) {
    return { body: await importsOf(call).refusedRows(call.id, call.language) }
  },

  async 'POST /imports/:id/parts'(call) {
    const { part, last } = call.values
    if (!/^[\w+/]+={0,2}$/.test(part ?? '')) throw fieldProblem('part', wrongType('string'))
    const bytes = Buffer.from(part ?? '', 'base64')
    return answered(call, await importsOf(call).send(call.id, bytes, last))
  },

  async 'POST /imports/:id/preview'(call) {
    return answered(call, await importsOf(call).preview(call.id, howOf(call.values)))
  },

  'POST /imports/:id/run': answering('run'),
  'POST /imports/:id/stop': answering('stop'),
  'POST /imports/:id/undo': answering('undo'),
}

async function subscriptionBody(
  call: AdminCall,
  of: Subscription,
  names: ReadonlyMap<number, string>,
) {
  const counts = of.run ? await importsOf(call).countsOf(of.run) : undefined
  return { ...factsOf(call, of, names), brought: counts ?? null }
}

const factsOf = (
  { language }: AdminCall,
  of: Subscription,
  names: ReadonlyMap<number, string>,
) => ({
  id: of.id,
  state: of.state,
  format: of.format,
  url: of.url,
  source: of.source,
  every: namesIn(intervals).find(name => intervals[name] === of.every) ?? 'daily',
  owner: of.user,
  name: names.get(of.user) ?? null,
  checked: timestamp(of.checked),
  next: timestamp(of.next),
  reading: of.isRead,
  failures: of.failures,
  error: of.error ? textIn(of.error, language) : null,
  import: of.run || null,
})

async function answeredSubscription(call: AdminCall, of: Subscription) {
  const names = await importsOf(call).namesOf([of.user])
  return { body: await subscriptionBody(call, of, names), record: `subscription/${of.id}` }
}

export const subscriptionsHandlers: Handlers<typeof subscriptionsOperations> = {
  async 'GET /subscriptions'(call) {
    const imports = importsOf(call)
    const all = await imports.subscriptions()
    const names = await imports.namesOf(all.map(({ user }) => user))
    const subscriptions = await Promise.all(all.map(one => subscriptionBody(call, one, names)))
    return { body: { subscriptions } }
  },

  async 'POST /subscriptions'(call) {
    const { format, url, source, every, ...how } = call.values
    const given = { format, url: url ?? '', source: source || undefined, every, how: howOf(how) }
    return answeredSubscription(call, await importsOf(call).subscribe(given))
  },

  async 'PATCH /subscriptions/:id'(call) {
    const { state, every, now } = call.values
    const to = { state, every, isDue: now }
    return answeredSubscription(call, await importsOf(call).changeSubscription(call.id, to))
  },

  async 'DELETE /subscriptions/:id'(call) {
    return answeredSubscription(call, await importsOf(call).unsubscribe(call.id))
  },
}
