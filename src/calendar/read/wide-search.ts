import { derived, tableOf } from '../../define/base/objects.ts'
import { wordsOfImage } from '../../define/image-messages.ts'
import {
  isDated,
  isPlaced,
  isPostLink,
  isTree,
  type LinkKind,
  linkKinds,
  type StoredRecord,
} from '../../define/record.ts'
import { localized } from '../../define/record-texts.ts'
import { type Field, livesIn, type Resource } from '../../define/resource.ts'
import { eventSearch, fold, withContractions, wordsOf } from '../../define/text/fold.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { isOneLetterOff } from '../../define/text/one-letter-off.ts'
import { slugKey } from '../../define/text/slug.ts'
import { type ResourceName, resources } from '../../resources/index.ts'
import type { FilterValues, Listed, Page, WideTexts } from '../../store/index.ts'
import { protectedFor, visibleTo } from '../access/access.ts'
import type { Caller, Context, ListCaller } from '../base/context.ts'

type Wide = FilterValues['wide']
type WideWord = Wide['words'][number]
type Asking = { context: Context; caller: ListCaller }

const maxWords = 8
/** Maximum number of records of a kind that are read for one word. */
const maxNamed = 100
/** In so many events, the latest ones, words are looked for that are one letter off. */
const maxRead = 150
const maxCorrections = 3
/** Maximum number of words that may have a wrong letter. */
const maxMisspelt = 2
const shortestForgiven = 5
/** Words from this length on have halves of three letters without the one in the middle. */
const shortestSplit = 7

/**
 * The filter of `q`: every word must be in the texts of an event, or in the name of its venue (or its city), its organizer, a category or a tag. A
 * word of five letters or more without a match finds the words that are one letter off. Only texts that the caller may see count (A2, A3, A10).
 */
export async function wideSearch(asking: Asking, q: string): Promise<Wide> {
  const { language } = asking.caller
  const words: WideWord[] = []
  let misspelt = 0
  for (const word of await soughtIn(asking, q)) {
    const exact = await exactly(asking, word)
    const isLong = [...word].length >= shortestForgiven
    if (!isLong || misspelt >= maxMisspelt || !(await isNowhere(asking, exact))) words.push(exact)
    else {
      misspelt++
      words.push(await corrected(asking, exact))
    }
  }
  return { language, words }
}

/** Of so many records with some letters the words are compared. */
const searchedPage = { limit: maxNamed, offset: 0 }

/**
 * The filter of `q` in lists of other records: every word must be in a text of them. `find` gives those that have some letters, among which the
 * caller searches.
 */
export async function searchOf(
  { store }: Context,
  { language, forEditors }: ListCaller,
  kind: ResourceName,
  q: string,
  find: (letters: string, page: Page) => Promise<Listed>,
): Promise<WideTexts> {
  const textsOf = async (letters: string) => {
    const { ids } = await find(letters, searchedPage)
    const records = await store.getMany(kind, ids)
    return records.flatMap(record => searchParts(resources[kind], record)[language] ?? [])
  }
  const parts = fold(q).split(' ').filter(Boolean)
  const sought = new Set(parts.flatMap(part => (hasWords(part) ? wordsOf(part) : [part])))
  const words: string[][] = []
  let misspelt = 0
  for (const word of [...sought].slice(0, maxWords)) {
    const isForgiven = [...word].length >= shortestForgiven && misspelt < maxMisspelt
    const isFound = !isForgiven || (await find(word, { limit: 1, offset: 0 })).ids.length > 0
    if (!isFound) misspelt++
    words.push(isFound ? [word] : [word, ...(await correctionsOf(word, textsOf))])
  }
  return { language: forEditors ? 'any' : language, words }
}

/**
 * The search of the screens for editors: each word must be in a text of any language, or in the name of what is linked, or be the ID of the event.
 * The URL of an event, on the pages or in the screens, finds that one.
 */
export async function editorsSearch(asking: Asking, search: string): Promise<Wide | undefined> {
  const linkedId = await eventAt(asking, search)
  if (linkedId !== undefined)
    return { language: 'any', words: [{ letters: [], links: noLinks, ids: [linkedId] }] }
  const words: WideWord[] = []
  for (const letters of eventSearch(search).all) {
    const ids = isId.test(letters) ? [Number(letters)] : []
    words.push({ letters: [letters], links: await namedBy(asking, letters), ids })
  }
  return words.length > 0 ? { language: 'any', words } : undefined
}

const isId = /^\d{1,9}$/
const noLinks = tableOf(linkKinds, (): FilterValues['link'] => ({ targets: [] }))

/** The event that a URL leads to: its slug, or its ID at the end, is a part of the path. */
async function eventAt({ context }: Asking, search: string): Promise<number | undefined> {
  if (!/^(?:https?:\/)?\/\S+$/i.test(search)) return undefined
  const { pathname } = URL.parse(search, 'http://localhost') ?? { pathname: '' }
  const parts = pathname.split('/').filter(Boolean).slice(-maxParts).toReversed()
  const [last = ''] = parts
  if (isId.test(last)) return Number(last)
  const found = await context.store.bySlugs('event', parts.map(slugKey))
  return parts.map(part => found.get(slugKey(part))).find(id => id !== undefined)
}
/** So many parts of a path are looked at: after the slug there may be a date. */
const maxParts = 3

/**
 * What is sought, word by word. What is short and written with signs, such as R&B or C++, is sought as it stands; where that is nowhere, its words of
 * more than one letter are.
 */
async function soughtIn(asking: Asking, q: string): Promise<string[]> {
  const asWritten = fold(q)
  const parts = asWritten.split(' ').map(part => part.replace(around, ''))
  const sought = new Set<string>()
  for (const part of [...new Set(parts)].filter(hasWords).slice(0, maxWords))
    for (const word of await soughtAs(asking, part)) sought.add(word)
  if (sought.size > 0 || asWritten === '') return [...sought].slice(0, maxWords)
  return [asWritten]
}
const around = /^["'([]+|["'.,;:!?)\]]+$/g
const hasWords = (part: string) => wordsOf(part).length > 0

async function soughtAs(asking: Asking, part: string): Promise<string[]> {
  const words = wordsOf(part)
  if (words[0] === part || words.every(word => word.length > 2)) return words
  const longer = words.filter(word => word.length > 1)
  if (longer.length === 0 || !(await isNowhere(asking, await exactly(asking, part)))) return [part]
  return longer
}

const exactly = async (asking: Asking, word: string): Promise<WideWord> => ({
  letters: [word],
  links: await namedBy(asking, word),
})

/** The query over all events that the caller sees, whenever they take place. */
const seen = ({ actor }: Caller) => ({
  visible: visibleTo(actor),
  protectedOf: protectedFor(actor),
})

async function isNowhere({ context, caller }: Asking, { letters, links }: WideWord) {
  if (linkKinds.some(kind => links[kind].targets.length > 0)) return false
  const search = { language: caller.language, all: letters, none: [] }
  const page = { limit: 1, offset: 0 }
  const { total } = await context.store.listEvents(
    { ...seen(caller), search, page },
    caller.requester,
  )
  return total === 0
}

/** The records of a kind with some letters in a text: not all are named so. */
async function recordsWith({ context, caller }: Asking, kind: LinkKind, letters: string) {
  const { store } = context
  const { actor, forEditors } = caller
  const language = forEditors ? 'any' : caller.language
  const { ids } = isPostLink(kind)
    ? await store.listPosts({
        kind,
        visible: visibleTo(actor),
        search: { language, words: [letters] },
        page: searchedPage,
      })
    : await store.listTerms({
        kind,
        language: caller.language,
        search: letters,
        ...(forEditors && { searchIn: 'any' as const }),
        order: { by: 'name', descending: false },
        page: searchedPage,
      })
  return store.getMany(kind, ids)
}

/** The words that find a record: its name, of a place its city and, for editors, its e-mail address. */
function namesOf(caller: ListCaller, kind: LinkKind, record: StoredRecord): string {
  const inEach = caller.forEditors ? languages : [caller.language]
  const name = inEach.map(each => localized(record, resources[kind].titled, each)).join('\n')
  const { city, email } = record.facts
  return fold([name, isPlaced(kind) && city, caller.forEditors && email].filter(Boolean).join('\n'))
}

async function namedBy(asking: Asking, letters: string): Promise<WideWord['links']> {
  const { store } = asking.context
  const links = tableOf(linkKinds, (): FilterValues['link'] => ({ targets: [] }))
  for (const kind of linkKinds) {
    const records = await recordsWith(asking, kind, letters)
    const ids = records
      .filter(record => namesOf(asking.caller, kind, record).includes(letters))
      .map(({ id }) => id)
    if (ids.length === 0) continue
    links[kind] = isTree(kind)
      ? { targets: await store.withDescendants(kind, ids), roots: ids }
      : { targets: ids }
  }
  return links
}

/**
 * The words of texts that are one letter off, the most frequent ones. Either half of a word is right where one letter is wrong; of a long word also
 * where the two in its middle are swapped.
 */
async function correctionsOf(
  word: string,
  textsWith: (letters: string) => Promise<string[]>,
): Promise<string[]> {
  const half = Math.ceil(word.length / 2)
  const counts = new Map<string, number>()
  const first = word.slice(0, word.length < shortestSplit ? half : half - 1)
  for (const piece of [first, word.slice(half)])
    for (const text of await textsWith(piece))
      for (const other of correctionsIn(text, word)) counts.set(other, (counts.get(other) ?? 0) + 1)
  return [...counts]
    .sort(([, a], [, b]) => b - a)
    .slice(0, maxCorrections)
    .map(([other]) => other)
}

async function corrected(asking: Asking, { letters: [word = ''] }: WideWord): Promise<WideWord> {
  const letters = await correctionsOf(word, piece => textsWith(asking, piece))
  const links = tableOf(linkKinds, (): { targets: number[]; roots?: number[] } => ({ targets: [] }))
  for (const each of letters) {
    const named = await namedBy(asking, each)
    for (const kind of linkKinds) {
      const { targets, roots } = named[kind]
      links[kind].targets.push(...targets)
      if (roots) links[kind].roots = [...(links[kind].roots ?? []), ...roots]
    }
  }
  return { letters, links }
}

const compound = /[\p{L}\p{N}\p{M}]+-[\p{L}\p{N}\p{M}]+/gu

/** Words of a text that are one letter off, each once: `week-end` for `weekend`; a plural counts as its singular too. */
function correctionsIn(text: string, word: string): Set<string> {
  const corrections = new Set<string>()
  const tokens = [...(text.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []), ...(text.match(compound) ?? [])]
  for (const token of new Set(tokens))
    for (const other of [token, token.slice(0, -1)])
      if (other.length >= shortestForgiven - 1 && isOneLetterOff(word, other)) {
        corrections.add(other)
        break
      }
  return corrections
}

/** Folded texts of events and names that have some letters. */
async function textsWith(asking: Asking, letters: string): Promise<string[]> {
  const { context, caller } = asking
  const { language, requester } = caller
  const { items } = await context.store.listEvents(
    {
      ...seen(caller),
      search: { language, all: [letters], none: [] },
      descending: true,
      page: { limit: maxRead, offset: 0 },
    },
    requester,
  )
  const events = await context.store.getMany('event', [...new Set(items.map(({ event }) => event))])
  const texts = events.flatMap(event => searchParts(resources.event, event)[language] ?? [])
  for (const kind of linkKinds)
    for (const record of await recordsWith(asking, kind, letters))
      texts.push(namesOf(caller, kind, record))
  return texts
}

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
