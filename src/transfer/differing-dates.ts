import { type Caller, differingFields } from '../calendar/index.ts'
import { isNameIn, isObject } from '../define/base/objects.ts'
import type { Values } from '../define/param.ts'
import { formatWall } from '../define/time/clock.ts'
import type { present, Service } from '../http/index.ts'
import type { DifferingDate } from '../moving/index.ts'
import { resources } from '../resources/index.ts'
import type { Store } from '../store/index.ts'

type Reading = {
  store: Pick<Store, 'seriesDates' | 'datePatches'>
  service: Pick<Service, 'calendar'>
  caller: Caller
  /** A view of a date as the API shows it to its editors. */
  show: (view: Parameters<typeof present>[1]) => object
}

/** Dates that are read at once. */
const atOnce = 200

/** The dates of a series on which something is otherwise, with the values that differ, as the API takes them. */
export async function differingDates(
  { store, service, caller, show }: Reading,
  series: number,
): Promise<DifferingDate[]> {
  const dates = await store.seriesDates(series)
  const differing: DifferingDate[] = []
  for (let at = 0; at < dates.length; at += atOnce) {
    const part = dates.slice(at, at + atOnce)
    const patches = await store.datePatches(part.map(({ id }) => id))
    for (const date of part) {
      const patch = patches.get(date.id)
      if (!patch) continue
      const on = {
        ids: [series],
        dates: [{ ...date, occurrence: date.id, event: series, patched: true as const }],
      }
      const [view] = await service.calendar.views('event', caller, on)
      if (!view) continue
      const values = valuesOf({ ...show(view) }, differingFields({}, patch), caller.language)
      differing.push({ original: formatWall(date.original), ...values })
    }
  }
  return differing
}

function valuesOf(date: Values, names: ReadonlySet<string>, main: string): Values {
  const editing = isObject(date.editing) ? date.editing : {}
  const facts = isObject(editing.facts) ? editing.facts : {}
  const texts = isObject(editing.texts) ? editing.texts : {}
  const values: Values = {}
  const translations: Record<string, Values> = {}
  for (const name of names) {
    const [, language = '', field = ''] = /^(\w+)\.(\w+)$/.exec(name) ?? []
    const own = texts[language]
    if (field === '') values[name] = linked(name, date[name]) ?? date[name] ?? facts[name]
    else if (language === main) values[field] = isObject(own) ? own[field] : ''
    else
      translations[language] = {
        ...translations[language],
        [field]: isObject(own) ? own[field] : null,
      }
  }
  return { ...values, ...(Object.keys(translations).length > 0 && { translations }) }
}

/** The names of linked records and terms; undefined for any other field. */
function linked(name: string, value: unknown): unknown {
  const { fields } = resources.event
  const type = isNameIn(fields, name) ? fields[name].type : undefined
  const kind = type && 'refersLinked' in type ? type.refersLinked : undefined
  if (kind === undefined && !(type && 'offers' in type)) return undefined
  return [value]
    .flat()
    .filter(isObject)
    .map(one => (kind ? { [kind]: String(one[kind] ?? '') } : one.name))
}
