import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type Caller,
  checkedFacts,
  checkedRecord,
  type ImportReport,
  isId,
  isThere,
  openReport,
  putBack,
  type StoredHistory,
  secretsOfUsers,
  service,
  storedHistories,
  userHere,
  WrongPart,
  withoutPasswords,
} from '../calendar/index.ts'
import { version } from '../common/index.ts'
import {
  isSealed,
  readStored,
  type Settings,
  type SiteInput,
  siteSettings,
} from '../config/index.ts'
import { openDataFolder } from '../data/index.ts'
import { isObject, namesIn } from '../define/base/objects.ts'
import type { FieldError } from '../define/field-type.ts'
import { isDated } from '../define/record.ts'
import type { Language } from '../define/text/language.ts'
import { ReadError } from '../moving/index.ts'
import {
  type Archive,
  type ArchiveEntry,
  type ArchivePart,
  archiveOf,
  openArchive,
  TooLong,
  wrongIn,
} from '../outside/archive/index.ts'
import { imageFilesOf } from '../outside/index.ts'
import {
  isWritten,
  type ResourceName,
  resourceNames,
  resources,
  takesPassword,
} from '../resources/index.ts'
import { storedFiles } from '../service/index.ts'
import { imagesBelow, imagesIn, largestFile, storeArchived } from './archive-images.ts'
import {
  checkLines,
  type Line,
  linesIn,
  linesOfKind,
  putSubscription,
  read,
  subscriptionLines,
  subscriptionsIn,
  subscriptionsOf,
  together,
  userLines,
  usersOf,
} from './archive-lines.ts'

const format = 'almanac-archive'
const manifestName = 'manifest.json'
const siteBelow = 'site/'

type Family = 'post' | 'term'
const familyOf = (kind: ResourceName): Family => resources[kind].family

/** The manifest of an archive. */
type Manifest = {
  format: typeof format
  version: 1
  /** The program that wrote it. */
  almanac: string
  exported: string
  /** The calendar, the same in all of its archives. */
  calendar: string
  settings: Record<string, unknown>
  /** The highest IDs that were given, those of dates of series among them. */
  last: Record<Family, number>
  entries: readonly ArchiveEntry[]
}

type Opened = Awaited<ReturnType<typeof openDataFolder>>

const calendarNote = 'calendar-id'

/** The whole calendar of a data folder as a stream; a service may run there. `close` comes after the last byte. */
export async function exportArchive(
  settings: Settings,
  site: SiteInput,
): Promise<{ stream: Readable; close(): Promise<void> }> {
  const opened = await openDataFolder(settings, undefined, site, { readsOnce: true })
  const { store, now } = opened.context
  const noted = await store.note(calendarNote)
  const calendar = noted ?? randomUUID()
  if (noted === undefined) await store.write(tx => tx.setNote(calendarNote, calendar))
  const last: Manifest['last'] = { post: 0, term: 0 }
  const about = {
    format,
    version: 1,
    almanac: version,
    exported: new Date(now() * 1000).toISOString(),
    calendar,
    settings: { ...siteOf(opened.settings), ...withoutSecrets((await readStored(store)).values) },
  } as const
  const stream = archiveOf(partsOf(opened, settings, last), entries => [
    {
      name: manifestName,
      text: JSON.stringify({ ...about, last, entries } satisfies Manifest, null, 1),
    },
  ])
  return { stream, close: opened.close }
}

/** Secrets are sealed under the key of the data folder, which stays there. */
const withoutSecrets = (stored: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(stored).filter(([, value]) => !isSealed(value)))

/** Time zone, language and currency are those of the calendar, also where its service was given them. */
const siteOf = (settings: Settings) =>
  Object.fromEntries(namesIn(siteSettings).map(name => [name, settings[name]]))

async function* partsOf(
  { context: { store } }: Opened,
  settings: Settings,
  last: Manifest['last'],
): AsyncGenerator<ArchivePart> {
  yield { name: userLines, parts: () => usersIn(store) }
  yield { name: subscriptionLines, parts: () => subscriptionsIn(store) }
  for (const kind of resourceNames)
    yield {
      name: linesOfKind(kind),
      async *parts() {
        const family = familyOf(kind)
        for await (const fullRecord of storedHistories(store, kind)) {
          last[family] = Math.max(
            last[family],
            fullRecord.record.id,
            ...fullRecord.dates.map(({ id }) => id),
          )
          yield `${JSON.stringify(withoutPasswords(fullRecord))}\n`
        }
      },
    }
  for await (const { file, bytes } of storedFiles(store))
    yield { name: siteBelow + file, level: 0, parts: () => only(bytes) }
  const files = await imageFilesOf(settings)
  for await (const { file } of files.list())
    yield {
      name: imagesBelow + file,
      level: 0,
      async parts() {
        const opened = await files.open(file, true)
        return opened ? opened.stream() : none()
      },
    }
}

async function* only(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes
}

/** A file that was removed meanwhile. */
async function* none(): AsyncGenerator<string> {}

/** Users without anything that lets them in. */
async function* usersIn(store: Opened['context']['store']): AsyncGenerator<string> {
  for await (const { record } of storedHistories(store, 'user')) {
    const facts = Object.entries(record.facts).filter(
      ([name]) => !secretsOfUsers.some(secret => secret === name),
    )
    yield `${JSON.stringify({ id: record.id, facts: Object.fromEntries(facts) })}\n`
  }
}

export type ArchiveImport = {
  /** A path, or the bytes of an archive. */
  from: string | Buffer
  language: Language
  /** Writes nothing, and reports what would be. */
  isDry: boolean
  signal: AbortSignal
  progress(done: number, total: number | undefined): void
}

/** The calendars whose IDs are in use here, as they were there. */
const heldNote = (calendar: string) => `ids of ${calendar}`

/**
 * Puts the records of an archive into an empty calendar as they were, with their IDs. A repeated import after an interruption continues it: existing
 * records stay. A service may run in the data folder.
 */
export async function importArchive(
  settings: Settings,
  site: SiteInput,
  { from, language, isDry, signal, progress }: ArchiveImport,
): Promise<ImportReport> {
  const archive = await openArchive(from)
  if (!archive) throw new ReadError({ sentence: notAnArchive })
  try {
    const manifest = await checked(archive)
    await checkLines(archive)
    const opened = await openDataFolder(settings, undefined, site)
    try {
      const reporter = openReport(manifest.calendar, language)
      await begin(opened, archive, manifest, reporter, isDry)
      const users = isDry ? new Map<number, number>() : await usersHere(opened, archive)
      const images = imagesIn(archive, manifest.entries, settings)
      if (!isDry) await images.put()
      let done = 0
      for (const kind of inOrder)
        for await (const lines of together(linesIn(archive, kind))) {
          signal.throwIfAborted()
          const taking = lines.map(async ({ value, line }) => {
            const refusal = images.refusal(value.record)
            if (refusal)
              return () => reporter.note({ source_id: String(value.record.id), line }, refusal)
            return taken(reporter, { kind, value, line }, async () => {
              if (await isThere(opened.context, kind, value, users)) return 'unchanged'
              const fullRecord = checkedRecord(kind, value)
              return isDry
                ? wouldBe(opened, fullRecord)
                : putBack(opened.context, caller(language), fullRecord, users)
            })
          })
          for (const report of await Promise.all(taking)) report()
          done += lines.length
          progress(done, undefined)
        }
      if (!isDry) {
        await raiseIds(opened, manifest)
        // last: the events of a feed are matched with the records of the archive
        for await (const subscription of subscriptionsOf(archive))
          await putSubscription(opened.context, subscription, users, reporter.note)
      }
      return reporter.report
    } finally {
      await opened.close()
    }
  } finally {
    archive.close()
  }
}

type Reporter = ReturnType<typeof openReport>
type Outcome = Awaited<ReturnType<typeof putBack>>

type Taken = Pick<Line, 'value' | 'line'> & { kind: ResourceName }

/** Stores one record, if the line is one; resolves with its report, so that reports come in the order of lines. */
async function taken(
  { count, refuse, note }: Reporter,
  { kind, value, line }: Taken,
  put: () => Promise<Outcome>,
): Promise<() => void> {
  const { id, facts } = value.record
  const refused = (reason: FieldError) => {
    if (isWritten(kind)) refuse({ kind, source_id: String(id), at: { line } }, reason)
  }
  try {
    const outcome = await put()
    return () => {
      if (!isWritten(kind)) return
      if (outcome === 'refused') return refused({ sentence: takenId, params: { id } })
      count(kind, outcome)
      if (outcome === 'created' && takesPassword(kind) && facts.password)
        note({ kind, source_id: String(id) }, { sentence: needsPassword })
    }
  } catch (error) {
    if (!(error instanceof WrongPart)) throw error
    return () => refused(error.reason)
  }
}

const caller = (language: Language): Caller => ({ actor: service, language, fallback: true })

/** Records that others refer to come first. */
const inOrder = resourceNames.toSorted((a, b) => rank(a) - rank(b))
function rank(kind: ResourceName): number {
  if (!isWritten(kind)) return 0
  return isDated(kind) ? 2 : 1
}

/** Records are compressed to a tenth or a twentieth. A file that inflates to more than this was made to fill a machine. */
const maxRatio = 100
/** Uncompressed bytes that any archive may have, however small it is. */
const freeBytes = 256 * 1024 * 1024

/** The manifest of an archive of which every file is as it says; nothing is written before that is known. */
async function checked(archive: Archive): Promise<Manifest> {
  if (!archive.names().includes(manifestName)) throw new ReadError({ sentence: notAnArchive })
  const manifest = read(await archive.text(manifestName).catch(() => ''))
  if (!isManifest(manifest)) throw new ReadError({ sentence: notAnArchive })
  const max = freeBytes + maxRatio * archive.size
  const wrong = await wrongIn(archive, manifest.entries, { manifest: manifestName, max }).catch(
    error => {
      throw error instanceof TooLong ? new ReadError({ sentence: inflates }) : error
    },
  )
  if (wrong.length > 0)
    throw new ReadError({ sentence: damaged, params: { names: wrong.slice(0, 10).join(', ') } })
  return manifest
}

const isManifest = (of: unknown): of is Manifest =>
  isObject(of) &&
  of.format === format &&
  of.version === 1 &&
  typeof of.calendar === 'string' &&
  isObject(of.settings) &&
  isObject(of.last) &&
  [of.last.post, of.last.term].every(last => last === 0 || isId(last)) &&
  Array.isArray(of.entries) &&
  of.entries.every(isEntry)

const isEntry = (of: unknown): of is ArchiveEntry =>
  isObject(of) &&
  typeof of.name === 'string' &&
  typeof of.bytes === 'number' &&
  typeof of.sha256 === 'string'

/** Only an empty calendar takes the IDs of another; one that has them already goes on. The settings of the site come with them. */
async function begin(
  opened: Opened,
  archive: Archive,
  manifest: Manifest,
  reporter: Reporter,
  isDry: boolean,
) {
  const { context, calendar } = opened
  const { store } = context
  if ((await store.note(heldNote(manifest.calendar))) !== undefined) return
  if ((await store.note(calendarNote)) === manifest.calendar) return
  for (const kind of resourceNames)
    if ((await calendar.lastId(kind)) > 0 && (await store.count(kind)) > 0)
      throw new ReadError({ sentence: notEmpty })
  if (isDry) return
  const file = async (name: string) => {
    const isSmall = manifest.entries.some(
      entry => entry.name === siteBelow + name && entry.bytes <= largestFile,
    )
    return isSmall ? buffer(await archive.stream(siteBelow + name)) : undefined
  }
  await storeArchived(opened, manifest.settings, file, reporter.note)
  await store.write(tx => tx.setNote(heldNote(manifest.calendar), 'begun'))
  await raiseIds({ context }, manifest)
}

async function raiseIds({ context: { store } }: Pick<Opened, 'context'>, { last }: Manifest) {
  for (const family of ['post', 'term'] as const)
    if (last[family] > 0) await store.write(tx => tx.raiseIds(family, last[family]))
}

async function usersHere({ context }: Opened, archive: Archive): Promise<Map<number, number>> {
  const users = new Map<number, number>()
  for await (const { id, facts } of usersOf(archive))
    users.set(id, await userHere(context.store, { id, facts: checkedFacts('user', facts) }))
  return users
}

async function wouldBe({ context: { store } }: Opened, { record }: StoredHistory) {
  return (await store.get(record.kind, record.id)) ? 'unchanged' : 'created'
}

const notAnArchive = {
  en: 'This is not an archive of Almanac.',
  fr: 'Ce n’est pas une archive d’Almanac.',
}
const inflates = {
  en: 'The archive inflates to more than a hundred times its size. Nothing was written.',
  fr: 'L’archive, décompressée, dépasse cent fois sa taille. Rien n’a été enregistré.',
}
const damaged = {
  en: 'The archive is damaged: {names}. Nothing was written.',
  fr: 'L’archive est endommagée : {names}. Rien n’a été enregistré.',
}
const notEmpty = {
  en: 'The calendar has records already. An archive goes into an empty calendar, or on where its import was interrupted.',
  fr: 'L’agenda contient déjà des fiches. Une archive s’importe dans un agenda vide, ou reprend là où son importation s’est interrompue.',
}
const needsPassword = {
  en: 'The event had a password, which is not in the archive. It stays closed until it gets a new one.',
  fr: 'L’évènement avait un mot de passe, qui n’est pas dans l’archive. Il reste fermé tant qu’il n’en a pas un nouveau.',
}
const takenId = {
  en: 'Another record has the ID {id}.',
  fr: 'Une autre fiche a l’ID {id}.',
}
