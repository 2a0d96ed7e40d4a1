import { isNameIn, isObject, namesIn } from '../define/base/objects.ts'
import type { Store, Transaction } from '../store/index.ts'
import {
  type Setting,
  type SettingName,
  type Settings,
  type Source,
  settings as settingsByName,
  siteSettings,
} from './config.ts'
import { carriedOver } from './removed-settings.ts'

type SiteSetting = keyof typeof siteSettings

/** A setting of the site that a start has changed. */
type SiteChange = { name: SiteSetting; from: string; to: string }

/** The inputs from which a process reads the stored settings. */
export type SiteInput = {
  /** Those that a flag, a variable or the settings file names. */
  given: ReadonlySet<string>
  /** The sources of the given settings. */
  sources?: Readonly<Record<string, Source>>
  /** True if given settings replace the stored ones of the site: for the service, not for commands. */
  replaces: boolean
  /** The settings that the first start stores besides the time zone of the machine, where nothing is given. */
  first?: StoredSettings
}

const note = 'site'
const siteNames = namesIn(siteSettings)

export const definitionOf = (name: SettingName): Setting => settingsByName[name]

/** Those that may be changed while the service runs. */
export const liveNames: readonly SettingName[] = namesIn(settingsByName).filter(
  name => definitionOf(name).live !== undefined,
)

/** The settings that can be stored with the data: those that data depend on, and those that may be changed while the service runs. */
export const storableNames: readonly SettingName[] = namesIn(settingsByName).filter(
  name => isNameIn(siteSettings, name) || liveNames.includes(name),
)

/** Each is a value that its type has read, or a sealed secret. */
type StoredSettings = { [N in SettingName]?: Settings[N] | (N extends SecretName ? Sealed : never) }
type SecretName = {
  [N in SettingName]: (typeof settingsByName)[N] extends { secret: true } ? N : never
}[SettingName]

/** The settings stored with the data; undefined if there are none. */
export async function storedSettings(
  store: Pick<Store, 'note'>,
): Promise<StoredSettings | undefined> {
  const text = await store.note(note)
  return text === undefined ? undefined : valuesIn(text)
}

const urlNote = 'url'

/** The base URL at which the service last listened: commands that run next to the service write links with it. Undefined before its first start. */
export const lastUrl = (store: Pick<Store, 'note'>): Promise<string | undefined> =>
  store.note(urlNote)

const listeningNote = 'listening'

/** Where a service listens, on its machine. `hasSocket`: a socket that it was given, whatever `host` and `port` say. */
export type Listening = { address: string; hasSocket: boolean }

export async function lastListening(store: Pick<Store, 'note'>): Promise<Listening | undefined> {
  const text = await store.note(listeningNote)
  return text === undefined ? undefined : JSON.parse(text)
}

/** Tells the commands that run next to the service where it is. */
export async function storeListening(
  store: Pick<Store, 'note' | 'write'>,
  url: string,
  listening: Listening,
) {
  const text = JSON.stringify(listening)
  if ((await lastUrl(store)) === url && (await store.note(listeningNote)) === text) return
  await store.write(async tx => {
    await tx.setNote(urlNote, url)
    await tx.setNote(listeningNote, text)
  })
}

/** The stored settings, and their text as it is. */
export async function readStored(store: Pick<Store, 'note'>) {
  const text = (await store.note(note)) ?? ''
  return { text, values: text === '' ? {} : valuesIn(text) }
}

/** Leaves out values that a setting can no longer have: another version of the program wrote them. */
export function valuesIn(text: string): StoredSettings {
  const stored: unknown = JSON.parse(text)
  if (!isObject(stored)) return {}
  const values = carriedOver(stored)
  return Object.fromEntries(
    storableNames.flatMap(name => {
      const { type, secret, previousName = name } = definitionOf(name)
      const value = values[name] ?? values[previousName]
      const isFine = value !== undefined && (secret ? isSealed(value) : isOf(type, value))
      return isFine ? [[name, value]] : []
    }),
  )
}

/** A secret as it is stored; another key of the data folder does not open it. */
type Sealed = { sealed: string }
export const isSealed = (value: unknown): value is Sealed =>
  isObject(value) && typeof value.sealed === 'string'

const isOf = ({ parse }: Setting['type'], value: unknown) =>
  isSame(parse(Array.isArray(value) ? value.join(',') : String(value)), value)

/** Lists are compared by their items. */
export const isSame = (a: unknown, b: unknown) => a === b || JSON.stringify(a) === JSON.stringify(b)

/** Stores settings with the data; undefined: with the defaults. Gives the names of those that are others now. */
export async function changeStored(
  tx: Pick<Transaction, 'note' | 'setNote'>,
  changes: Readonly<Record<string, unknown>>,
): Promise<string[]> {
  const { values } = await readStored(tx)
  const all: Record<string, unknown> = { ...values }
  const names = Object.keys(changes).filter(name => !isSame(all[name], changes[name]))
  for (const name of names) all[name] = changes[name]
  if (names.length > 0) await tx.setNote(note, JSON.stringify(all))
  return names
}

/**
 * The settings with those of the site as they are stored. A new calendar takes the time zone of the machine, and language, regions and
 * currency of the terminal; one of an earlier version, which stored none, keeps the defaults it had.
 */
export async function settle(
  store: Pick<Store, 'note' | 'write'>,
  settings: Settings,
  { given, replaces, first: chosen }: SiteInput,
  isNew: boolean,
): Promise<{ settings: Settings; changes: SiteChange[] }> {
  const stored = await storedSettings(store)
  const hasSite = stored !== undefined && siteNames.some(name => stored[name] !== undefined)
  const first: StoredSettings = isNew ? { ...chosen, timezone: machineZone() } : {}
  const others = Object.fromEntries(
    Object.entries(isNew ? { ...chosen } : {}).filter(
      ([name]) => !isNameIn(siteSettings, name) && !given.has(name),
    ),
  )
  const settled: Record<string, string> = {}
  const changes: SiteChange[] = []
  for (const name of siteNames) {
    const storedValue = stored?.[name]
    const chosenValue = given.has(name) ? settings[name] : undefined
    const wins = storedValue === undefined || (replaces && chosenValue !== undefined)
    settled[name] = wins ? (chosenValue ?? first[name] ?? settings[name]) : storedValue
    if (storedValue !== undefined && settled[name] !== storedValue)
      changes.push({ name, from: storedValue, to: settled[name] })
  }
  if (changes.length > 0 || (!hasSite && (isNew || replaces)))
    await store.write(tx => changeStored(tx, { ...settled, ...others }))
  return { settings: { ...settings, ...settled, ...others }, changes }
}

/** The time zone of this machine, if it is known. */
function machineZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && siteSettings.timezone.type.parse(zone) !== undefined && zone !== 'Etc/Unknown'
    ? zone
    : 'UTC'
}
