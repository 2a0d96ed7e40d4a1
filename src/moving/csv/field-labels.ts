import { existing } from '../../define/base/objects.ts'
import { ignored } from '../../define/column-mapping.ts'
import type { CustomField } from '../../define/custom-fields.ts'
import { isDated } from '../../define/record.ts'
import { textNames } from '../../define/resource.ts'
import { type Language, languages, type Sentence, textIn } from '../../define/text/language.ts'
import { resources } from '../../resources/index.ts'
import { customColumn, fieldNames, fieldsIn, type RowKind } from './columns.ts'

/** The name of the dates of a series that differ from it. */
export const datesLabel: Sentence = {
  en: 'Dates that differ from the series',
  fr: 'Dates qui diffèrent de la série',
}

/** The labels of columns without a field of their own in the API, or with a part of one. */
const own: Record<string, Sentence> = {
  start_date: { en: 'Start date', fr: 'Date de début' },
  start_time: { en: 'Start time', fr: 'Heure de début' },
  end_date: { en: 'End date', fr: 'Date de fin' },
  end_time: { en: 'End time', fr: 'Heure de fin' },
  currency_code: { en: 'Currency code', fr: 'Code de la monnaie' },
  currency_symbol: { en: 'Currency symbol', fr: 'Symbole de la monnaie' },
  currency_position: { en: 'Currency position', fr: 'Position de la monnaie' },
  address2: { en: 'Address, second line', fr: 'Adresse, deuxième ligne' },
  stateprovince: { en: 'State or province', fr: 'Région' },
  other_venues: { en: 'Other venues', fr: 'Autres lieux' },
  dates: datesLabel,
  private: { en: 'Private or public', fr: 'Privé ou public' },
  publication_date: { en: 'Publication date', fr: 'Date de publication' },
  image: { en: 'Image (URL)', fr: 'Image (URL)' },
  id: { en: 'ID in the source', fr: 'ID dans la source' },
  [ignored]: { en: 'ignore', fr: 'ignorer' },
}

const ofVenue = 'venue.'
const venuePrefix = { en: 'Venue: ', fr: 'Lieu\u00a0: ' }

/** The name of the field of a column, for people who choose it. */
function labelOf(kind: RowKind, name: string, language: Language): string {
  if (name.startsWith(ofVenue))
    return textIn(venuePrefix, language) + labelOf('venue', name.slice(ofVenue.length), language)
  return textIn(own[name] ?? existing(fieldsIn(resources[kind])[name]).label, language)
}

/** The fields that a column of a table may be of, by their names in mappings; texts in each language too. */
export function fieldsOf(
  kind: RowKind,
  language: Language,
  custom: readonly CustomField[] = [],
): { name: string; label: string }[] {
  const texts = textNames(resources[kind])
  const named = (name: string, label: string, isTranslated: boolean) => [
    { name, label },
    ...(isTranslated ? languages : []).map(each => ({
      name: `${name}.${each}`,
      label: `${label} (${each})`,
    })),
  ]
  const fields = [
    ...fieldNames(kind).flatMap(name =>
      named(name, labelOf(kind, name, language), texts.includes(name)),
    ),
    ...(isDated(kind) ? custom : []).flatMap(({ name, label, isTranslated }) =>
      named(customColumn(name), textIn(label, language), isTranslated),
    ),
  ]
  return fields.toSorted((a, b) => Number(b.name === ignored) - Number(a.name === ignored))
}
