import type { PersonalPlace } from '../../define/erasure-messages.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { fold } from '../../define/text/fold.ts'
import { languages } from '../../define/text/language.ts'
import { normalizeLine } from '../../define/text/markup.ts'
import {
  isSeries,
  reportFacts,
  reportIn,
  resources,
  submissionIn,
  type WrittenName,
  writtenNames,
} from '../../resources/index.ts'
import { type Actor, service } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { bytesOf, forgetRun } from '../imports/source-file.ts'
import { everyRecord } from '../read/every-event.ts'
import { eraseSubmitter } from '../retention/retention.ts'
import { removeRecord } from '../write/write-verbs.ts'
import { AccountProblem } from './account-types.ts'
import type { Accounts } from './accounts.ts'

/** Data of a person: erased, or staying for people to look at. */
type PersonalData = {
  place: PersonalPlace
  kind: string
  id: number
  title: string
  outcome: 'erased' | 'stays'
}

export type ErasureReport = {
  /** The first of them; the counts are of all. */
  found: PersonalData[]
  erased: number
  stays: number
}

export type Erasure = {
  /** Login, name or e-mail address, in any case: the whole of it. */
  who: string
  /** Erases nothing, and reports what would be. */
  isDry: boolean
  actor: Actor
}

const maxListed = 500
/** More versions than are ever stored of a record. */
const allVersions = 100_000
/** Letters that a name needs for it to be looked for within texts. */
const shortest = 4

type AccountsToErase = Pick<Accounts, 'list' | 'remove'>

/**
 * Erases what is stored of a person: the account, organizers, submissions and reports with this name or e-mail address, earlier versions of
 * records in which it stands, and imports and waiting mails that name it. Texts that people wrote stay, and are listed. If its process ends midway,
 * `completeUnfinished` goes on with it.
 */
export const erasePerson = (
  context: Context,
  accounts: AccountsToErase,
  erasure: Erasure,
): Promise<ErasureReport> => {
  const erase = () => eraseOnce(context, accounts, erasure)
  const { who, isDry, actor } = erasure
  return isDry ? erase() : untilDone(context, { who, user: actor.id }, erase)
}

/** Completes erasures whose process has ended, in the name of the service; returns their number. */
export const completeUnfinished = (
  context: Context,
  accounts: AccountsToErase,
  signal?: AbortSignal,
): Promise<number> =>
  completeErasures(
    context,
    (who, user) => {
      const actor = { ...service, id: user }
      return eraseOnce(context, accounts, { who, isDry: false, actor }, signal)
    },
    signal,
  )

async function eraseOnce(
  context: Context,
  accounts: AccountsToErase,
  { who, isDry, actor }: Erasure,
  signal?: AbortSignal,
): Promise<ErasureReport> {
  const key = fold(normalizeLine(who))
  const report: ErasureReport = { found: [], erased: 0, stays: 0 }
  const note = (data: PersonalData) => {
    report[data.outcome === 'erased' ? 'erased' : 'stays'] += 1
    if (report.found.length < maxListed) report.found.push(data)
  }
  if (key === '') return report
  const work: Work = { context, key, isDry, actor, note, signal }
  await eraseAccounts(work, accounts)
  for (const kind of writtenNames) await eraseIn(work, kind)
  await eraseImports(work)
  await eraseReports(work)
  await eraseMails(work)
  // what imports have read may name the person, and is fetched again
  if (!isDry) await context.sourcePages.clear()
  return report
}

type Work = Pick<Erasure, 'isDry' | 'actor'> & {
  context: Context
  key: string
  signal: AbortSignal | undefined
  note(data: PersonalData): void
}

async function eraseAccounts({ key, isDry, note }: Work, accounts: AccountsToErase) {
  const users = await accounts.list()
  const administrators = users.filter(({ role }) => role === 'administrator').length
  for (const { id, login, name, email, role } of users) {
    if (![login, name, email].some(each => each !== '' && fold(each) === key)) continue
    const data = { place: 'account', kind: 'user', id, title: login } as const
    const isLast = role === 'administrator' && administrators === 1
    const isErased = !isLast && (isDry || (await removeUnlessLast(accounts, id)))
    note({ ...data, outcome: isErased ? 'erased' : 'stays' })
  }
}

/** Removes an account, and returns false for the last administrator, who stays. */
async function removeUnlessLast(accounts: AccountsToErase, id: number): Promise<boolean> {
  try {
    await accounts.remove(id)
    return true
  } catch (error) {
    if (!(error instanceof AccountProblem)) throw error
    if (error.code === 'last-administrator') return false
    // another process has removed it meanwhile
    if (error.code === 'unknown-user') return true
    throw error
  }
}

async function eraseIn(work: Work, kind: WrittenName) {
  const { store } = work.context
  for await (const records of everyRecord(store, kind)) {
    for (const record of records) {
      work.signal?.throwIfAborted()
      await eraseFrom(work, kind, record)
    }
    // requests have their turn
    await new Promise(setImmediate)
  }
}

async function eraseFrom(work: Work, kind: WrittenName, record: StoredRecord) {
  const { context, key, isDry, actor, note } = work
  const { id, facts, texts } = record
  const of = { kind, id, title: titleOf(kind, record) }
  if (isOfPeople(kind) && isPerson(kind, record, key)) {
    const caller: Caller = { actor, language: context.site.language, fallback: true }
    if (!isDry) {
      const removing = removeRecord(context, kind, caller, { id }, { force: true })
      await removing.catch(async error => {
        // another process has removed it meanwhile
        if (await context.store.get(kind, id)) throw error
      })
    }
    note({ ...of, place: 'organizer', outcome: 'erased' })
    return
  }
  const submission = submissionIn(facts)
  if (submission && [submission.name, submission.email].some(each => fold(each) === key)) {
    if (!isDry) await eraseSubmitter(context, id, { actor })
    note({ ...of, place: 'submission', outcome: 'erased' })
  }
  if (key.length < shortest) return
  const isIn = (value: unknown) => isNamedIn(JSON.stringify(value) ?? '', key)
  if (await areVersionsOf(context, record, isIn)) {
    if (!isDry) await context.store.write(tx => tx.forgetReplaced(kind, id))
    note({ ...of, place: 'versions', outcome: 'erased' })
  }
  const { submission: _, ...others } = facts
  const patches = isDated(kind) && isSeries(record) ? await context.store.overridesOf(id) : []
  if (isIn([others, texts, patches.map(({ patch }) => patch)]))
    note({ ...of, place: 'text', outcome: 'stays' })
}

/** True if a text contains a folded name or address. Quotes are not compared: JSON escapes them, and tables write them twice. */
const isNamedIn = (text: string, key: string) =>
  withoutQuotes(fold(text)).includes(withoutQuotes(key))
const withoutQuotes = (folded: string) => folded.replaceAll(/["\\]/g, '')

/** Records with an e-mail address may be those of a person. */
const isOfPeople = (kind: WrittenName) => 'email' in resources[kind].fields

const isPerson = (kind: WrittenName, { facts, texts }: StoredRecord, key: string) =>
  fold(String(facts.email ?? '')) === key ||
  languages.some(language => fold(String(texts[language]?.[resources[kind].titled] ?? '')) === key)

function titleOf(kind: WrittenName, { texts }: StoredRecord): string {
  const { titled } = resources[kind]
  const titles = languages.map(language => texts[language]?.[titled])
  return String(titles.find(each => typeof each === 'string' && each !== '') ?? '')
}

async function areVersionsOf(
  { store }: Context,
  { kind, id, version }: StoredRecord,
  isIn: (value: unknown) => boolean,
): Promise<boolean> {
  if (version < 2) return false
  const versions = await store.replaced(kind, id, Number.MAX_SAFE_INTEGER, allVersions)
  return versions.some(({ before }) => isIn(before))
}

/** True if the file that waits to be imported contains the name or address. */
async function isInFile(store: Context['store'], run: number, key: string): Promise<boolean> {
  const decoder = new TextDecoder()
  let end = ''
  for await (const bytes of bytesOf(store, run)) {
    const text = end + decoder.decode(bytes, { stream: true })
    if (isNamedIn(text, key)) return true
    // a part may end within the name, whose accents and quotes take several characters
    end = text.slice(-4 * key.length)
  }
  return false
}

async function eraseImports({ context, key, isDry, note }: Work) {
  if (key.length < shortest) return
  const { store } = context
  for await (const runs of everyRecord(store, 'import_run'))
    for (const { id, facts } of runs) {
      const { report, undone, origin, options } = facts
      const isNamed =
        isNamedIn([report, undone, origin, options].join('\n'), key) ||
        (await isInFile(store, id, key))
      if (!isNamed) continue
      const isErased = isDry || (await forgetRun(context, id))
      const data = { place: 'import', kind: 'import_run', id, title: String(origin) } as const
      note({ ...data, outcome: isErased ? 'erased' : 'stays' })
    }
}

/** Reports lose their sender; what they say stays. */
async function eraseReports({ context, key, isDry, note }: Work) {
  const { store } = context
  for await (const reports of everyRecord(store, 'report'))
    for (const { id, facts } of reports) {
      const report = reportIn(facts)
      const { sender, note: title, change } = report
      const data = { kind: 'report', id, title } as const
      if (sender && [sender.name, sender.email].some(each => fold(each) === key)) {
        const without = reportFacts({ ...report, sender: undefined })
        if (!isDry)
          await store.write(async tx => {
            if (await tx.get('report', id)) await tx.update('report', id, without)
          })
        note({ ...data, place: 'report', outcome: 'erased' })
      }
      if (key.length >= shortest && isNamedIn(JSON.stringify([title, change]), key))
        note({ ...data, place: 'text', outcome: 'stays' })
    }
}

/** Mails that wait to be sent: to the person, or with their name or address. */
async function eraseMails({ context, key, isDry, note }: Work) {
  const { store, mailSealing } = context
  for await (const mails of everyRecord(store, 'waiting_mail'))
    for (const { id, facts } of mails) {
      const text = mailSealing.open(String(facts.sealed))
      if (text === undefined) continue
      const { to }: { to: string } = JSON.parse(text)
      if (fold(to) !== key && (key.length < shortest || !isNamedIn(text, key))) continue
      if (!isDry) await store.write(tx => tx.remove('waiting_mail', id))
      note({ place: 'mail', kind: 'waiting_mail', id, title: to, outcome: 'erased' })
    }
}

const kind = 'erasure'
/** A process that has not said for so many seconds that it works has ended. */
const silentAfter = 10
/** Milliseconds between two words of a process that works. */
const reportEvery = 2000
/** Seconds until one that failed is tried again. */
const pause = 300
/** Few are ever under way. */
const atOnce = 100

type Place = Pick<Context, 'store' | 'erasureSealing'>

/** By the clock of the machine: that of the calendar may stand still. */
const seconds = () => Math.floor(Date.now() / 1000)

/** Stores whom an erasure is of until it is done: it writes record by record, and its process may end in between. */
async function untilDone<T>(
  { store, erasureSealing }: Place,
  { who, user }: { who: string; user: number },
  work: () => Promise<T>,
): Promise<T> {
  const facts = { sealed: erasureSealing.seal(who), user, seen: seconds() }
  const id = await store.write(tx => tx.insert(kind, facts, {}))
  return carriedOut({ store, erasureSealing }, { id, who }, work)
}

type Unfinished = { id: number; who: string; signal?: AbortSignal | undefined }

async function carriedOut<T>(
  { store, erasureSealing }: Place,
  { id, who, signal }: Unfinished,
  work: () => Promise<T>,
): Promise<T> {
  const note = (seen: number) =>
    store.write(async tx => {
      if (await tx.get(kind, id)) await tx.update(kind, id, { seen })
    })
  // what cannot be stored now is stored the next time
  const timer = setInterval(() => void note(seconds()).catch(() => {}), reportEvery).unref()
  try {
    const result = await work()
    clearInterval(timer)
    // an earlier one of the same person, whose process has ended, is done with it
    await store.write(async tx => {
      for (const one of await tx.getMany(kind, await tx.idsAfter(kind, 0, atOnce)))
        if (one.id === id || erasureSealing.open(String(one.facts.sealed)) === who)
          await tx.remove(kind, one.id)
    })
    return result
  } catch (error) {
    // a process that is asked to end leaves it to the next
    if (!signal?.aborted) await note(seconds() + pause).catch(() => {})
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** Completes erasures whose process has ended; returns their number. */
async function completeErasures(
  place: Place,
  erase: (who: string, user: number) => Promise<unknown>,
  signal?: AbortSignal,
): Promise<number> {
  const { store, erasureSealing } = place
  let completed = 0
  for (const id of await store.idsAfter(kind, 0, atOnce)) {
    const taken = await store.write(async tx => {
      const stored = await tx.get(kind, id)
      if (!stored || Number(stored.facts.seen) > seconds() - silentAfter) return undefined
      const who = erasureSealing.open(String(stored.facts.sealed))
      // the key was renewed, so nobody can say any more whom it was of
      if (who === undefined) await tx.remove(kind, id)
      else await tx.update(kind, id, { seen: seconds() })
      return { who, user: Number(stored.facts.user) }
    })
    if (!taken) continue
    const { who, user } = taken
    if (who === undefined)
      throw new Error('an erasure could not be completed, because the key of the calendar is new')
    await carriedOut(place, { id, who, signal }, () => erase(who, user))
    completed += 1
  }
  return completed
}
