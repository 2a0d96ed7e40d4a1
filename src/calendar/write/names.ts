import { Problem } from '../../problem/index.ts'
import type { PostName } from '../../resources/index.ts'
import type { Reader } from '../../store/index.ts'
import { type Actor, mayRead, seesOthers, seesOwn } from '../access/access.ts'
import type { Context } from '../base/context.ts'

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
