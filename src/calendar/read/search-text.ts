import { derived, tableOf } from '../../define/base/objects.ts'
import { wordsOfImage } from '../../define/image-messages.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { type Field, livesIn, type Resource } from '../../define/resource.ts'
import { fold, withContractions } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'

/**
 * Words of a record by language, folded: searches match the displayed texts (M4). `dates`: the differing dates of a series, whose words are added.
 */
export function searchParts(
  resource: Resource,
  record: StoredRecord,
  dates: readonly StoredRecord[] = [],
): Partial<Record<Language, string[]>> {
  if (resource.isFile) return partsOfImage(record)
  const parts: Partial<Record<Language, string[]>> = {}
  // A text that several languages show is folded once.
  const folded = new Map<string, { text: unknown; words: string }>()
  const wordsOf = (name: string, { type }: Field, text: unknown) => {
    const cached = folded.get(name)
    if (cached && cached.text === text) return cached.words
    const { searchText } = type
    const words = withContractions(fold(searchText ? searchText(String(text)) : String(text)))
    folded.set(name, { text, words })
    return words
  }
  for (const language of languages) {
    const texts: string[] = []
    const textIn = (of: StoredRecord, name: string, field: Field) => {
      if (livesIn(field) === 'text') return localized(of, name, language)
      const fact = of.facts[name]
      const { searchedIn } = field.type
      return fact && searchedIn ? searchedIn(fact, language) : fact
    }
    for (const [name, field] of searchedFields(resource)) {
      const own = textIn(record, name, field)
      if (own) texts.push(wordsOf(name, field, own))
      const others = new Set(dates.map(date => textIn(date, name, field)))
      for (const text of others) if (text && text !== own) texts.push(wordsOf(name, field, text))
    }
    // An event is matched by all its words together, other records field by field.
    parts[language] = isDated(resource.name)
      ? [texts.filter(Boolean).join('\n')]
      : texts.filter(Boolean)
  }
  return parts
}

/** True if a change leaves every searched text unchanged. */
export const isSearchedAlike = (resource: Resource, now: StoredRecord, before: StoredRecord) =>
  now.texts === before.texts &&
  now.facts.main === before.facts.main &&
  // only images have files
  now.facts.file === before.facts.file &&
  searchedFields(resource).every(
    ([name, field]) => livesIn(field) === 'text' || now.facts[name] === before.facts[name],
  )

/** An image is found by all its words together: those of every language, and the name of its file. */
function partsOfImage({ texts, facts }: StoredRecord): Record<Language, string[]> {
  const words = wordsOfImage(
    languages.map(language => texts[language]),
    String(facts.file),
  )
  return tableOf(languages, () => [words])
}

/** The fields that are searched, in the order in which their words stand. */
export const searchedNames = (resource: Resource): string[] =>
  searchedFields(resource).map(([name, field]) => `${livesIn(field)} ${name}`)

const searchedFields = derived(({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.searched),
)
