import { plainText } from '../../../sdk/client.ts'
import type { Row } from '../../client/records.ts'
import type { Form, FormField } from '../../forms/model.ts'

type Language = 'en' | 'fr'

/** Who wrote it, when it came out and where it is are those of the copy. */
const isOwn = ({ name, as }: FormField) =>
  ['author', 'date', 'date_utc', 'status'].includes(name) || as === 'slug' || as === 'secret'

/** A draft with all that a record has, read in each of its languages, and the language to send it in. */
export function copyOf(
  { fields }: Pick<Form, 'fields'>,
  shown: Record<Language, Row>,
): { language: Language; draft: Record<string, unknown> } {
  const has = (language: Language) =>
    (shown[language].translations as Partial<Record<Language, unknown>> | undefined)?.[language] !==
    undefined
  const language = has('en') ? 'en' : 'fr'
  const other = language === 'en' ? 'fr' : 'en'
  const kept = fields.filter(field => !isOwn(field) && shown[language][field.name] !== undefined)
  const texts = kept.filter(({ isText }) => isText)
  const textsIn = (of: Language) =>
    Object.fromEntries(texts.map(field => [field.name, textOf(field, shown[of])]))
  const facts = kept
    .filter(({ isText }) => !isText)
    .map(field => [field.name, factOf(field, shown[language])])
  return {
    language,
    draft: {
      ...Object.fromEntries(facts.filter(([, value]) => value !== undefined)),
      ...textsIn(language),
      ...(has(other) && { translations: { [other]: textsIn(other) } }),
      ...(fields.some(({ name }) => name === 'status') && { status: 'draft' }),
    },
  }
}

/** The website of an event that has none is shown as its page. */
function textOf({ name, as }: FormField, row: Row): string {
  const value = String(row[name] ?? '')
  if (as === 'html') return value
  return as === 'url' && value === row.url ? '' : plainText(value)
}

/** A value as it is sent: of what it is linked to, the IDs; undefined for nothing. */
function factOf({ name, as }: FormField, row: Row): unknown {
  const value = row[name]
  if (as === 'records' || as === 'terms') {
    const ids = [value].flat().flatMap(idOf)
    return ids.length > 0 ? ids : undefined
  }
  if (as === 'record' || as === 'image') return idOf(value)[0] ?? (Number(value) || undefined)
  if (as === 'line') return value === '' ? undefined : plainText(String(value))
  return value === '' ? undefined : value
}

const idOf = (linked: unknown): number[] =>
  typeof linked === 'object' && linked !== null && 'id' in linked ? [Number(linked.id)] : []
