import type { Values } from '../../define/param.ts'
import type { Language } from '../../define/text/language.ts'
import { resources } from '../../resources/index.ts'
import type { Item, Yielded } from '../base/item.ts'
import type { ListName, Query, Raw } from './api.ts'
import { arrayOf, recordsOf, type Site } from './lists.ts'
import { type Pairs, sameLinked } from './pairs.ts'
import { isId, stableId } from './series.ts'
import {
  idIn,
  listIn,
  organizerFacts,
  organizerTexts,
  termTexts,
  textIn,
  venueFacts,
  venueTexts,
  withoutAbsent,
} from './values.ts'

/** The linked record of this language for each of the other one. */
export type LinkedNames = Record<'venue' | 'organizer' | 'category' | 'tag', Map<string, string>>

export function linkedOf(events: readonly Raw[], pairs: Pairs): LinkedNames {
  const by = (listed: (raw: Raw) => Raw[]) => sameLinked(events, pairs, listed)
  return {
    venue: by(({ venue }) => listIn(venue)),
    organizer: by(({ organizer }) => listIn(organizer)),
    category: by(({ categories }) => listIn(categories)),
    tag: by(({ tags }) => listIn(tags)),
  }
}

type Related = {
  kind: keyof LinkedNames
  list: ListName
  texts(raw: Raw): Values
  facts(raw: Raw): Values
  /** Without it there is no record: a password hides names. */
  title: string
  /** True if the list leaves out records without events. */
  hidesEmpty?: boolean
}

const related: readonly Related[] = [
  {
    kind: 'category',
    list: 'categories',
    texts: termTexts,
    facts: parentOf,
    title: 'name',
    hidesEmpty: true,
  },
  {
    kind: 'tag',
    list: 'tags',
    texts: termTexts,
    facts: () => ({}),
    title: 'name',
    hidesEmpty: true,
  },
  { kind: 'venue', list: 'venues', texts: venueTexts, facts: venueFacts, title: 'venue' },
  {
    kind: 'organizer',
    list: 'organizers',
    texts: organizerTexts,
    facts: organizerFacts,
    title: 'organizer',
  },
]

function parentOf({ parent }: Raw): Values {
  const id = textIn(parent)
  return { parent: id === '' || id === '0' ? '' : { source_id: id } }
}

/** Terms, venues and organizers in both languages. */
type RelatedLists = { of: Related; own: Raw[]; theirs: Raw[] }[]

export async function relatedLists(site: Site): Promise<RelatedLists> {
  const lists: RelatedLists = []
  for (const of of related) {
    const query: Query = of.hidesEmpty ? { hide_empty: 'false' } : {}
    const own = inTree(await arrayOf(recordsOf(site, of.list, query)))
    const theirs = site.other ? await arrayOf(recordsOf(site, of.list, query, site.other.api)) : []
    lists.push({ of, own, theirs })
  }
  return lists
}

/** The records of the lists, by kind and ID. Some sites close their lists, and a list may lack a record. */
export type Listed = Record<keyof LinkedNames, ReadonlySet<string>>

export function listedIn(lists: RelatedLists): Listed {
  const ids = (kind: keyof LinkedNames) =>
    new Set(
      lists
        .filter(({ of }) => of.kind === kind)
        .flatMap(({ own, theirs }) => [...own, ...theirs].map(idIn)),
    )
  const [venue, organizer, category, tag] = [
    ids('venue'),
    ids('organizer'),
    ids('category'),
    ids('tag'),
  ]
  return { venue, organizer, category, tag }
}

/** The values of a record that an event embeds; none where a password hides them. */
export function embedded(kind: keyof LinkedNames, raw: Raw): Values {
  const of = related.find(each => each.kind === kind)
  const values = of ? withoutAbsent({ ...of.texts(raw), ...(!of.hidesEmpty && of.facts(raw)) }) : {}
  return of && values[of.title] !== undefined ? values : {}
}

/** The highest IDs of posts and of terms. */
export function lastIds(events: readonly Raw[], lists: RelatedLists) {
  const last = { post: 0, term: 0 }
  const note = (family: keyof typeof last, id: number) => {
    if (isId(id)) last[family] = Math.max(last[family], id)
  }
  for (const raw of events) note('post', stableId(raw) ?? 0)
  for (const { of, own, theirs } of lists)
    for (const raw of [...own, ...theirs]) note(resources[of.kind].family, Number(idIn(raw)))
  return last
}

/** Those also that no event has. */
export function* relatedItems(
  site: Site,
  lists: RelatedLists,
  linked: LinkedNames,
): Generator<Yielded> {
  const { other, language, keepsIds } = site
  for (const { of, own, theirs } of lists) {
    const { kind, texts, facts, title } = of
    const ids = new Set(own.map(idIn))
    const translated = new Map(theirs.map(raw => [linked[kind].get(idIn(raw)), raw]))
    for (const raw of own) {
      const translation = translated.get(idIn(raw))
      const isPair = other && translation && idIn(translation) !== idIn(raw)
      const translations = isPair ? { [other.language]: texts(translation) } : undefined
      const values = withoutAbsent({ ...texts(raw), ...facts(raw), translations })
      const names = keepsIds && isPair ? [{ name: Number(idIn(translation)) }] : []
      if (values[title] !== undefined)
        yield { ...itemOf(site, kind, raw, values, language), ...(names.length > 0 && { names }) }
    }
    for (const raw of theirs) {
      if (linked[kind].has(idIn(raw)) || ids.has(idIn(raw))) continue
      const values = { ...texts(raw), ...facts(raw) }
      if (values[title] !== undefined) yield itemOf(site, kind, raw, values, other?.language)
    }
  }
}

function itemOf(
  { keepsIds }: Site,
  kind: Item['kind'],
  raw: Raw,
  values: Values,
  language: Language | undefined,
): Item {
  const id = Number(idIn(raw))
  return {
    kind,
    source_id: idIn(raw),
    at: { part: textIn(raw.url) || idIn(raw) },
    values,
    ...(language && { language }),
    ...(keepsIds && isId(id) && { id }),
  }
}

/** Those above before those below them. */
function inTree(records: Raw[]): Raw[] {
  const left = new Map(records.map(raw => [idIn(raw), raw]))
  const sorted: Raw[] = []
  const take = (raw: Raw, depth: number) => {
    if (!left.delete(idIn(raw))) return
    const above = left.get(textIn(raw.parent))
    if (above && depth < 100) take(above, depth + 1)
    sorted.push(raw)
  }
  for (const raw of records) take(raw, 0)
  return sorted
}
