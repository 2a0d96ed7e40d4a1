import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { isObject, namesIn } from '../define/base/objects.ts'
import type { Sentence } from '../define/field-type.ts'
import { nearest, plainly } from '../define/text/similar-word.ts'
import { themeFiles } from '../define/theme.ts'
import { fileSettings } from './file-settings.ts'
import { fixedLimits } from './limit-settings.ts'
import { removedSettings } from './removed-settings.ts'
import { type Definitions, flagOf, type Setting, type ValuesOf, variableOf } from './setting.ts'
import { settings } from './settings.ts'
import { bucketIn, withAmazon } from './storage-types.ts'

/** The sources of settings. Flags are by the name of the setting; `config` names the file. */
type Given = {
  flags: Readonly<Record<string, string | undefined>>
  env: Readonly<Record<string, string | undefined>>
  cwd: string
  /** The file of the machine, where none is named and there is none in the folder. */
  systemFile?: string
  /** The data folder, where none is named; else `data` in the folder. */
  usualFolder?: string | undefined
}

/** Where a value was found: `{ from: 'environment', name: 'ALMANAC_PORT' }`. */
export type Source = { from: 'flag' | 'environment' | 'file' | 'default'; name: string }

type SettingError = { name: string; sentence: Sentence }

type Reading<D extends Definitions> = {
  settings: ValuesOf<D>
  sources: Record<keyof D & string, Source>
  /** Names without a meaning: `ALMANAC_…` variables and flags. Unknown keys of the file are errors. */
  unknown: string[]
  /** A sentence for each setting that was found under its previous name. */
  renamed: Sentence[]
  fieldErrors: SettingError[]
  /** The file that was read. */
  file?: string
}

/** Variables that are read elsewhere: the file, the language of the command line, the service that `demo` writes to, the launcher of an archive. */
const otherVariables = [
  'ALMANAC_CONFIG',
  'ALMANAC_LANG',
  'ALMANAC_TOKEN',
  'ALMANAC_COMMAND',
  'ALMANAC_NODE',
]

/** Reads every setting: flags win over the environment, the environment over the file, the file over defaults. */
function readGiven<D extends Definitions>(definitions: D, given: Given): Reading<D> {
  const file = readFile(given)
  const fieldErrors = [...file.fieldErrors, ...unknownKeys(definitions, file)]
  const values: Record<string, unknown> = {}
  const sources: Record<string, Source> = {}
  const renamed: Sentence[] = []
  for (const [name, setting] of Object.entries(definitions)) {
    values[name] = setting.default
    sources[name] = { from: 'default', name }
    const current = find(name, setting, given, file.values)
    const previous = findPrevious(setting, given, file.values)
    const match = current ?? previous
    if (!match) continue
    if (previous) {
      const names = { old: previous.source.name, new: nameIn(previous.source, name) }
      if (current) fieldErrors.push({ name, sentence: bothNames(names.old, current.source.name) })
      else renamed.push(renamedMessage(names.old, names.new))
    }
    const parsed = 'fieldError' in match ? undefined : setting.type.parse(match.written)
    if ('fieldError' in match) fieldErrors.push({ name, sentence: match.fieldError })
    else if (parsed === undefined) fieldErrors.push({ name, sentence: refused(setting, match) })
    else {
      values[name] = parsed
      sources[name] = match.source
    }
  }
  for (const [name, removed] of Object.entries(removedSettings)) {
    const match = find(name, removed, given, file.values)
    if (match) fieldErrors.push({ name, sentence: removedMessage(match.source.name, removed) })
  }
  return {
    settings: values as ValuesOf<D>,
    sources: sources as Reading<D>['sources'],
    unknown: unknownIn(definitions, given),
    renamed,
    fieldErrors,
    ...(file.path !== undefined && { file: file.path }),
  }
}

/** The message for an unknown name. */
function unknownSentence(definitions: Definitions, name: string): Sentence {
  const removed = removedSettings[name]
  if (removed) return removedMessage(name, removed)
  const isVariable = name.startsWith('ALMANAC_')
  const names = Object.keys(definitions)
  const suggested = nearest(
    name,
    isVariable ? [...variablesOf(definitions), ...otherVariables] : names,
  )
  return {
    en: `There is no setting called ${name}.${suggestion(suggested).en}`,
    fr: `Aucun réglage ne s’appelle ${name}.${suggestion(suggested).fr}`,
  }
}

const suggestion = (suggested: string | undefined): Sentence =>
  suggested === undefined
    ? { en: '', fr: '' }
    : { en: ` Did you mean ${suggested}?`, fr: ` Vouliez-vous dire ${suggested} ?` }

/** The names of earlier versions. */
const previousNames = (definitions: Definitions) => [
  ...Object.values(definitions).flatMap(({ previousName }) => previousName ?? []),
  ...Object.keys(removedSettings),
]

const variablesOf = (definitions: Readonly<Record<string, Pick<Setting, 'secret'>>>) =>
  Object.entries(definitions).flatMap(([name, { secret }]) =>
    secret ? [variableOf(name), `${variableOf(name)}_FILE`] : [variableOf(name)],
  )

const renamedMessage = (previous: string, name: string): Sentence => ({
  en: `${previous} is now called ${name}. The previous name still works; please change it.`,
  fr: `${previous} s’appelle désormais ${name}. L’ancien nom fonctionne encore ; pensez à le remplacer.`,
})

const bothNames = (previous: string, name: string): Sentence => ({
  en: `${previous} and ${name} are the same setting: keep ${name} only.`,
  fr: `${previous} et ${name} sont le même réglage : ne gardez que ${name}.`,
})

const removedMessage = (name: string, { en, fr }: Sentence): Sentence => ({
  en: `${name} no longer exists. ${en}`,
  fr: `${name} n’existe plus. ${fr}`,
})

type GivenValue = { source: Source } & ({ written: string } | { fieldError: Sentence })

/** The value under the previous name. Variables of other programs belong to the current one. */
function findPrevious(
  { previousName, type }: Setting,
  given: Given,
  file: Values,
): GivenValue | undefined {
  return previousName === undefined ? undefined : find(previousName, { type }, given, file)
}

/** The name of a setting in a source. */
const nameIn = ({ from }: Source, name: string) =>
  from === 'flag' ? flagOf(name) : from === 'environment' ? variableOf(name) : name

type Place = Pick<Setting, 'plain' | 'secret'> & { type?: Pick<Setting['type'], 'isLocal'> }

/** The most important place that says something. An empty variable says nothing. */
function find(
  name: string,
  setting: Place,
  { flags, env, cwd }: Given,
  file: Values,
): GivenValue | undefined {
  const flagged = flags[name]
  if (flagged !== undefined)
    return { written: flagged, source: { from: 'flag', name: flagOf(name) } }
  for (const variable of [variableOf(name), setting.plain])
    if (variable && env[variable])
      return { written: env[variable], source: { from: 'environment', name: variable } }
  const secretFile = setting.secret ? `${variableOf(name)}_FILE` : ''
  const path = env[secretFile]
  if (path) return fromFile(resolve(cwd, path), secretFile)
  const key = Object.keys(file).find(each => plainly(each) === plainly(name))
  if (key === undefined || file[key] === null) return undefined
  const value = file[key]
  const isLocal = setting.type?.isLocal && typeof value === 'object'
  const written = isLocal ? JSON.stringify(value) : writtenOf(value)
  const source: Source = { from: 'file', name: key }
  return written === undefined ? { fieldError: notPlain(key), source } : { written, source }
}

/** The first line of a file of one secret; the line's end is not part of it. */
function fromFile(path: string, variable: string): GivenValue {
  const source: Source = { from: 'environment', name: variable }
  try {
    return { written: readFileSync(path, 'utf8').replace(/\r?\n$/, ''), source }
  } catch {
    return {
      source,
      fieldError: {
        en: `${variable} names a file that cannot be read: ${path}.`,
        fr: `${variable} désigne un fichier illisible : ${path}.`,
      },
    }
  }
}

function refused(
  { type: kind, secret }: Setting,
  { written, source }: Exclude<GivenValue, { fieldError: Sentence }>,
): Sentence {
  const { en, fr } = kind.expects
  const value = secret ? undefined : written
  if (value === undefined)
    return {
      en: `${source.name} is not valid. Expected ${en}.`,
      fr: `${source.name} n’est pas valide. Attendu : ${fr}.`,
    }
  return {
    en: `${source.name} is “${value}”. Expected ${en}.`,
    fr: `${source.name} vaut « ${value} ». Attendu : ${fr}.`,
  }
}

const notPlain = (key: string): Sentence => ({
  en: `${key} in the file must be text, a number, true or false, or a list of text.`,
  fr: `${key} dans le fichier doit être un texte, un nombre, true ou false, ou une liste de textes.`,
})

type Values = Record<string, unknown>

/** A value of the file as it would be written in the environment. */
function writtenOf(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const members = value.map(writtenOf)
    return members.includes(undefined) ? undefined : members.join(',') || 'none'
  }
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value)
    ? String(value)
    : undefined
}

type SettingsFile = { values: Values; path?: string; fieldErrors: SettingError[] }

function readFile({ flags, env, cwd, systemFile }: Given): SettingsFile {
  const named = flags.config ?? env.ALMANAC_CONFIG
  const own = resolve(cwd, named || 'almanac.yaml')
  // an empty name is that of no file
  const path = named === undefined && systemFile && !existsSync(own) ? systemFile : own
  if (!existsSync(path)) return { values: {}, fieldErrors: named ? [fileError(missing(path))] : [] }
  try {
    // loaded here and not above: most services have no file, and start faster without the parser
    const { parse }: typeof import('yaml') = createRequire(import.meta.url)('yaml')
    const values: unknown = parse(readFileSync(path, 'utf8')) ?? {}
    if (!isObject(values)) return { values: {}, path, fieldErrors: [fileError(notMap(path))] }
    return { values, path, fieldErrors: [] }
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
    return { values: {}, path, fieldErrors: [fileError(illegible(path, reason))] }
  }
}

const fileError = (sentence: Sentence): SettingError => ({ name: 'config', sentence })

const missing = (path: string): Sentence => ({
  en: `There is no settings file at ${path}.`,
  fr: `Il n’y a pas de fichier de réglages à l’emplacement ${path}.`,
})
const notMap = (path: string): Sentence => ({
  en: `The settings file ${path} must contain lines such as “port: 8080”.`,
  fr: `Le fichier de réglages ${path} doit contenir des lignes telles que « port: 8080 ».`,
})
const illegible = (path: string, reason: string): Sentence => ({
  en: `The settings file ${path} is not valid YAML: ${reason}`,
  fr: `Le fichier de réglages ${path} n’est pas du YAML valide. Détail (en anglais) : ${reason}`,
})

function unknownIn(definitions: Definitions, { flags, env }: Given): string[] {
  const previous = previousNames(definitions)
  const variables = new Set([
    ...variablesOf(definitions),
    ...previous.map(variableOf),
    ...variablesOf(removedSettings),
    ...otherVariables,
  ])
  const names = new Set([...Object.keys(definitions), ...previous, 'config'])
  return [
    ...Object.keys(flags).filter(name => !names.has(name)),
    ...Object.keys(env).filter(name => name.startsWith('ALMANAC_') && !variables.has(name)),
  ]
}

/** Errors, because a misspelt `private` would leave a private calendar open. */
function unknownKeys(
  definitions: Definitions,
  { values, path = '' }: SettingsFile,
): SettingError[] {
  const names = Object.keys(definitions)
  const keys = new Set([...names, ...previousNames(definitions)].map(plainly))
  return Object.keys(values)
    .filter(key => !keys.has(plainly(key)))
    .map(key => ({ name: key, sentence: unknownKey(key, path, nearest(key, names)) }))
}

const unknownKey = (key: string, path: string, suggested: string | undefined): Sentence => ({
  en: `${key} in the settings file ${path} is not a setting.${suggestion(suggested).en}`,
  fr: `${key}, dans le fichier de réglages ${path}, n’est pas un réglage.${suggestion(suggested).fr}`,
})

export { flagOf, type Setting, variableOf } from './setting.ts'
export { siteSettings } from './site-settings.ts'
export { settings }

export type SettingName = keyof typeof settings

/** The settings of the service, with the limits that none of them changes, and the two parts of `apiPath`. */
export type Settings = {
  -readonly [N in SettingName]: ValuesOf<typeof settings>[N]
} & typeof fixedLimits &
  Record<'basePath' | 'namespace', string>

/** Reads the settings and checks those that depend on each other. Invalid ones get their default. */
export function readSettings(
  given: Given,
): Omit<Reading<typeof settings>, 'settings'> & { settings: Settings } {
  const reading = readGiven<typeof settings>(settings, given)
  const { apiPath } = reading.settings
  const [, basePath = '', namespace = ''] = /^(.*)\/((?:[^/]+\/){2}[^/]+)$/.exec(apiPath) ?? []
  const read: Settings = { ...reading.settings, ...fixedLimits, basePath, namespace }
  const isNamed = reading.sources.dataFolder.from !== 'default'
  read.dataFolder = resolve(given.cwd, (!isNamed && given.usualFolder) || read.dataFolder)
  if (read.backupFolder !== '') read.backupFolder = resolve(given.cwd, read.backupFolder)
  const [form = '', file] = read.accessLog.split(/ (.*)/)
  if (file) read.accessLog = `${form} ${resolve(given.cwd, file)}`
  for (const name of [...namesIn(fileSettings), ...themeFiles, 'stylesheet' as const])
    if (read[name] !== '') read[name] = resolve(given.cwd, read[name])
  const fieldErrors = [...reading.fieldErrors]
  if (reading.sources.perPage.from === 'default')
    read.perPage = Math.min(read.perPage, read.maxPerPage)
  if (read.perPage > read.maxPerPage)
    fieldErrors.push({ name: 'perPage', sentence: tooManyPerPage(read) })
  fieldErrors.push(...incomplete(read))
  for (const name of ['imageStore', 'backupStore'] as const) {
    read[name] = withAmazon(read[name], given.env)
    if (read[name] && !bucketIn(read[name])?.key)
      fieldErrors.push({ name, sentence: noStoreKey(reading.sources[name].name) })
  }
  return { ...reading, settings: read, fieldErrors }
}

/** The other setting of each pair, by the one that is wrong where the pair is incomplete. */
export const pairedWith = {
  adminLogin: 'adminPassword',
  oidcClientId: 'oidcIssuer',
  mailFrom: 'smtpUrl',
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

const noStoreKey = (name: string): Sentence => ({
  en: `${name} has no access key: write s3://KEY:SECRET@bucket, or set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  fr: `${name} n’a pas de clé d’accès : écrivez s3://CLE:SECRET@compartiment, ou définissez AWS_ACCESS_KEY_ID et AWS_SECRET_ACCESS_KEY.`,
})

const onlyOneProcess = ({ workers }: Settings): Sentence => ({
  en: `workers is ${workers}, but on SQLite one process serves the calendar: set workers to 1, or databaseUrl to a PostgreSQL database.`,
  fr: `workers vaut ${workers}, mais avec SQLite un seul processus sert l’agenda : donnez à workers la valeur 1, ou à databaseUrl l’URL d’une base PostgreSQL.`,
})
