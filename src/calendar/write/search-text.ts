import { derived } from '../../define/objects.ts'
import { isDated, type StoredRecord } from '../../define/record.ts'
import { shown } from '../../define/record-texts.ts'
import { type Field, livesIn, type Resource } from '../../define/resource.ts'
import { fold, withContractions } from '../../define/text/fold.ts'
import { wordsOfImage } from '../../define/text/image-words.ts'
import { type Language, languages } from '../../define/text/language.ts'

/** Words of a record by language, folded: what is matched is what is shown (M4). */
export function searchParts(
  resource: Resource,
  record: StoredRecord,
): Partial<Record<Language, string[]>> {
  if (resource.isFile) return partsOfImage(record)
  const parts: Partial<Record<Language, string[]>> = {}
  // What several languages show is folded once.
  const folded = new Map<string, { text: unknown; words: string }>()
  for (const language of languages) {
    const texts: string[] = []
    for (const [name, field] of searchedFields(resource)) {
      const text = livesIn(field) === 'text' ? shown(record, name, language) : record.facts[name]
      if (!text) continue
      let known = folded.get(name)
      if (known?.text !== text) {
        const { searchText } = field.type
        const plain = searchText ? searchText(String(text)) : String(text)
        known = { text, words: withContractions(fold(plain)) }
        folded.set(name, known)
      }
      if (known.words) texts.push(known.words)
    }
    // An event is matched by all its words together, other records field by field.
    parts[language] = isDated(resource.name) ? [texts.join('\n')] : texts
  }
  return parts
}

/** Has a change left alone everything that search looks at? */
export const isSearchedAlike = (resource: Resource, now: StoredRecord, before: StoredRecord) =>
  now.texts === before.texts &&
  now.facts.main === before.facts.main &&
  // only images have files
  now.facts.file === before.facts.file &&
  searchedFields(resource).every(
    ([name, field]) => livesIn(field) === 'text' || now.facts[name] === before.facts[name],
  )

/** An image is found by all its words together: those of either language, and the name of its file. */
function partsOfImage({ texts, facts }: StoredRecord): Partial<Record<Language, string[]>> {
  const words = [
    wordsOfImage(
      languages.map(language => texts[language]),
      String(facts.file),
    ),
  ]
  return { en: words, fr: words }
}

/** The fields that are searched, in the order in which their words stand. */
export const searchedNames = (resource: Resource): string[] =>
  searchedFields(resource).map(([name, field]) => `${livesIn(field)} ${name}`)

const searchedFields = derived(({ fields }: Resource): [string, Field][] =>
  Object.entries(fields).filter(([, field]) => field.searched),
)
