import { unknownId } from '../../define/field-errors.ts'
import type { FieldError } from '../../define/field-type.ts'
import { type Cell, isTree, type LinkKind, type StoredRecord } from '../../define/record.ts'
import { type Resource, type TextDraft, textNames } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { isTerm, resources } from '../../resources/index.ts'
import { may } from '../access/access.ts'
import type { Context, WriteCaller } from '../base/context.ts'
import { leadToMerged } from '../read/redirects.ts'
import { noteMerged } from './action-changes.ts'
import { pageSize } from './kept-responses.ts'
import { unlinkDates } from './links.ts'
import { change, remove, settle, trash } from './write.ts'
import type { Write } from './write-types.ts'

/** `from` become `into`. `fill`: texts that it lacks are taken from them, from the first that has one. */
type Merging = {
  kind: LinkKind
  into: number
  from: readonly number[]
  fill: boolean
}

/** The number of events and categories that were changed. Not `done`: another request must continue. */
type Merged = { done: boolean; changed: number }

/** Transactions per request, and changes per transaction; other writers get their turn in between. */
const limits = { pages: 4, links: pageSize }

/**
 * Merges records of a kind: records linked to one of them are linked to the one that stays, and the others go to the trash, terms for good. It goes
 * in parts, each of which leaves every event with one of the two records; one goes in the same transaction as the last of its links. So after an
 * interruption every response is correct, and the same request continues the merge.
 */
export async function mergeRecords(
  context: Context,
  caller: WriteCaller,
  merging: Merging,
  { pages, links } = limits,
): Promise<Merged> {
  // It writes texts in both.
  if (merging.fill && caller.onlyLanguage) throw new Problem('rest_forbidden')
  let changed = 0
  for (let page = 0; page < pages; page++) {
    const part = await context.store.write(tx =>
      mergeSome({ tx, context, caller, images: new Map() }, merging, links),
    )
    changed += part.changed
    if (part.done) return { done: true, changed }
  }
  return { done: false, changed }
}

/** The work left to one transaction: deleting a record costs as much as several events. */
type Budget = { left: number; changed: number }
const costOfOne = 10

const take = (budget: Budget, changed: number) => {
  budget.left -= changed
  budget.changed += changed
}

/** One transaction of it. Of what is gone already nothing is left to do. */
async function mergeSome(write: Write, merging: Merging, max: number): Promise<Merged> {
  const { kind, into, from, fill } = merging
  const target = await partOf(write, merging, 'into', into)
  if (!target) throw fieldProblem('into', inTrash)
  if (from.includes(into)) throw fieldProblem('from', notItself)
  const sources: StoredRecord[] = []
  for (const id of from) {
    const source = await partOf(write, merging, 'from', id)
    if (source) sources.push(source)
  }
  const budget: Budget = { left: max, changed: 0 }
  for (const source of sources) {
    // the sources before it may have used it up
    if (budget.left > 0) await relink(write, kind, source.id, into, budget)
    if (budget.left > 0 && isTree(kind)) await adopt(write, source.id, into, budget)
    // The budget is used up: the next request finds out whether anything is left.
    if (budget.left <= 0) return { done: false, changed: budget.changed }
    const names = await leadToMerged(write.tx, source, into)
    if (isTerm(kind)) await remove(write, kind, source.id)
    else await trash(write, kind, source.id)
    const { action } = write.caller
    if (action !== undefined)
      await noteMerged(write.tx, action, source, { names, ...(isTerm(kind) && { term: source }) })
    // Its slugs are free by now.
    if (fill) await fillFrom(write, kind, source, into)
    budget.left -= costOfOne
  }
  return { done: true, changed: budget.changed }
}

const inTrash: FieldError = {
  sentence: {
    en: '{name} is in the trash. Expected the ID of a record that is not.',
    fr: '{name} est à la corbeille. Attendu : l’ID d’une fiche qui n’y est pas.',
  },
}
const notItself: FieldError = {
  sentence: {
    en: '{name} contains the record to keep. Expected the IDs of others.',
    fr: '{name} contient la fiche qui reste. Attendu : les ID d’autres fiches.',
  },
}

/** A record that is merged, which the caller may change and, if it is to go, remove. Undefined: it is gone, as in an earlier part. */
async function partOf(
  { tx, caller: { actor } }: Write,
  { kind }: Merging,
  parameter: 'into' | 'from',
  id: number,
): Promise<StoredRecord | undefined> {
  const record = await tx.get(kind, id)
  if (!record) {
    if (parameter === 'from' && isTerm(kind)) return undefined
    throw fieldProblem(parameter, unknownId(kind, id))
  }
  const isRefused =
    !may(actor, 'change', kind, record) ||
    (parameter === 'from' && !may(actor, 'remove', kind, record))
  if (isRefused) throw new Problem('rest_forbidden')
  return record.facts.status === 'trash' ? undefined : record
}

/** Links some of the events of one record to another. Each changes as by a write of its own. */
async function relink(
  write: Write,
  kind: LinkKind,
  source: number,
  into: number,
  budget: Budget,
): Promise<void> {
  const { tx } = write
  const events = await tx.getMany('event', await tx.eventsOf(kind, source, 0, budget.left))
  for (const event of events) {
    await unlinkDates(write, event, { kind, id: source, into })
    const ids = event.links[kind].map(id => (id === source ? into : id))
    const links = { [kind]: [...new Set(ids)] }
    const version = await tx.update('event', event.id, {}, {}, links)
    await settle(write, event, { ...event, version, links: { ...event.links, ...links } })
  }
  take(budget, events.length)
}

/** Some of the categories below one go below another, which takes its place where it was below it. */
async function adopt(write: Write, source: number, into: number, budget: Budget): Promise<void> {
  const { tx } = write
  const put = async (category: StoredRecord, parent: Cell) => {
    const version = await tx.update('category', category.id, { parent })
    const facts = { ...category.facts, parent }
    await settle(write, category, { ...category, version, facts })
  }
  const [above, target] = await tx.getMany('category', [source, into])
  const isBelow = (await tx.withDescendants('category', [source])).includes(into)
  if (above && target && isBelow) await put(target, above.facts.parent ?? null)
  const children = await tx.lookup('category', 'parent', source, budget.left)
  for (const child of await tx.getMany('category', children)) await put(child, into)
  take(budget, children.length)
}

/** Texts of one record become those of another where it has none; slugs are its own. */
async function fillFrom(write: Write, kind: LinkKind, source: StoredRecord, into: number) {
  const target = await write.tx.get(kind, into)
  if (!target) return
  const resource: Resource = resources[kind]
  const names = textNames(resource).filter(name => name !== 'slug')
  const translations: TextDraft = {}
  for (const language of languages) {
    const [has, gives] = [target.texts[language], source.texts[language]]
    const filled = names.flatMap(name =>
      !has?.[name] && gives?.[name] ? [[name, String(gives[name])] as const] : [],
    )
    if (filled.length > 0) translations[language] = Object.fromEntries(filled)
  }
  if (Object.keys(translations).length === 0) return
  await change(write, kind, into, { translations })
}
