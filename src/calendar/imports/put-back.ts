import { noLinks, type Row, type StoredRecord } from '../../define/record.ts'
import { isResource, type ResourceName, resources } from '../../resources/index.ts'
import type { Family, Store, Transaction } from '../../store/index.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { logChange } from '../write/log-change.ts'
import { isId, WrongPart } from './checked-record.ts'
import type { StoredHistory } from './stored-histories.ts'

/** Facts of users that no archive has. */
export const secretsOfUsers = [
  'password',
  'totp',
  'totp_next',
  'totp_used',
  'recovery',
  'subject',
] as const

/** Users of an archive by their IDs there, with those here. */
type UserIds = ReadonlyMap<number, number>

const familyOf = (kind: ResourceName): Family => resources[kind].family

/** Facts that name a user. */
const userFacts = ['author', 'creator'] as const

/**
 * Puts a record of an archive in as it was, with its ID; in one transaction, with its line in the journal. One that is there already stays:
 * `unchanged` if it is the same, `skipped` if it is not, `refused` if another kind of record has its ID.
 */
export async function putBack(
  { store, now, site }: Context,
  caller: WriteCaller,
  fullRecord: StoredHistory,
  users: UserIds,
): Promise<'created' | 'unchanged' | 'skipped' | 'refused'> {
  const record = { ...fullRecord.record, facts: withUsers(fullRecord.record.facts, users) }
  const { kind, id } = record
  if (!isResource(kind)) return 'refused'
  return store.write(async tx => {
    const taken = await tx.kindOf(familyOf(kind), id)
    if (taken !== undefined && taken !== kind) return 'refused'
    const stored = await tx.get(kind, id)
    if (stored) return isSame(stored, record) ? 'unchanged' : 'skipped'
    if (taken !== undefined) return 'refused'
    await refuseTaken(tx, kind, fullRecord)
    await tx.putBack(record, fullRecord.dates)
    await tx.setSlugs(kind, id, fullRecord.slugs)
    for (const name of fullRecord.moved) await tx.keepName(kind, name, id)
    await tx.derive(record)
    await logChange(tx, { now, site }, caller, undefined, record)
    for (const replaced of fullRecord.versions)
      await tx.keepReplaced(
        { ...replaced, actor: users.get(replaced.actor) ?? replaced.actor },
        allVersions,
      )
    return 'created'
  })
}

/** Refuses slugs and IDs of dates that other records have. */
async function refuseTaken(tx: Transaction, kind: ResourceName, { slugs, dates }: StoredHistory) {
  if ((await tx.bySlugs(kind, slugs)).size > 0) throw new WrongPart('slugs')
  const owners = await Promise.all(
    dates.flatMap(({ id }) => [tx.seriesDate(id), tx.kindOf('post', id)]),
  )
  if (owners.some(owner => owner !== undefined)) throw new WrongPart('dates')
}

/** True if the record is stored exactly as the archive has it: then nothing in it needs a check. */
export async function isThere(
  { store }: Pick<Context, 'store'>,
  kind: ResourceName,
  { record }: StoredHistory,
  users: UserIds,
): Promise<boolean> {
  if (record.kind !== kind || !isId(record.id)) return false
  const stored = await store.get(kind, record.id)
  return (
    stored !== undefined && isSame(stored, { ...record, facts: withUsers(record.facts, users) })
  )
}

/** As many as were stored there. */
const allVersions = Number.MAX_SAFE_INTEGER

function withUsers(facts: Row, users: UserIds): Row {
  const settled = { ...facts }
  for (const name of userFacts) {
    const user = users.get(Number(facts[name]))
    if (facts[name] != null && user !== undefined) settled[name] = user
  }
  return settled
}

/** The count of a term follows from events. */
const isSame = (a: StoredRecord, b: StoredRecord) => plain(a) === plain(b)
function plain({ facts: { count: _, ...facts }, texts, links, version }: StoredRecord) {
  const sorted = (of: object) =>
    Object.entries(of)
      .filter(([, value]) => value !== null)
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return JSON.stringify([
    version,
    sorted(facts),
    sorted(texts).map(([language, row]) => [language, sorted(row)]),
    sorted(links),
  ])
}

/** The user of an archive here: the one of the same login, else a new one without any secret, by the same ID if that is free. */
export async function userHere(
  store: Store,
  { id, facts }: Pick<StoredRecord, 'id' | 'facts'>,
): Promise<number> {
  return store.write(async tx => {
    const [same] = await tx.lookup('user', 'login_key', String(facts.login_key ?? ''), 1)
    if (same !== undefined) return same
    const own = { ...facts, ...Object.fromEntries(secretsOfUsers.map(name => [name, null])) }
    if ((await tx.kindOf('user', id)) !== undefined) return tx.insert('user', own, {})
    await tx.putBack({ id, kind: 'user', version: 1, facts: own, texts: {}, links: noLinks }, [])
    return id
  })
}
