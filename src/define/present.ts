import { derived } from './base/objects.ts'
import type { Derived, View } from './derived.ts'
import type { Cell } from './record.ts'
import { localized } from './record-texts.ts'
import { type Field, livesIn, type PresentedItems, type Resource } from './resource.ts'
import type { ShowContext } from './show-context.ts'

type Body = Record<string, unknown>
type Presenter = (view: View, context: ShowContext, isAlone?: boolean) => Body

const ownPresenter = derived((resource: Resource) => makePresenter(resource, resource.presented))
const embeddedPresenter = derived((resource: Resource) =>
  makePresenter(resource, resource.embedded?.presented ?? resource.presented),
)

/** Writes records of a resource out, as its `presented` says; `isEmbedded`: as they come inside of others. */
export const presenterOf = (resource: Resource, isEmbedded = false): Presenter =>
  (isEmbedded ? embeddedPresenter : ownPresenter)(resource)

function makePresenter(resource: Resource, items: PresentedItems): Presenter {
  const names = Object.keys(items)
  const shows = Object.entries(items).map(([name, item]) =>
    item === true ? presentedField(resource, name) : item.show,
  )
  const alone = { resource, isAlone: true }
  const among = { resource, isAlone: false }
  const bodyOf = bodyMaker(names)(shows)
  return (view, context, isAlone = false) => bodyOf(view, context, isAlone ? alone : among)
}

type Show = Derived['show']
type BodyMaker = (shows: readonly Show[]) => (...of: Parameters<Show>) => Body

/** Objects of one shape, as if written by hand: filling one name by name takes as long as working the values out. */
const bodyMaker = (names: readonly string[]) =>
  new Function(
    'shows',
    `const [${names.map((_, at) => `show${at}`).join(', ')}] = shows
    return (view, context, of) => ({
      ${names.map((name, at) => `${JSON.stringify(name)}: show${at}(view, context, of)`).join(',\n')}
    })`,
  ) as BodyMaker

/** A value as its type presents it, or its replacement where a password hides it. */
export function presentedValue(
  { type, open }: Pick<Field, 'type' | 'open'>,
  stored: Cell,
  { masked }: Pick<View, 'masked'>,
  context: ShowContext,
): unknown {
  if (masked && !open) return type.masked
  return type.show ? type.show(stored, context) : stored
}

/** A field as its type shows it; undefined where what is empty is left out. */
function presentedField(resource: Resource, name: string): Derived['show'] {
  const field = resource.fields[name]
  if (!field) throw new Error(`The ${resource.name} has no field ${name}.`)
  const stored =
    livesIn(field) === 'text'
      ? ({ record }: View, { language }: ShowContext) => localized(record, name, language)
      : ({ record }: View) => record.facts[name] ?? null
  const value = (view: View, context: ShowContext) =>
    presentedValue(field, stored(view, context), view, context)
  if (resource.hasPassword && !field.open) return value
  if (!mayBeEmpty(resource, field)) return value
  return (view, context) => {
    const presented = value(view, context)
    return presented === '' || presented === null ? undefined : presented
  }
}

/** True if responses may leave out this field. */
export const mayBeEmpty = ({ leavesOutEmpty }: Resource, { required, always, type }: Field) =>
  leavesOutEmpty === true && !required && !always && type.returns.type !== 'boolean'
