import { Problem } from '../../problem/index.ts'
import type { PostName, ResourceName } from '../../resources/index.ts'
import type { Reader } from '../../store/index.ts'
import { type Actor, may, mayRead, seesOthers, seesOwn } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { noSuchRecord } from '../read/record-for.ts'

/**
 * Display names of users, by ID, and nothing else of an account. Without a display name it is the login, for callers who may see it:
 * the user, and users who see the records of others.
 */
export async function namesOf(
  reader: Reader,
  actor: Actor,
  ids: readonly number[],
): Promise<Map<number, string>> {
  const users = await reader.getMany(
    'user',
    [...new Set(ids)].filter(id => id > 0),
  )
  return new Map(
    users.flatMap(({ id, facts }) => {
      const name = facts.name || (seesOthers(actor) || id === actor.id ? facts.login : null)
      return name ? [[id, String(name)] as const] : []
    }),
  )
}

/** The authors of records that this actor may read, with their names. For those who write. */
export async function authorsOf(
  { store }: Pick<Context, 'store'>,
  actor: Actor,
  kind: PostName,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (!seesOwn(actor)) throw new Problem('rest_forbidden')
  const records = (await store.getMany(kind, ids)).filter(record => mayRead(actor, record))
  return namesOf(
    store,
    actor,
    records.map(({ facts }) => Number(facts.author ?? 0)),
  )
}

/** Notes that a user has a record open, and returns the IDs of the others who have; `src/outside/open-records.ts` answers. */
export type NoteOpen = (record: string, user: number) => number[]

/** The names of the other users who have a record open in the editor, empty where the caller may not see them. For users who may change it. */
export async function otherEditors(
  { store }: Pick<Context, 'store'>,
  { actor }: Pick<Caller, 'actor'>,
  noteOpen: NoteOpen,
  kind: ResourceName,
  id: number,
): Promise<string[]> {
  const record = await store.get(kind, id)
  if (!record) throw await noSuchRecord(store, actor, kind, id)
  if (!may(actor, 'change', kind, record)) throw new Problem('rest_forbidden')
  const others = noteOpen(`${kind}/${id}`, actor.id)
  const names = await namesOf(store, actor, others)
  return others.map(other => names.get(other) ?? '')
}
