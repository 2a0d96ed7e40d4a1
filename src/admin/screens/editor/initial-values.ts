import { isDated } from '../../../define/record.ts'
import { inEachLanguage } from '../../../define/text/language.ts'
import type { SignedIn } from '../../../sdk/index.ts'
import type { Form } from '../../forms/model.ts'
import type { Value, Values } from '../../forms/values.ts'

/** The first values of a new record. The query may name a start and an end: the calendar sends the hours that were selected. */
export function initialValues(
  { name }: Form,
  search: string,
  { site: { timezone } }: SignedIn,
): Record<string, Value> {
  const shown = { show_map: true, show_map_link: true }
  if (!isDated(name)) return shown
  const query = new URLSearchParams(search)
  const start = wall(query.get('start'))
  return {
    timezone: query.get('timezone') ?? timezone,
    ...shown,
    ...(start && { start_date: start, end_date: wall(query.get('end')) || start }),
    ...(query.get('all_day') === 'true' && { all_day: true }),
  }
}

const wall = (text: string | null) =>
  text && /^\d{4}-\d\d-\d\d(T\d\d:\d\d)?$/.test(text)
    ? text.includes('T')
      ? text
      : `${text}T00:00`
    : ''

/** The values of a copy, from one screen to the next. */
let copied: { form: string; values: Values } | undefined

/** Opens a new record with the values of one: slugs and the moment of publication are its own. */
export function duplicate(
  { name, path }: Form,
  { values }: { values: Values },
  navigate: (to: string) => void,
) {
  const { password: _, status: __, date: ___, date_utc: ____, ...facts } = values.facts
  const without = (texts: Record<string, string>) => ({ ...texts, slug: '' })
  copied = {
    form: name,
    values: { facts, texts: inEachLanguage(of => without(values.texts[of])) },
  }
  navigate(`/${path}/new`)
}

/**
 * The copy for the next new record, without what its user may not decide. It stays until a screen shows it: one that waits for its parts is drawn again
 * from the beginning.
 */
export function copyFor({ name, fields }: Form, mayPublish: boolean): Values | undefined {
  if (copied?.form !== name) return undefined
  const { facts, texts } = copied.values
  if (mayPublish) return copied.values
  const others = fields.filter(({ byPublishers }) => byPublishers).map(field => field.name)
  const own = Object.entries(facts).filter(([fact]) => !others.includes(fact))
  return { facts: Object.fromEntries(own), texts }
}

/** Forgets the copy once it is shown: the next new record is blank. */
export function forgetCopied() {
  copied = undefined
}
