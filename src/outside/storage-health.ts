import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf, entriesOf } from '../define/base/objects.ts'
import { Problem } from '../problem/index.ts'
import type { openLog } from './log.ts'

/** The reasons why the service is not ready, as `/health/ready` names them. */
export type Trouble =
  | 'storage_full'
  | 'storage_failing'
  | 'database_unreachable'
  | 'database_newer'
  | 'database_damaged'

/** The same, and what hurts images alone. */
type Fault = Trouble | 'images_unreachable'

const kinds: Record<Fault, readonly string[]> = {
  storage_full: ['SQLITE_FULL', 'ENOSPC', 'EDQUOT', 'EFBIG', '53100'],
  storage_failing: [
    'SQLITE_IOERR',
    'SQLITE_READONLY',
    'SQLITE_CANTOPEN',
    'SQLITE_PROTOCOL',
    '58030',
    'EIO',
    'EROFS',
    'EACCES',
    'EPERM',
    'EMFILE',
    'ENFILE',
  ],
  database_unreachable: ['DATABASE_UNREACHABLE'],
  database_newer: ['DATABASE_NEWER'],
  database_damaged: ['SQLITE_CORRUPT', 'SQLITE_NOTADB', 'XX001', 'XX002'],
  images_unreachable: ['IMAGE_STORE_UNREACHABLE'],
}
const faults = new Map(
  entriesOf(kinds).flatMap(([kind, codes]) => codes.map(code => [code, kind] as const)),
)

const messages: Record<Fault, string> = {
  storage_full: 'the disk is full: nothing can be written',
  storage_failing: 'the disk cannot be used',
  database_unreachable: 'the database cannot be reached',
  database_newer:
    'a newer version has changed the database: start this process again with that version',
  database_damaged: 'the database is damaged: restore a backup',
  images_unreachable: 'the image storage cannot be used',
}

const problems = {
  storage_full: 'rest_insufficient_storage',
  storage_failing: 'rest_storage_failing',
  database_unreachable: 'rest_database_unreachable',
  database_newer: 'rest_service_outdated',
  database_damaged: 'rest_storage_failing',
  images_unreachable: 'rest_images_unreachable',
} as const satisfies Record<Fault, string>

/** The wait for a lock or a connection has timed out, or a statement has taken too long. */
const busy = ['SQLITE_BUSY', 'SQLITE_LOCKED', '55P03', '57014', 'DATABASE_BUSY']

/** Seconds after which a caller may try again. */
const retryAfter = 30
/** Milliseconds between two tries to write, while the last one failed. */
const probeEvery = 2000
/** Milliseconds between two lines of the log about the same trouble. */
const reportEvery = 60_000

/**
 * Errors of the disk and the database file. Callers get a sentence, the log a line a minute, and `/health/ready` the reason, until
 * writing succeeds again. Damage to the database stays reported until a restart.
 */
export function openStorage(
  { error: logError, info }: Pick<ReturnType<typeof openLog>, 'error' | 'info'>,
  now = () => performance.now(),
) {
  let trouble: Trouble | undefined
  let probe: (() => Promise<unknown>) | undefined
  let timer: NodeJS.Timeout | undefined
  const reportedAt = new Map<Fault, number>()

  /** Notes an error of the disk; undefined: it is another error. */
  function report(error: unknown): Fault | undefined {
    const fault = faults.get(codeOf(error))
    if (!fault) return undefined
    reportOnce(fault, error)
    // all but images is there: other requests are not to go elsewhere
    if (fault === 'images_unreachable') return fault
    if (trouble !== 'database_damaged') trouble = fault
    if (trouble !== 'database_damaged') timer ??= setTimeout(tryAgain, probeEvery).unref()
    return fault
  }

  function reportOnce(fault: Fault, error: unknown) {
    if (now() - (reportedAt.get(fault) ?? Number.NEGATIVE_INFINITY) < reportEvery) return
    reportedAt.set(fault, now())
    const why = error instanceof Error ? error.message : undefined
    logError(messages[fault], { code: codeOf(error), error: why })
  }

  async function tryAgain() {
    try {
      await probe?.()
      timer = undefined
      if (trouble === 'database_damaged') return
      trouble = undefined
      reportedAt.clear()
      info('the storage can be written again')
    } catch (error) {
      timer = undefined
      // whatever it is, the disk has not been shown to work
      if (!report(error) && probe) timer = setTimeout(tryAgain, probeEvery).unref()
    }
  }

  return {
    report,
    problemOf: (error: unknown) => problemOf(error, report),
    get trouble() {
      return trouble
    },
    /** Sets the probe that tests whether writing succeeds again. */
    watch(of: () => Promise<unknown>) {
      probe = of
    },
    stop() {
      probe = undefined
      clearTimeout(timer)
    },
  }
}

function problemOf(
  error: unknown,
  report: (error: unknown) => Fault | undefined,
): Problem | undefined {
  const code = codeOf(error)
  if (busy.includes(code))
    return new Problem('service_too_busy', { retryAfter: 5, params: { seconds: 5 } })
  const fault = report(error)
  if (!fault) return undefined
  const seconds = fault.endsWith('_unreachable') ? 5 : retryAfter
  return new Problem(problems[fault], { retryAfter: seconds, params: { seconds } })
}

/** Writes the size of a small image next to the database, and removes it. */
export async function probeFolder(folder: string) {
  const file = join(folder, 'uploads', '.probe')
  try {
    await writeFile(file, Buffer.alloc(65_536), { flush: true })
  } finally {
    await rm(file, { force: true })
  }
}
