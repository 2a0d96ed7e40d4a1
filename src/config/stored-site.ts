import { isObject, namesIn } from '../define/objects.ts'
import type { Store } from '../store/store.ts'
import { type Settings, settings as settingsByName, siteSettings } from './config.ts'

export type SiteSetting = keyof typeof siteSettings

/** A setting of the site that a start has changed. */
export type SiteChange = { name: SiteSetting; from: string; to: string }

/** How a process comes by the settings of the site. */
export type SiteGiven = {
  /** Those that a flag, a variable or the settings file names. */
  given: ReadonlySet<string>
  /** Whether what is given replaces what is stored: so it is for the service, not for commands. */
  replaces: boolean
}

const note = 'site'
const names = namesIn(siteSettings)

type Values = Partial<Record<SiteSetting, string>>

/** What is stored of the site with the data; undefined where nothing is. */
export async function storedSite(store: Pick<Store, 'note'>): Promise<Values | undefined> {
  const text = await store.note(note)
  if (text === undefined) return undefined
  const values: unknown = JSON.parse(text)
  if (!isObject(values)) return {}
  return Object.fromEntries(
    names.flatMap(name => {
      const value = values[name]
      const isFine = typeof value === 'string' && settingsByName[name].type.parse(value) === value
      return isFine ? [[name, value]] : []
    }),
  )
}

/** Stores settings of the site with the data. */
export async function storeSite(store: Pick<Store, 'note' | 'write'>, values: Values) {
  const all = { ...(await storedSite(store)), ...values }
  await store.write(tx => tx.setNote(note, JSON.stringify(all)))
}

/**
 * The settings with those of the site as they are stored. A new calendar takes the time zone of the machine; one of an
 * earlier version, which stored none, keeps the defaults it had.
 */
export async function settle(
  store: Pick<Store, 'note' | 'write'>,
  settings: Settings,
  { given, replaces }: SiteGiven,
  isNew: boolean,
): Promise<{ settings: Settings; changes: SiteChange[] }> {
  const stored = await storedSite(store)
  const first: Values = { ...(isNew && { timezone: machineZone() }) }
  const settled: Record<string, string> = {}
  const changes: SiteChange[] = []
  for (const name of names) {
    const known = stored?.[name]
    const asked = given.has(name) ? settings[name] : undefined
    const wins = known === undefined || (replaces && asked !== undefined)
    settled[name] = wins ? (asked ?? first[name] ?? settings[name]) : known
    if (known !== undefined && settled[name] !== known)
      changes.push({ name, from: known, to: settled[name] })
  }
  if (changes.length > 0 || (stored === undefined && (isNew || replaces)))
    await storeSite(store, settled)
  return { settings: { ...settings, ...settled } as Settings, changes }
}

/** The time zone of this machine, if it is known. */
function machineZone(): string {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return zone && siteSettings.timezone.type.parse(zone) !== undefined && zone !== 'Etc/Unknown'
    ? zone
    : 'UTC'
}
