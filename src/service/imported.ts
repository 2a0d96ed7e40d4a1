import {
  type Accounts,
  bytesOf,
  type Caller,
  type Context,
  type ImportReport,
  type ImportRun,
  storedMappings,
  storeMapping,
} from '../calendar/index.ts'
import type { Live } from '../config/index.ts'
import { mappingIn } from '../define/column-mapping.ts'
import { matchesIn } from '../define/import-matches.ts'
import {
  importFormats,
  newStatuses,
  type Policy,
  policies,
  type RemovedPolicy,
  removedPolicies,
} from '../define/import-messages.ts'
import { isUrl } from '../define/source-url.ts'
import { languages } from '../define/text/language.ts'
import type { ImportHow } from '../http/index.ts'
import { ReadError, type ReaderOptions } from '../moving/index.ts'
import type { SeparateSource, SourceLimits, SourceTask } from './separate-source.ts'

export type Opened = { context: Context; accounts: Accounts; live: Pick<Live, 'current'> }

// Loaded at first use: few processes import.
const engine = () => import('../calendar/imports/import.ts')
const separate = () => import('./separate-source.ts')

type Given = Pick<
  Parameters<Awaited<ReturnType<typeof engine>>['runImport']>[3],
  'isDry' | 'run' | 'resumes' | 'previewed' | 'progress'
> & { signal: AbortSignal; limits?: SourceLimits }

/** Reads the source of a run and writes what it has; `started`: the source, where it is being read already. */
export async function imported(
  opened: Opened,
  caller: Caller,
  run: ImportRun,
  given: Given,
  started?: SeparateSource,
): Promise<ImportReport> {
  const { context } = opened
  const { id, origin, source, language, options } = run
  const { runImport } = await engine()
  const { readSeparately, usualLimits } = await separate()
  const reading =
    started ??
    readSeparately(await taskOf(opened, run), {
      signal: given.signal,
      ...(given.limits ?? usualLimits),
      ...(!isUrl(origin) && { file: bytesOf(context.store, id) }),
      ...(!given.isDry && { chosen: storeMapping(context) }),
    })
  try {
    return await runImport(context, caller, reading.items(), {
      ...optionsIn(options),
      ...given,
      language,
      source,
      isFeed: isUrl(origin),
    })
  } finally {
    reading.stop()
  }
}

/** The source of a run, for the process that reads it. */
export async function taskOf(
  { context, live }: Opened,
  { origin, format, options }: Pick<ImportRun, 'origin' | 'format' | 'options'>,
): Promise<SourceTask> {
  const { fetchAllow, dataFolder, maxImportRecords } = live.current
  const { site } = context
  const language = optionsIn(options).textLanguage ?? site.language
  return {
    origin,
    format: importFormats.find(each => each === format) ?? 'csv',
    options: readerOptions(options),
    defaults: { zone: site.zone, language, now: context.now() },
    mappings: await storedMappings(context),
    maxRecords: maxImportRecords,
    fetchAllow,
    dataFolder,
  }
}

/** The options of a run, as they are stored. */
function optionsIn({
  policy,
  gone: removed,
  threshold,
  accept_new,
  keep_ids,
  source_language,
  status,
  matches,
}: ImportRun['options']) {
  return {
    status: newStatuses.find(each => each === status),
    matches: matchesIn(String(matches ?? '')) ?? [],
    policy: policies.find((each): each is Policy => each === policy) ?? 'ours',
    gone: removedPolicies.find((each): each is RemovedPolicy => each === removed) ?? 'leave',
    threshold: Number(threshold ?? 30),
    acceptsNew: accept_new === true,
    keepsIds: keep_ids === true,
    textLanguage: languages.find(each => each === source_language),
  }
}

function readerOptions(options: Partial<ImportHow>): ReaderOptions {
  const { map, dates, delimiter, encoding, sheet, series, keep_ids } = options
  const mapping = map ? mappingIn(map) : undefined
  if (map && !mapping) throw new ReadError({ sentence: badMap, params: { map } })
  return {
    ...(mapping && { mapping }),
    ...(dates && { dates }),
    ...(delimiter && { delimiter }),
    ...(encoding && { encoding }),
    ...(sheet && { sheet }),
    ...(series && { series }),
    ...(keep_ids && { keepIds: true }),
  }
}

const badMap = {
  en: 'The columns are “{map}”. Expected pairs of column and field, such as What=title,When=start_date.',
  fr: 'Les colonnes valent « {map} ». Attendu : des couples colonne=champ, tels que Quoi=title,Quand=start_date.',
}
