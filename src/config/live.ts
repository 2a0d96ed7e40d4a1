import { hash } from 'node:crypto'
import type { FieldError, Sentence } from '../define/field-type.ts'
import { isNameIn, namesIn } from '../define/objects.ts'
import type { Store, Transaction } from '../store/store.ts'
import {
  type SettingName,
  type Settings,
  type Source,
  settings as settingsByName,
  siteSettings,
  tellUnknown,
  tooManyPerPage,
} from './config.ts'
import type { Setting } from './setting.ts'
import { changeStored, definitionOf, liveNames, readStored, type SiteGiven } from './stored-site.ts'

export type SettingValues = Readonly<Record<string, unknown>>

/** What comes of a change: the names of what is another now, or why nothing is. */
export type LiveChange =
  | { changed: string[] }
  | { fieldErrors: Record<string, FieldError> }
  | { isStale: true }

/**
 * The settings of a process, some of which change while it runs: they are stored with the data, and whoever stores one tells the journal.
 * `current` is another object after each change, so that work in progress keeps what it began with. Without `site`, whoever started the process gave
 * all of them.
 */
export function openLive(
  store: Pick<Store, 'note'>,
  startedWith: Settings,
  startedAs: SiteGiven | undefined,
) {
  let started = startedWith
  let site = startedAs
  let current = started
  const listeners = new Set<(settings: Settings) => void>()

  /** What is given wins over what is stored; of the site, for the service alone. */
  const isGiven = (name: string) =>
    !site || (site.given.has(name) && (site.replaces || !isNameIn(siteSettings, name)))

  const live = {
    get current() {
      return current
    },
    isGiven,
    /** Where a given value comes from. */
    givenBy: (name: string) =>
      isGiven(name) ? (site?.sources?.[name] ?? { from: 'program' as const, name }) : undefined,

    /**
     * Takes over what whoever started the process gives now, as far as that may change while it runs. Returns the names of what changed,
     * and of what takes a restart.
     */
    async renew(next: Settings, given: SiteGiven) {
      const { taken, atStart } = differences(started, next)
      started = { ...started, ...Object.fromEntries(taken.map(name => [name, next[name]])) }
      if (site) site = given
      await live.reload()
      return { changed: taken, atStart }
    },

    /** Takes over what is stored. Listeners must not throw; all of them have heard before anyone else does anything. */
    async reload() {
      const { values } = await readStored(store)
      const next = withStored(started, values, isGiven)
      if (liveNames.every(name => next[name] === current[name])) return
      current = next
      for (const tell of listeners) tell(current)
    },
    subscribe: (listener: (settings: Settings) => void) => listeners.add(listener),

    /** What was sent as settings have it (undefined stands for the default, which is not stored), and what is wrong with it. */
    check: (sent: SettingValues) => checked(live, sent),

    /** Stores what was checked: all of it, or nothing. `version`: what had been read when it was decided. */
    async store(
      tx: Pick<Transaction, 'note' | 'setNote'>,
      { values, fieldErrors }: Checked,
      version?: string,
    ): Promise<LiveChange> {
      const stored = await readStored(tx)
      if (version !== undefined && version !== versionOf(stored.text)) return { isStale: true }
      const next = withStored(started, { ...stored.values, ...values }, isGiven)
      const errors = { ...tooMany(next, values), ...fieldErrors }
      if (Object.keys(errors).length > 0) return { fieldErrors: errors }
      return { changed: await changeStored(tx, values) }
    },
  }
  return live
}

export type Live = ReturnType<typeof openLive>

/** What settings have otherwise than others: what may change while a process runs, and what it has taken at its start. */
function differences(before: Settings, next: Settings) {
  const changed = namesIn(settingsByName).filter(
    name => JSON.stringify(next[name]) !== JSON.stringify(before[name]),
  )
  const isLive = (name: SettingName) => liveNames.includes(name) && !isNameIn(siteSettings, name)
  return { taken: changed.filter(isLive), atStart: changed.filter(name => !isLive(name)) }
}

type Checked = { values: SettingValues; fieldErrors: Record<string, FieldError> }

const tooMany = (next: Settings, values: SettingValues): Record<string, FieldError> =>
  next.perPage > next.maxPerPage
    ? { ['perPage' in values ? 'perPage' : 'maxPerPage']: { sentence: tooManyPerPage(next) } }
    : {}

/** Stands for what is stored: who changes something says by it what they had read. */
export const versionOf = (stored: string) => hash('sha1', stored, 'base64url').slice(0, 16)

function withStored(
  started: Settings,
  stored: SettingValues,
  isGiven: (name: string) => boolean,
): Settings {
  const changes = liveNames.flatMap(name =>
    isGiven(name) ? [] : [[name, stored[name] ?? definitionOf(name).default]],
  )
  const next: Settings = { ...started, ...Object.fromEntries(changes) }
  const isChosen = isGiven('perPage') || stored.perPage !== undefined
  if (!isChosen) next.perPage = Math.min(next.perPage, next.maxPerPage)
  return next
}

/** Null asks for the default. */
function checked({ givenBy }: Pick<Live, 'givenBy'>, sent: SettingValues): Checked {
  const values: Record<string, unknown> = {}
  const fieldErrors: Record<string, FieldError> = {}
  for (const [name, value] of Object.entries(sent)) {
    if (!isNameIn(settingsByName, name)) {
      fieldErrors[name] = { sentence: tellUnknown(name) }
      continue
    }
    const { type } = definitionOf(name)
    const source = givenBy(name)
    const written = plainly(value, type)
    const parsed = written === undefined ? undefined : type.parse(written)
    if (!liveNames.includes(name)) fieldErrors[name] = onlyAtStart
    else if (source) fieldErrors[name] = givenElsewhere(source)
    else if (parsed === undefined && value !== null) fieldErrors[name] = wrongValue(type.expects)
    else values[name] = parsed
  }
  return { values, fieldErrors }
}

function plainly(value: unknown, { isLocal }: Setting['type']): string | undefined {
  if (isLocal && typeof value === 'object' && value !== null) return JSON.stringify(value)
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : undefined
}

/** A value that a setting does not take. */
export const wrongValue = ({ en, fr }: Sentence): FieldError => ({
  sentence: {
    en: `{name} is not valid: ${en} is expected.`,
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
    en: '{name} is given where the service is started ({place}), and cannot be changed here.',
    fr: '{name} est donné là où le service est démarré ({place}) et ne se modifie pas ici.',
  },
  params: { place },
})
