import { type Language, labelIn, type Sentence, textIn } from '../../../define/text/language.ts'
import type { AdminInput } from '../../../sdk/index.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { offered } from './quick.ts'

/** The part of a change of several records that is sent for each. */
export type ManyChange = Omit<AdminInput<'POST /bulk'>, 'kind' | 'records'>

/** One change that can be made to several records at once. */
export type Change = {
  id: string
  way: 'set' | 'add' | 'remove' | 'move'
  field: FormField
}

const inputs: ReadonlySet<FormField['as']> = new Set<FormField['as']>([
  ...(['choice', 'flag', 'line', 'url', 'email', 'tel', 'number', 'zone'] as const),
])

/** Each record has its own of these. */
const own: ReadonlySet<string> = new Set(['source', 'source_id'])

/** The changes that make sense for several records of a form, the most frequent first. */
export function changesOf(form: Pick<Form, 'titled' | 'fields'>): Change[] {
  const changes: Change[] = []
  const put = (way: Change['way'], field: FormField) =>
    changes.push({ id: `${way}:${field.name}`, way, field })
  const isLink = ({ as }: FormField) => as === 'terms' || as === 'records'
  for (const field of form.fields.filter(({ as }) => as === 'terms')) {
    put('add', field)
    put('remove', field)
  }
  for (const field of form.fields.filter(({ name }) => name === 'start_date')) put('move', field)
  for (const field of form.fields.filter(({ as }) => as === 'records')) {
    put('set', field)
    put('add', field)
    put('remove', field)
  }
  for (const field of form.fields)
    if (
      inputs.has(field.as) &&
      !isLink(field) &&
      field.name !== form.titled &&
      !own.has(field.name)
    )
      put('set', field)
  return changes
}

/** The label of a change; for a text in each language, with the language of the changed one. */
export const labelOf = (
  { way, field }: Change,
  language: Language,
  phrase: (way: 'addTo' | 'removeFrom' | 'moveDates', of: { field: string }) => string,
): string => {
  const label = field.isText
    ? labelIn(field.label, language, language)
    : textIn(field.label, language)
  if (way === 'move') return phrase('moveDates', { field: label })
  if (way === 'set') return label
  return phrase(way === 'add' ? 'addTo' : 'removeFrom', { field: label })
}

/** The words of a choice that can be set for several: of statuses, those that need no date. */
export const wordsOf = ({ name, choices = [] }: FormField): [string, Sentence][] =>
  choices.filter(([word]) => name !== 'status' || offered.includes(word))

/** The typed value as it is sent; undefined: it is not complete. */
export function sentOf({ way, field }: Change, value: string): ManyChange | undefined {
  const { name, as } = field
  const isRecord = as === 'terms' || as === 'records'
  if (isRecord && !(Number(value) > 0)) return undefined
  if (way === 'add') return { add: { [name]: [Number(value)] } }
  if (way === 'remove') return { remove: { [name]: [Number(value)] } }
  if (way === 'move') return Number(value) ? { move: Number(value) } : undefined
  if (isRecord) return { change: { [name]: [Number(value)] } }
  if (as === 'flag') return value ? { change: { [name]: value === 'yes' } } : undefined
  if ((as === 'choice' || as === 'zone') && !value) return undefined
  return { change: { [name]: as === 'url' ? completed(value) : value } }
}

/** People type `example.org`. */
const completed = (url: string) =>
  url.trim() === '' || /^[a-z][a-z0-9+.-]*:/i.test(url.trim())
    ? url.trim()
    : `https://${url.trim()}`
