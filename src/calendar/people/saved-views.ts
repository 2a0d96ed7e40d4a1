import type { FieldError } from '../../define/field-type.ts'
import type { StoredRecord } from '../../define/record.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import type { Reader, Store } from '../../store/index.ts'
import { type Actor, seesPeople } from '../access/access.ts'
import type { Context } from '../base/context.ts'

/** A question to a table under a name; a shared one is offered to all who have an account. */
type SavedView = {
  id: number
  name: string
  query: string
  shared: boolean
  /** True if it belongs to the caller. */
  own: boolean
}

type NewView = { kind: string; name: string; query: string; shared: boolean }

/** Views of one table that one user saves. */
const maxOwn = 50
/** Shared views of one table that are offered. */
const maxShared = 500

/** The views of a table that this caller is offered: their own, and those that others share; by name. */
export async function listViews(
  { store }: Pick<Context, 'store'>,
  actor: Actor,
  kind: string,
): Promise<SavedView[]> {
  const own = await viewsOf(store, 'user', actor.id, maxOwn * 20)
  const shared = await viewsOf(store, 'shared_in', kind, maxShared)
  const all = new Map([...own, ...shared].map(view => [view.id, view]))
  return [...all.values()]
    .filter(({ facts }) => facts.of === kind)
    .map(view => presentedTo(actor, view))
    .toSorted((a, b) => a.name.localeCompare(b.name))
}

/** Saves a view; one of the same name of this user is replaced. Only editors and administrators share. */
export function saveView(
  { store, now }: Pick<Context, 'store' | 'now'>,
  actor: Actor,
  { kind, name, query, shared }: NewView,
): Promise<SavedView> {
  refuseReaders(actor)
  if (actor.id === 0 || (shared && !seesPeople(actor))) throw new Problem('rest_forbidden')
  return store.write(async tx => {
    const own = await viewsOf(tx, 'user', actor.id, maxOwn * 20)
    const here = own.filter(({ facts }) => facts.of === kind)
    const facts = {
      user: actor.id,
      of: kind,
      name,
      query,
      shared_in: shared ? kind : null,
      created: now(),
    }
    const same = here.find(view => view.facts.name === name)
    if (same) {
      await tx.update('saved_view', same.id, facts)
      return presentedTo(actor, { ...same, facts })
    }
    if (here.length >= maxOwn) throw fieldProblem('name', tooMany)
    const id = await tx.insert('saved_view', facts, {})
    return { id, name, query, shared, own: true }
  })
}

/** Removes a view: one's own; editors and administrators also a shared one of another. */
export function removeView({ store }: { store: Store }, actor: Actor, id: number): Promise<void> {
  refuseReaders(actor)
  return store.write(async tx => {
    const view = await tx.get('saved_view', id)
    const isOwn = view !== undefined && view.facts.user === actor.id && actor.id !== 0
    const mayRemove = isOwn || (view?.facts.shared_in != null && seesPeople(actor))
    if (!mayRemove) throw new Problem('saved_view_not_found')
    await tx.remove('saved_view', id)
  })
}

function refuseReaders({ scope }: Actor) {
  if (scope === 'read') throw new Problem('rest_forbidden')
}

const tooMany: FieldError = {
  sentence: {
    en: `A table has at most ${maxOwn} saved views of one user. Delete one of them first.`,
    fr: `Un tableau a au plus ${maxOwn} vues enregistrées par compte. Supprimez-en une d’abord.`,
  },
}

async function viewsOf(reader: Reader, fact: string, value: string | number, max: number) {
  return reader.getMany('saved_view', await reader.lookup('saved_view', fact, value, max))
}

const presentedTo = (
  actor: Actor,
  { id, facts }: Pick<StoredRecord, 'id' | 'facts'>,
): SavedView => ({
  id,
  name: String(facts.name),
  query: String(facts.query),
  shared: facts.shared_in != null,
  own: facts.user === actor.id,
})
