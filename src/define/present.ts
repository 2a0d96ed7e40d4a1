import type { Cell } from './record.ts'
import { shown as textOf } from './record-texts.ts'
import { type Field, livesIn, type Resource, type ShownItems } from './resource.ts'
import type { ShowContext } from './show-context.ts'
import type { Derived } from './shown.ts'
import type { View } from './view.ts'

type Body = Record<string, unknown>
type Presenter = (view: View, context: ShowContext, isAlone?: boolean) => Body

const presenters = new WeakMap<Resource, Presenter>()
const embeddedPresenters = new WeakMap<Resource, Presenter>()

/** Writes records of a resource out, as its `shown` says; `isEmbedded`: as they come inside of others. */
export function presenterOf(resource: Resource, isEmbedded = false): Presenter {
  const items = isEmbedded ? resource.embedded?.shown : undefined
  const cache = items ? embeddedPresenters : presenters
  const known = cache.get(resource)
  if (known) return known
  const made = makePresenter(resource, items ?? resource.shown)
  cache.set(resource, made)
  return made
}

function makePresenter(resource: Resource, items: ShownItems): Presenter {
  const values = Object.entries(items).map(([name, item]) => ({
    name,
    show: item === true ? fieldShown(resource, name) : item.show,
  }))
  const alone = { resource, isAlone: true }
  const among = { resource, isAlone: false }
  // An object with all keys in their order: copies of it are made, and filled, faster than objects that grow.
  const form = JSON.parse(
    JSON.stringify(Object.fromEntries(values.map(({ name }) => [name, null]))),
  )
  return (view, context, isAlone = false) => {
    const of = isAlone ? alone : among
    const body = { ...form }
    for (const { name, show } of values) body[name] = show(view, context, of)
    return body
  }
}

/** A field as its type shows it: masked where a password hides it, undefined where what is empty is left out. */
function fieldShown(resource: Resource, name: string): Derived['show'] {
  const field = resource.fields[name]
  if (!field) throw new Error(`The ${resource.name} has no field ${name}.`)
  const { show = (stored: Cell) => stored, masked } = field.type
  const stored =
    livesIn(field) === 'text'
      ? ({ record }: View, { language }: ShowContext) => textOf(record, name, language)
      : ({ record }: View) => record.facts[name] ?? null
  const value = (view: View, context: ShowContext) => show(stored(view, context), context)
  if (resource.hasPassword && !field.open)
    return (view, context) => (view.masked ? masked : value(view, context))
  if (!mayBeEmpty(resource, field)) return value
  return (view, context) => {
    const known = value(view, context)
    return known === '' || known === null ? undefined : known
  }
}

/** May this field be left out of a response? */
export const mayBeEmpty = ({ leavesOutEmpty }: Resource, { required, always, type }: Field) =>
  leavesOutEmpty === true && !required && !always && type.returns.type !== 'boolean'
