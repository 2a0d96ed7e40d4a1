import { resolve } from 'node:path'
import {
  type Backup,
  type BackupDamage,
  BackupError,
  type BackupOptions,
  type BackupPlace,
  type BackupStep,
  backupFolderOf,
  createBackup,
  findBackup,
  keyOf,
  listBackups,
  placeOf,
  planBackup,
  restoreFiles,
  schemaBefore,
  verifyBackup,
  withFiles,
} from '../backups/index.ts'
import { bucketName, type Settings } from '../config/index.ts'
import { localeOf } from '../define/text/language.ts'
import { failure, interrupted, misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, type Own, trial } from './program.ts'
import { openProgress } from './progress.ts'
import { askConsent } from './prompts.ts'
import type { Flags, Shell } from './shell.ts'
import { table } from './table.ts'

const {
  accounts,
  backup: text,
  backupErrors,
  backupDamage,
  backupSteps,
  headings,
  imports,
} = messages

/** Backs up the calendar, also while the service runs. */
export const create: CommandHandler = (shell, flags, _args, own) =>
  withBackups(shell, flags, own, async ({ place, settings, options, key }) => {
    const { dataFolder, databaseUrl, imageStore } = settings
    const creation = {
      source: { dataFolder, databaseUrl, imageStore },
      place,
      key,
      keep: numberOf(own),
      date: new Date(),
      ...options,
    }
    if (own.dryRun) {
      const { path, removed } = await planBackup(creation)
      shell.put(trial(true, { path, removed }), '')
      shell.report(shell.message(text.wouldCreate, { path }))
      const names = removed.join(', ')
      if (names) shell.report(shell.message(text.wouldRemove, { names }))
      return
    }
    const { backup, removed } = await createBackup(creation)
    shell.put({ ...rowOf(backup), removed }, '')
    shell.report(shell.message(text.created, { ...countsOf(shell, backup), path: backup.path }))
    if (removed.length > 0) shell.report(shell.message(text.removed, { names: removed.join(', ') }))
    if (!backup.hasKey) shell.report(shell.message(text.withoutKey))
    if (imageStore) shell.warn(shell.message(text.bucket, { bucket: bucketName(imageStore) }))
  })

/** The backups of a place, newest first. */
export const list: CommandHandler = (shell, flags, _args, own) =>
  withBackups(shell, flags, own, async ({ place }) => {
    const all = await listBackups(place)
    const columns = [headings.name, headings.events, headings.files, headings.size]
    const rows = all.map(backup => {
      const { events, files, size } = countsOf(shell, backup)
      return [backup.name, String(events), String(files), size]
    })
    const heads = columns.map(each => shell.message(each))
    shell.put(all.map(rowOf), all.length > 0 ? table(heads, rows) : '')
    if (all.length === 0) shell.report(shell.message(text.none, { folder: place.title }))
  })

/** Reads every file of a backup again. */
export const verify: CommandHandler = (shell, flags, [named], own) =>
  withBackups(shell, flags, own, async ({ place, key, work, options }) => {
    const match = await findBackup(named, place)
    const damage = await verifyBackup(match.backup, match.place, { key, work, ...options })
    shell.put({ ...rowOf(match.backup), complete: damage.length === 0, problems: damage }, '')
    const { path, files } = match.backup
    if (damage.length === 0) shell.report(shell.message(text.complete, { path, files }))
    return reportDamage(shell, damage)
  })

/** Puts a backup, which is verified before, into the data folder and the database. */
export const restore: CommandHandler = (shell, flags, [named], own) =>
  withBackups(shell, flags, own, async ({ place, settings, key, work, options }) => {
    const { dataFolder, databaseUrl } = settings
    const match = await findBackup(named, place)
    const { backup } = match
    await withFiles(backup, match.place, { key, work, ...options }, async (folder, damage) => {
      if (damage.length > 0) {
        shell.put({ ...rowOf(backup), restored: false, problems: damage }, '')
        reportDamage(shell, damage)
        throw failure(text.notRestored)
      }
      const { created, events } = backup
      const question = databaseUrl ? text.askServer : text.ask
      const params = { created, events, dataFolder, schema: schemaBefore }
      if (own.dryRun) {
        shell.report(shell.message(text.wouldRestore, params))
        shell.put(trial(true, { ...rowOf(backup), restored: false, problems: [] }), '')
        return
      }
      if (!own.yes && !shell.isInteractive) throw misuse(accounts.needsYes)
      if (!own.yes && !(await askConsent(shell, shell.message(question, params)))) {
        shell.report(shell.message(accounts.cancelled))
        return
      }
      const restored = await restoreFiles(folder, { dataFolder, databaseUrl, ...options })
      const { previous, previousSchema } = restored
      shell.put(
        {
          ...rowOf(backup),
          restored: true,
          previous: previous ?? null,
          previous_schema: previousSchema ?? null,
          problems: [],
        },
        '',
      )
      shell.report(shell.message(databaseUrl ? text.restoredServer : text.restored, params))
      if (previous) shell.report(shell.message(text.previous, { previous }))
      if (previousSchema)
        shell.report(shell.message(text.previousSchema, { schema: previousSchema }))
    })
  })

type RawFlags = {
  place: BackupPlace
  settings: Settings
  key: Buffer | undefined
  /** The folder in which backups are unpacked. */
  work: string
  options: BackupOptions
}

async function withBackups<T>(
  shell: Shell,
  flags: Flags,
  own: Own,
  use: (given: RawFlags) => Promise<T>,
): Promise<T> {
  const settings = shell.settings(flags)
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(interrupted(imports.interrupted))
  process.once('SIGINT', interrupt)
  let currentStep: { step: BackupStep; line: ReturnType<typeof openProgress> } | undefined
  const progress = (step: BackupStep, done: number, total: number) => {
    if (currentStep?.step !== step) {
      currentStep?.line.end()
      currentStep = { step, line: openProgress(shell, backupSteps[step]) }
    }
    currentStep.line.show(done, total)
  }
  try {
    const place = await placeOf(settings, typeof own.to === 'string' ? resolve(own.to) : undefined)
    const work = place.folder ?? backupFolderOf(settings)
    const options = { progress, signal: interruption.signal }
    return await use({ place, settings, key: keyOf(settings), work, options })
  } catch (error) {
    if (error instanceof BackupError) throw failure(backupErrors[error.code], error.params)
    throw error
  } finally {
    currentStep?.line.end()
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
const rowOf = ({ name, path, created, version, ...backup }: Backup) => ({
  name,
  path,
  created,
  version,
  database_version: backup.databaseVersion,
  events: backup.events,
  files: backup.files,
  bytes: backup.bytes,
  key: backup.hasKey,
  encrypted: backup.packed?.isEncrypted ?? false,
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

/** The exit code of a backup with wrong files. */
function reportDamage(shell: Shell, damage: readonly BackupDamage[]): 0 | 3 {
  for (const { file, reason } of damage) shell.warn(shell.message(backupDamage[reason], { file }))
  return damage.length > 0 ? 3 : 0
}
