import { type Flaw, invalid } from '../define/kind.ts'
import type { Linked } from '../define/links.ts'
import type { Params, Values } from '../define/param.ts'
import { slugKey } from '../define/text/slug.ts'
import type { Reader } from '../store/store.ts'
import { type Actor, may, mayWriteForOthers } from './access.ts'

type Marked = {
  refers?: string
  refersAll?: string
  refersLinked?: string
  termsOf?: 'category' | 'tag'
  isImage?: true
}

const families: Record<string, 'post' | 'term' | 'user'> = {
  event: 'post',
  venue: 'post',
  organizer: 'post',
  image: 'post',
  category: 'term',
  tag: 'term',
  user: 'user',
}

const isKind = async (reader: Reader, kind: string, id: number) =>
  (await reader.kindOf(families[kind] ?? 'post', id)) === kind

/**
 * Flaws of parameters that name other records: an author, a parent, venues, an image … that do not exist. Asked after
 * the plain checks and before permission, as in the reference (behaviour 0.1). Terms of a filter become ids (M7).
 */
export async function checkReferences(
  reader: Reader,
  params: Params,
  values: Values,
  actor: Actor,
): Promise<Record<string, Flaw>> {
  const flaws: Record<string, Flaw> = {}
  for (const [name, value] of Object.entries(values)) {
    const kind = params[name]?.kind as Marked | undefined
    if (!kind || value === null || value === undefined) continue
    if (kind.refers === 'user') {
      if (!(await isAuthor(reader, Number(value), actor))) flaws[name] = invalid
    } else if (kind.refers && !(value === 0 && kind.refers === 'category')) {
      if (!(await isKind(reader, kind.refers, Number(value)))) flaws[name] = invalid
    } else if (kind.refersAll) {
      const ids = value as number[]
      for (const id of ids) if (!(await isKind(reader, kind.refersAll, id))) flaws[name] = invalid
    } else if (kind.refersLinked) {
      if (!(await areLinkable(reader, kind.refersLinked, value as Linked[], actor)))
        flaws[name] = invalid
    } else if (kind.isImage) {
      if (!(await isImage(reader, value as number | string, actor))) flaws[name] = invalid
    } else if (kind.termsOf) {
      const found = await termIds(reader, kind.termsOf, value as string[])
      if (found) values[name] = found
      else flaws[name] = invalid
    }
  }
  return flaws
}

async function areLinkable(reader: Reader, kind: string, linked: Linked[], actor: Actor) {
  for (const one of linked) {
    if ('id' in one) {
      if (!(await isKind(reader, kind, one.id))) return false
    } else {
      const { author, image } = one.draft as { author?: number; image?: number | string }
      if (author && !(await isAuthor(reader, author, actor))) return false
      if (image && !(await isImage(reader, image, actor))) return false
    }
  }
  return true
}

/** Whether another user exists is told only to those who may write in their name; others are refused either way (A8). */
const isAuthor = async (reader: Reader, id: number, actor: Actor) =>
  !mayWriteForOthers(actor) || isKind(reader, 'user', id)

/** An id must be that of an image; an address is for those who may upload. */
const isImage = async (reader: Reader, image: number | string, actor: Actor) =>
  typeof image === 'number' ? isKind(reader, 'image', image) : may(actor, 'create', 'image')

/** Terms of a filter by slug of either language or by id; undefined when one is unknown. */
async function termIds(reader: Reader, kind: 'category' | 'tag', words: string[]) {
  const ids: number[] = []
  for (const word of words) {
    const bySlug = await reader.bySlug(kind, slugKey(word))
    const id =
      bySlug ??
      (/^\d{1,15}$/.test(word) && (await isKind(reader, kind, Number(word)))
        ? Number(word)
        : undefined)
    if (id === undefined) return undefined
    ids.push(id)
  }
  return [...new Set(ids)]
}
