import {
  type ImportRun,
  isInterrupted,
  isUndoable,
  type ReportEntry,
} from '../../calendar/index.ts'
import { namesIn } from '../../define/base/objects.ts'
import { wrongType } from '../../define/field-errors.ts'
import { textIn } from '../../define/text/language.ts'
import { fieldsOf, rowKindOf } from '../../moving/index.ts'
import { how, type importsOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem } from '../../problem/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'

export const importsOf = ({ service, actor }: AdminCall) => service.imports.as(actor)

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

type Placed = Partial<Pick<ReportEntry, 'line' | 'part' | 'source_id'>>

const placed = ({ line, part, source_id }: Placed) => ({
  line: line ?? null,
  part: part ?? null,
  source_id: source_id ?? null,
})
const remarks = (of: readonly (Placed & { reason: string })[] = []) =>
  of.map(each => ({ ...placed(each), reason: each.reason }))

const bodyOf = (call: AdminCall, run: ImportRun, names: ReadonlyMap<number, string>) => ({
  ...facts(call, run, names),
  options: namesIn(how).flatMap(name => {
    const value = run.options[name] ?? ''
    return value === '' ? [] : [{ name, value: String(value) }]
  }),
  read: Object.entries(run.report?.read ?? {}).map(([name, value]) => ({ name, value })),
  columns: (run.report?.columns ?? []).map(({ name, sample, field }) => ({ name, sample, field })),
  fields: run.report?.columns ? fieldsOf(rowKindOf(run.report.read.kind), call.language) : [],
  records: (run.report?.records ?? []).map(one => ({
    ...placed(one),
    kind: one.kind,
    title: one.title,
    outcome: one.outcome,
  })),
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
    return answered(call, await importsOf(call).create({ ...given, how }))
  },

  async 'GET /imports/:id'(call) {
    const imports = importsOf(call)
    const run = await imports.read(call.id)
    return { body: bodyOf(call, run, await imports.namesOf([run.user])) }
  },

  async 'POST /imports/:id/parts'(call) {
    const { part, last } = call.values
    if (!/^[\w+/]+={0,2}$/.test(part ?? '')) throw fieldProblem('part', wrongType('string'))
    const bytes = Buffer.from(part ?? '', 'base64')
    return answered(call, await importsOf(call).send(call.id, bytes, last))
  },

  async 'POST /imports/:id/preview'(call) {
    return answered(call, await importsOf(call).preview(call.id, call.values))
  },

  'POST /imports/:id/run': answering('run'),
  'POST /imports/:id/stop': answering('stop'),
  'POST /imports/:id/undo': answering('undo'),
}
