import { hash } from 'node:crypto'
import { isNameIn, namesIn } from '../define/base/objects.ts'
import type { FieldError, Sentence } from '../define/field-type.ts'
import type { Store, Transaction } from '../store/index.ts'
import {
  incomplete,
  pairedWith,
  type SettingName,
  type Settings,
  type Source,
  settings as settingsByName,
  siteSettings,
  tooManyPerPage,
  unknownSettingMessage,
} from './config.ts'
import type { Setting } from './setting.ts'
import {
  changeStored,
  definitionOf,
  isSame,
  isSealed,
  liveNames,
  readStored,
  type SiteInput,
} from './stored-site.ts'

export type SettingValues = Readonly<Record<string, unknown>>

/** The result of a change: the names of changed settings, or why nothing changed. */
export type LiveChange =
  | { changed: string[] }
  | { fieldErrors: Record<string, FieldError> }
  | { isStale: true }

/**
 * The settings of a process. Some change while it runs: they are stored with the data, and each change is a line of the journal.
 * `current` is a new object after each change, so work in progress keeps the settings it began with. Without `site`, all settings
 * come from the start of the process.
 */
export function openLive(
  store: Pick<Store, 'note'>,
  startedWith: Settings,
  startedAs: SiteInput | undefined,
  seals: Seals,
) {
  let started = startedWith
  let site = startedAs
  let current = started
  const listeners = new Set<(settings: Settings) => void>()
  const opened = (stored: SettingValues) => withoutSeals(stored, seals)

  /** A setting given at the start wins over the stored one; for settings of the site, in the service only. */
  const isGiven = (name: string) =>
    !site || (site.given.has(name) && (site.replaces || !isNameIn(siteSettings, name)))

  const live = {
    get current() {
      return current
    },
    isGiven,
    /** The source of a given value: variable, file, option or program. */
    givenBy: (name: string) =>
      isGiven(name) ? (site?.sources?.[name] ?? { from: 'program' as const, name }) : undefined,

    /**
     * Applies new start settings, as far as they may change while the process runs. Returns the names that changed and the names that
     * need a restart.
     */
    async renew(next: Settings, given: SiteInput) {
      const { taken, atStart } = differences(started, next)
      started = { ...started, ...Object.fromEntries(taken.map(name => [name, next[name]])) }
      if (site) site = given
      await live.reload()
      return { changed: taken, atStart }
    },

    /** Applies the stored settings. Listeners must not throw; all of them run before other work goes on. */
    async reload() {
      const { values } = await readStored(store)
      const next = withStored(started, opened(values), isGiven)
      if (liveNames.every(name => isSame(next[name], current[name]))) return
      current = next
      for (const listener of listeners) listener(current)
    },
    subscribe: (listener: (settings: Settings) => void) => listeners.add(listener),

    /** Parses the sent values (undefined means the default, which is not stored) and collects their errors. */
    check: (sent: SettingValues) => checked(live, sent),

    /** Stores checked values, all or none. `versions`: those of the settings that the change may be based on; undefined: any. */
    async store(
      tx: Pick<Transaction, 'note' | 'setNote'>,
      { values, fieldErrors }: Checked,
      versions?: readonly string[],
    ): Promise<LiveChange> {
      const stored = await readStored(tx)
      if (versions && !versions.includes(versionOf(stored.text))) return { isStale: true }
      const next = withStored(started, { ...opened(stored.values), ...values }, isGiven)
      const errors = { ...tooMany(next, values), ...lacking(next, values), ...fieldErrors }
      if (Object.keys(errors).length > 0) return { fieldErrors: errors }
      return { changed: await changeStored(tx, withSeals(values, seals)) }
    },
  }
  return live
}

export type Live = ReturnType<typeof openLive>

/** The settings that differ: those that a running process can take over, and those that need a restart. */
function differences(before: Settings, next: Settings) {
  const changed = namesIn(settingsByName).filter(
    name => JSON.stringify(next[name]) !== JSON.stringify(before[name]),
  )
  const isLive = (name: SettingName) => liveNames.includes(name) && !isNameIn(siteSettings, name)
  return { taken: changed.filter(isLive), atStart: changed.filter(name => !isLive(name)) }
}

/** Seals secrets under a key that is not in the database. */
type Seals = { seal(text: string): string; open(sealed: string): string | undefined }

/** The values as they are stored. An empty secret is the default. */
const withSeals = (values: SettingValues, { seal }: Seals): SettingValues =>
  mapped(values, (name, value) => {
    if (!isNameIn(settingsByName, name) || !definitionOf(name).secret) return value
    return typeof value === 'string' && value !== '' ? { sealed: seal(value) } : undefined
  })

/** The values as they are used; a secret that another key has sealed is lost. */
const withoutSeals = (stored: SettingValues, { open }: Seals): SettingValues =>
  mapped(stored, (_, value) => (isSealed(value) ? open(value.sealed) : value))

const mapped = (values: SettingValues, change: (name: string, value: unknown) => unknown) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(name, value)]))

/** Settings that need another one, when either is sent. */
const lacking = (next: Settings, values: SettingValues): Record<string, FieldError> =>
  Object.fromEntries(
    incomplete(next)
      .filter(({ name }) => name in values || pairedWith[name] in values)
      .map(({ name, sentence }) => [name, { sentence }]),
  )

type Checked = { values: SettingValues; fieldErrors: Record<string, FieldError> }

const tooMany = (next: Settings, values: SettingValues): Record<string, FieldError> =>
  next.perPage > next.maxPerPage
    ? { ['perPage' in values ? 'perPage' : 'maxPerPage']: { sentence: tooManyPerPage(next) } }
    : {}

/** The version of the stored settings; a change names the version that it is based on. */
export const versionOf = (stored: string) => hash('sha1', stored, 'base64url').slice(0, 16)

function withStored(
  started: Settings,
  stored: SettingValues,
  isGiven: (name: string) => boolean,
): Settings {
  const changes = liveNames.flatMap(name =>
    isGiven(name) ? [] : [[name, stored[name] ?? usual(started, name)]],
  )
  const next: Settings = { ...started, ...Object.fromEntries(changes) }
  const isChosen = isGiven('perPage') || stored.perPage !== undefined
  if (!isChosen) next.perPage = Math.min(next.perPage, next.maxPerPage)
  return next
}

/** The value of a setting if none is stored. Those of the site were read from the stored ones. */
const usual = (started: Settings, name: SettingName) =>
  isNameIn(siteSettings, name) ? definitionOf(name).default : started[name]

/** Null restores the default. */
function checked({ givenBy }: Pick<Live, 'givenBy'>, sent: SettingValues): Checked {
  const values: Record<string, unknown> = {}
  const fieldErrors: Record<string, FieldError> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!isNameIn(settingsByName, name)) {
      fieldErrors[name] = { sentence: unknownSettingMessage(name) }
      continue
    }
    const definition = definitionOf(name)
    const { type } = definition
    const source = givenBy(name)
    const written = plainly(value, definition)
    const parsed = written === undefined ? undefined : type.parse(written)
    if (!liveNames.includes(name)) fieldErrors[name] = onlyAtStart
    else if (source) fieldErrors[name] = givenElsewhere(source)
    else if (parsed === undefined && value !== null) fieldErrors[name] = wrongValue(type.expects)
    else values[name] = parsed
  }
  return { values, fieldErrors }
}

function plainly(
  value: unknown,
  { type: { isLocal }, default: standard }: Setting,
): string | undefined {
  if (Array.isArray(value) && Array.isArray(standard)) return value.join(',')
  if (isLocal && typeof value === 'object' && value !== null) return JSON.stringify(value)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** A value that a setting does not take. */
export const wrongValue = ({ en, fr }: Sentence): FieldError => ({
  sentence: {
    en: `{name} is not valid. Expected ${en}.`,
    fr: `{name} n’est pas valide. Attendu : ${fr}.`,
  },
})

const onlyAtStart: FieldError = {
  sentence: {
    en: '{name} is read when the service starts, and cannot be changed here.',
    fr: '{name} est lu au démarrage du service et ne se modifie pas ici.',
  },
}

const givenElsewhere = ({ name: place }: Pick<Source, 'name'>): FieldError => ({
  sentence: {
    en: '{name} is set where the service is started ({place}), and cannot be changed here.',
    fr: '{name} est défini au démarrage du service ({place}) et ne se modifie pas ici.',
  },
  params: { place },
})
