import { join, resolve } from 'node:path'
import type { Backup, BackupFlaw, BackupOptions, BackupStep } from '../backups.ts'
import type { Settings } from '../config/config.ts'
import { localeOf } from '../define/text/language.ts'
import { failure, interrupted, misuse } from './failure.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Own } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import type { Flags, Shell } from './shell.ts'
import { table } from './table.ts'

const {
  accounts,
  backup: text,
  backupErrors,
  backupFlaws,
  backupSteps,
  headings,
  imports,
} = messages

/** Backs up the data folder, also while the service runs. */
export const create: CommandHandler = (shell, flags, _args, own) =>
  withBackups(shell, flags, own, async ({ backups, folder, settings, options }) => {
    const { dataFolder, imageStore } = settings
    const { backup, removed } = await backups.createBackup({
      dataFolder,
      to: folder,
      keep: numberOf(own),
      date: new Date(),
      ...options,
    })
    shell.put({ ...shown(backup), removed }, '')
    shell.report(shell.message(text.created, { ...countsOf(shell, backup), path: backup.path }))
    if (removed.length > 0) shell.report(shell.message(text.removed, { names: removed.join(', ') }))
    if (!backup.hasKey) shell.report(shell.message(text.withoutKey))
    if (imageStore) shell.warn(shell.message(text.bucket, { bucket: imageStore }))
  })

/** The backups of a folder, newest first. */
export const list: CommandHandler = (shell, flags, _args, own) =>
  withBackups(shell, flags, own, async ({ backups, folder }) => {
    const all = await backups.listBackups(folder)
    const columns = [headings.name, headings.events, headings.files, headings.size]
    const rows = all.map(backup => {
      const { events, files, size } = countsOf(shell, backup)
      return [backup.name, String(events), String(files), size]
    })
    const heads = columns.map(each => shell.message(each))
    shell.put(all.map(shown), all.length > 0 ? table(heads, rows) : '')
    if (all.length === 0) shell.report(shell.message(text.none, { folder }))
  })

/** Reads every file of a backup again. */
export const verify: CommandHandler = (shell, flags, [named], own) =>
  withBackups(shell, flags, own, async ({ backups, folder, options }) => {
    const backup = await backups.findBackup(named, folder)
    const flaws = await backups.verifyBackup(backup, options)
    shell.put({ ...shown(backup), complete: flaws.length === 0, problems: flaws }, '')
    const { path, files } = backup
    if (flaws.length === 0) shell.report(shell.message(text.whole, { path, files }))
    return tellFlaws(shell, flaws)
  })

/** Puts a backup, which is verified before, into the data folder. */
export const restore: CommandHandler = (shell, flags, [named], own) =>
  withBackups(shell, flags, own, async ({ backups, folder, settings, options }) => {
    const { dataFolder } = settings
    const backup = await backups.findBackup(named, folder)
    const flaws = await backups.verifyBackup(backup, options)
    if (flaws.length > 0) {
      shell.put({ ...shown(backup), restored: false, problems: flaws }, '')
      tellFlaws(shell, flaws)
      throw failure(text.notRestored)
    }
    const { created, events } = backup
    if (!own.yes && !shell.isInteractive) throw misuse(accounts.needsYes)
    if (
      !own.yes &&
      !(await askConsent(shell, shell.message(text.ask, { created, events, dataFolder })))
    ) {
      shell.report(shell.message(accounts.cancelled))
      return
    }
    const previous = await backups.restoreBackup(backup, { dataFolder, ...options })
    shell.put({ ...shown(backup), restored: true, previous: previous ?? null, problems: [] }, '')
    shell.report(shell.message(text.restored, { created, dataFolder }))
    if (previous) shell.report(shell.message(text.previous, { previous }))
  })

type Given = {
  backups: typeof import('../backups.ts')
  /** Where backups are. */
  folder: string
  settings: Settings
  options: BackupOptions
}

/** `--to`, else `backups` in the data folder. */
const folderOf = ({ to }: Own, { dataFolder }: Settings) =>
  typeof to === 'string' ? resolve(to) : join(dataFolder, 'backups')

async function withBackups<T>(
  shell: Shell,
  flags: Flags,
  own: Own,
  work: (given: Given) => Promise<T>,
): Promise<T> {
  const settings = shell.settings(flags)
  const { dataFolder, databaseUrl } = settings
  if (databaseUrl) throw failure(text.server, { folder: dataFolder })
  const backups = await import('../backups.ts')
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(interrupted(imports.interrupted))
  process.once('SIGINT', interrupt)
  let shownStep: { step: BackupStep; line: ReturnType<typeof openProgress> } | undefined
  const progress = (step: BackupStep, done: number, total: number) => {
    if (shownStep?.step !== step) {
      shownStep?.line.end()
      shownStep = { step, line: openProgress(shell, backupSteps[step]) }
    }
    shownStep.line.show(done, total)
  }
  try {
    const folder = folderOf(own, settings)
    const options = { progress, signal: interruption.signal }
    return await work({ backups, folder, settings, options })
  } catch (error) {
    if (error instanceof backups.BackupError) throw failure(backupErrors[error.code], error.params)
    throw error
  } finally {
    shownStep?.line.end()
    process.off('SIGINT', interrupt)
  }
}

function numberOf({ keep }: Own): number | undefined {
  if (keep === undefined) return undefined
  const number = Number(keep)
  if (!/^[1-9]\d{0,5}$/.test(String(keep))) throw misuse(text.badKeep, { value: String(keep) })
  return number
}

/** As JSON names it. */
const shown = ({ name, path, created, version, ...backup }: Backup) => ({
  name,
  path,
  created,
  version,
  database_version: backup.databaseVersion,
  events: backup.events,
  files: backup.files,
  bytes: backup.bytes,
  key: backup.hasKey,
})

const countsOf = ({ language }: Shell, { events, files, bytes }: Backup) => ({
  events,
  files,
  size: new Intl.NumberFormat(localeOf(language), {
    style: 'unit',
    unit: 'megabyte',
    maximumFractionDigits: 1,
  }).format(bytes / 1_000_000),
})

/** Some files are wrong: the exit code of what was refused. */
function tellFlaws(shell: Shell, flaws: readonly BackupFlaw[]): 0 | 3 {
  for (const { file, reason } of flaws) shell.warn(shell.message(backupFlaws[reason], { file }))
  return flaws.length > 0 ? 3 : 0
}
