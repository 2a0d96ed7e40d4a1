import { nested, noNewImages, unknownId, unknownTerm } from '../../define/field-errors.ts'
import {
  type Checked,
  value as checked,
  type FieldError,
  type FieldType,
  fieldError,
  type Reference,
} from '../../define/field-type.ts'
import type { Linked } from '../../define/links.ts'
import type { Params, Values } from '../../define/param.ts'
import { isTree, type TermLinkKind } from '../../define/record.ts'
import { slugKey } from '../../define/text/slug.ts'
import { isTerm } from '../../resources/index.ts'
import type { Reader } from '../../store/store.ts'
import { type Actor, mayFetchImages, mayRead, mayWriteForOthers } from '../access/access.ts'
import { seesImage } from '../images/list-images.ts'

const familyOf = (kind: Reference) => (kind === 'user' ? 'user' : isTerm(kind) ? 'term' : 'post')

export const isKind = async (reader: Reader, kind: Reference, id: number) =>
  (await reader.kindOf(familyOf(kind), id)) === kind

/**
 * Errors of parameters that name other records: an author, a parent, venues, an image … that do not exist. Asked after
 * the plain checks and before permission, as in The Events Calendar. Gives the IDs of the terms of filters, too (M7).
 */
export async function checkReferences(
  reader: Reader,
  params: Params,
  values: Values,
  actor: Actor,
): Promise<{ fieldErrors: Record<string, FieldError>; terms: Record<string, number[]> }> {
  const fieldErrors: Record<string, FieldError> = {}
  const terms: Record<string, number[]> = {}
  for (const [name, value] of Object.entries(values)) {
    const kind = params[name]?.type
    if (!kind || value === null || value === undefined) continue
    if (kind.termsOf) {
      const result = await findTerms(reader, kind.termsOf, listOf(value).map(String))
      if ('fieldError' in result) fieldErrors[name] = result.fieldError
      else terms[name] = result.value
      continue
    }
    if (!refersTo(kind)) continue
    const fieldError = await referenceError(reader, kind, value, actor)
    if (fieldError) fieldErrors[name] = fieldError
  }
  return { fieldErrors, terms }
}

/** Nothing is waited for where a value names no record, as most of them. */
const refersTo = ({ refers, refersAll, refersLinked, isImage }: FieldType) =>
  refers !== undefined || refersAll !== undefined || refersLinked !== undefined || isImage === true

/** A reference is checked again with the value that its field type has parsed. */
async function referenceError(reader: Reader, kind: FieldType, value: unknown, actor: Actor) {
  if (kind.refers === 'user') return authorError(reader, Number(value), actor)
  if (kind.refers && kind.isOfReadable)
    return readableError(reader, kind.refers, Number(value), actor)
  if (kind.refers)
    return value === 0 && isTree(kind.refers)
      ? undefined
      : idError(reader, kind.refers, Number(value))
  if (kind.refersAll) {
    for (const id of listOf(value)) {
      const fieldError = await idError(reader, kind.refersAll, Number(id))
      if (fieldError) return fieldError
    }
    return undefined
  }
  if (kind.refersLinked) return linksError(reader, kind.refersLinked, value as Linked[], actor)
  return kind.isImage ? imageError(reader, value, actor) : undefined
}

const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const idError = async (reader: Reader, kind: Reference, id: number) =>
  (await isKind(reader, kind, id)) ? undefined : unknownId(kind, id)

/** Records that the caller may not read are refused as if they did not exist. */
async function readableError(reader: Reader, kind: Reference, id: number, actor: Actor) {
  const record = await reader.get(kind, id)
  return record && mayRead(actor, record) ? undefined : unknownId(kind, id)
}

async function linksError(reader: Reader, kind: Reference, linked: Linked[], actor: Actor) {
  for (const [index, one] of linked.entries()) {
    const fieldError =
      'id' in one
        ? await readableError(reader, kind, one.id, actor)
        : await draftError(reader, one.draft, actor)
    if (fieldError)
      return fieldError.within && linked.length > 1
        ? nested([[String(index), fieldError]])
        : fieldError
  }
  return undefined
}

async function draftError(reader: Reader, { author, image }: Values, actor: Actor) {
  const wrongAuthor = author ? await authorError(reader, Number(author), actor) : undefined
  if (wrongAuthor) return nested([['author', wrongAuthor]])
  const wrongImage = image ? await imageError(reader, image, actor) : undefined
  return wrongImage && nested([['image', wrongImage]])
}

/** Only callers who may write in the name of another user learn whether that user exists; others are refused either way (A8). */
const authorError = async (reader: Reader, id: number, actor: Actor) =>
  mayWriteForOthers(actor) ? idError(reader, 'user', id) : undefined

/** An id must be that of an image that the caller sees (A9); a URL is for callers who may upload. */
async function imageError(reader: Reader, image: unknown, actor: Actor) {
  if (typeof image !== 'number') return mayFetchImages(actor) ? undefined : noNewImages
  return (await seesImage(reader, actor, image)) ? undefined : unknownId('image', image)
}

/** The IDs of the terms that the words of a filter mean, each by slug of either language or by ID. */
async function findTerms(
  reader: Reader,
  kind: TermLinkKind,
  words: readonly string[],
): Promise<Checked<number[]>> {
  const ids: number[] = []
  for (const word of words) {
    const bySlug = await reader.bySlug(kind, slugKey(word))
    const id =
      bySlug ??
      (/^\d{1,15}$/.test(word) && (await isKind(reader, kind, Number(word)))
        ? Number(word)
        : undefined)
    if (id === undefined) return fieldError(unknownTerm(kind, word))
    ids.push(id)
  }
  return checked([...new Set(ids)])
}
