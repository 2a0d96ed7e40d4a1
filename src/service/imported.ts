import {
  type Accounts,
  bytesOf,
  type Caller,
  type Context,
  type ImportReport,
  type ImportRun,
  readContextOf,
  storedMappings,
  storeMapping,
  writing,
} from '../calendar/index.ts'
import type { Live } from '../config/index.ts'
import { importFormats } from '../define/import-messages.ts'
import { howOf } from '../define/import-options.ts'
import { isUrl } from '../define/source-url.ts'
import { readerOptions } from '../moving/index.ts'
import type { SeparateSource, SourceLimits, SourceTask } from './separate-source.ts'
import { readSeparately, usualLimits } from './separate-source.ts'

export type Opened = { context: Context; accounts: Accounts; live: Pick<Live, 'current'> }

type Given = Pick<
  Parameters<Awaited<ReturnType<typeof writing>>['runImport']>[3],
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
  const { runImport } = await writing()
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
      ...howOf(options),
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
  const how = howOf(options)
  return {
    origin,
    format: importFormats.find(each => each === format) ?? 'csv',
    options: readerOptions(how),
    defaults: readContextOf(context, how),
    mappings: await storedMappings(context),
    maxRecords: maxImportRecords,
    fetchAllow,
    dataFolder,
  }
}
