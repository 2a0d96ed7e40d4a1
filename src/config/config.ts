import { resolve } from 'node:path'
import { namesIn } from '../define/base/objects.ts'
import type { Sentence } from '../define/field-type.ts'
import { themeFiles } from '../define/theme.ts'
import { fileSettings } from './file-settings.ts'
import { type Given, type Reading, readGiven, unknownSentence } from './read.ts'
import type { ValuesOf } from './setting.ts'
import { settings } from './settings.ts'

export type { Source } from './read.ts'
export { flagOf, type Setting, variableOf } from './setting.ts'
export { siteSettings } from './site-settings.ts'
export { settings }

export type SettingName = keyof typeof settings

/** The settings of the service. */
export type Settings = { -readonly [N in SettingName]: ValuesOf<typeof settings>[N] }

/** Reads the settings and checks those that depend on each other. Invalid ones get their default. */
export function readSettings(
  given: Given,
): Omit<Reading<typeof settings>, 'settings'> & { settings: Settings } {
  const reading = readGiven<typeof settings>(settings, given)
  const read: Settings = { ...reading.settings }
  const isNamed = reading.sources.dataFolder.from !== 'default'
  read.dataFolder = resolve(given.cwd, (!isNamed && given.usualFolder) || read.dataFolder)
  if (read.backupFolder !== '') read.backupFolder = resolve(given.cwd, read.backupFolder)
  if (read.accessLogFile !== '') read.accessLogFile = resolve(given.cwd, read.accessLogFile)
  for (const name of [...namesIn(fileSettings), ...themeFiles, 'stylesheet' as const])
    if (read[name] !== '') read[name] = resolve(given.cwd, read[name])
  const fieldErrors = [...reading.fieldErrors]
  if (reading.sources.perPage.from === 'default')
    read.perPage = Math.min(read.perPage, read.maxPerPage)
  if (read.perPage > read.maxPerPage)
    fieldErrors.push({ name: 'perPage', sentence: tooManyPerPage(read) })
  fieldErrors.push(...incomplete(read))
  return { ...reading, settings: read, fieldErrors }
}

/** The other setting of each pair, by the one that is wrong where the pair is incomplete. */
export const pairedWith = {
  adminLogin: 'adminPassword',
  oidcClientId: 'oidcIssuer',
  mailFrom: 'smtpUrl',
  imageStore: 'imageStoreKey',
  backupStore: 'backupStoreKey',
  workers: 'databaseUrl',
} as const satisfies Partial<Record<SettingName, SettingName>>

/** Settings that need another one: `name` is the one that is wrong. */
export function incomplete(read: Settings) {
  const problems: { name: keyof typeof pairedWith; sentence: Sentence }[] = []
  if (!read.adminLogin && (read.adminPassword || read.adminToken))
    problems.push({ name: 'adminLogin', sentence: nobodyToMake })
  if (read.oidcIssuer && !read.oidcClientId)
    problems.push({ name: 'oidcClientId', sentence: noClient })
  if (read.smtpUrl && !read.mailFrom) problems.push({ name: 'mailFrom', sentence: noSender })
  if (read.imageStore && !(read.imageStoreKey && read.imageStoreSecret))
    problems.push({ name: 'imageStore', sentence: noStoreKey })
  if (read.backupStore && !(read.backupStoreKey && read.backupStoreSecret))
    problems.push({ name: 'backupStore', sentence: noBackupKey })
  if (read.workers > 1 && !read.databaseUrl)
    problems.push({ name: 'workers', sentence: onlyOneProcess(read) })
  return problems
}

/** The message for an unknown setting, with the name that was probably meant. */
export const unknownSettingMessage = (name: string): Sentence => unknownSentence(settings, name)

export const tooManyPerPage = ({ perPage, maxPerPage }: Settings): Sentence => ({
  en: `perPage is ${perPage}, more than maxPerPage, which is ${maxPerPage}.`,
  fr: `perPage vaut ${perPage}, plus que maxPerPage, qui vaut ${maxPerPage}.`,
})

const nobodyToMake: Sentence = {
  en: 'An administrator’s password or token is set, but no adminLogin to create the account.',
  fr: 'Le mot de passe ou le jeton d’un compte administrateur est donné, mais pas adminLogin pour créer le compte.',
}

const noClient: Sentence = {
  en: 'oidcIssuer is set, but not oidcClientId, which identifies this service at that provider.',
  fr: 'oidcIssuer est donné, mais pas oidcClientId, qui identifie ce service chez ce fournisseur.',
}

const noSender: Sentence = {
  en: 'smtpUrl is set, but not mailFrom, the sender of the e-mails.',
  fr: 'smtpUrl est donné, mais pas mailFrom, l’expéditeur des e-mails.',
}

const noStoreKey: Sentence = {
  en: 'imageStore is set, but not imageStoreKey and imageStoreSecret, the credentials of that bucket.',
  fr: 'imageStore est donné, mais pas imageStoreKey et imageStoreSecret, les identifiants de ce compartiment.',
}

const noBackupKey: Sentence = {
  en: 'backupStore is set, but not backupStoreKey and backupStoreSecret, the credentials of that bucket.',
  fr: 'backupStore est donné, mais pas backupStoreKey et backupStoreSecret, les identifiants de ce compartiment.',
}

const onlyOneProcess = ({ workers }: Settings): Sentence => ({
  en: `workers is ${workers}, but on SQLite one process serves the calendar: set workers to 1, or databaseUrl to a PostgreSQL database.`,
  fr: `workers vaut ${workers}, mais avec SQLite un seul processus sert l’agenda : donnez à workers la valeur 1, ou à databaseUrl l’URL d’une base PostgreSQL.`,
})
