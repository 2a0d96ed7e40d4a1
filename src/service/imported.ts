import type { Caller, Context } from '../calendar/context.ts'
import type { ImportReport } from '../calendar/imports/report.ts'
import { bytesOf, type ImportRun } from '../calendar/imports/runs.ts'
import type { Accounts } from '../calendar/people/accounts.ts'
import type { Live } from '../config/live.ts'
import { mappingIn } from '../define/column-mapping.ts'
import {
  importFormats,
  type Policy,
  policies,
  type RemovedPolicy,
  removedPolicies,
} from '../define/import-messages.ts'
import type { ImportHow } from '../http/admin-api/imports-service.ts'
import { ReadError, type ReaderOptions } from '../moving/item.ts'
import { isUrl, sourceAt } from './import-source.ts'

export type Opened = { context: Context; accounts: Accounts; live: Pick<Live, 'current'> }

// Loaded at first use: few processes import.
const engine = () => import('../calendar/imports/import.ts')
const formats = () => import('../moving/readers.ts')

type Given = Pick<
  Parameters<Awaited<ReturnType<typeof engine>>['runImport']>[3],
  'isDry' | 'run' | 'resumes' | 'previewed' | 'progress'
> & { signal: AbortSignal }

/** Reads the source of a run and writes what it has; `fetched`: its bytes, where they are here already. */
export async function imported(
  { context, live }: Opened,
  caller: Caller,
  { id, origin, source, format, language, options }: ImportRun,
  given: Given,
  fetched?: Uint8Array,
): Promise<ImportReport> {
  const { runImport } = await engine()
  const { withSavedMappings } = await import('../calendar/imports/saved-mappings.ts')
  const { readers } = await formats()
  const read = await readers[importFormats.find(each => each === format) ?? 'csv']()
  const defaults = { zone: context.site.zone, language: context.site.language, now: context.now() }
  const stream = async function* () {
    if (fetched) yield fetched
  }
  const opened = sourceAt(origin, live.current, {
    signal: given.signal,
    pages: context.sourcePages,
    bytes: () => bytesOf(context.store, id),
  })
  const reading = withSavedMappings(context, readerOptions(options), given.isDry)
  const at = fetched ? { ...opened, bytes: stream } : opened
  return runImport(context, caller, read(at, defaults, reading), {
    ...optionsIn(options),
    ...given,
    language,
    source,
    isFeed: isUrl(origin),
  })
}

/** The options of a run, as they are stored. */
function optionsIn({
  policy,
  gone: removed,
  threshold,
  accept_new,
  keep_ids,
}: ImportRun['options']) {
  return {
    policy: policies.find((each): each is Policy => each === policy) ?? 'ours',
    gone: removedPolicies.find((each): each is RemovedPolicy => each === removed) ?? 'leave',
    threshold: Number(threshold ?? 30),
    acceptsNew: accept_new === true,
    keepsIds: keep_ids === true,
  }
}

function readerOptions(options: Partial<ImportHow>): ReaderOptions {
  const { map, dates, delimiter, encoding, series, keep_ids } = options
  const mapping = map ? mappingIn(map) : undefined
  if (map && !mapping) throw new ReadError({ sentence: badMap, params: { map } })
  return {
    ...(mapping && { mapping }),
    ...(dates && { dates }),
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(series && { series }),
    ...(keep_ids && { keepIds: true }),
  }
}

const badMap = {
  en: 'The columns are “{map}”; pairs of column and field are expected: What=title,When=start_date.',
  fr: 'Les colonnes valent « {map} ». Valeur attendue : des couples colonne=champ, tels que Quoi=title,Quand=start_date.',
}
