import { Problem } from '../../problem/index.ts'
import type { ResourceName } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Caller, Context } from '../base/context.ts'
import { noSuchRecord } from '../read/record-for.ts'
import { namesOf } from '../write/names.ts'

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
