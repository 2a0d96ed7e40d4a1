import { isObject, once } from '../../define/base/objects.ts'
import { nested, noNewImages, unknownId, unknownTerm } from '../../define/field-errors.ts'
import {
  type Checked,
  value as checked,
  type FieldError,
  type FieldType,
  fieldError,
  type Language,
  type Reference,
  type Sentence,
} from '../../define/field-type.ts'
import type { Linked } from '../../define/links.ts'
import { check, type Params, type Values } from '../../define/param.ts'
import { isDated, isTree, postLinkKinds, type TermLinkKind } from '../../define/record.ts'
import { type TextDraft, textNames } from '../../define/resource.ts'
import { allowance } from '../../define/text/html.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { slugKey } from '../../define/text/slug.ts'
import { Problem, withErrors } from '../../problem/index.ts'
import {
  type By,
  dateError,
  isTerm,
  type Operation,
  parametersOf,
  type ResourceName,
  resources,
  whenAfter,
  withTypedEnd,
} from '../../resources/index.ts'
import type { Reader } from '../../store/index.ts'
import {
  type Actor,
  may,
  mayFetchImages,
  mayRead,
  mayWriteForOthers,
  onlyTranslates,
} from '../access/access.ts'
import type { Caller, Context, WriteCaller } from '../base/context.ts'
import { seesImage } from '../read/list-images.ts'
import { listFieldErrors } from '../read/lists.ts'
import type { AnyDraft, DraftOf } from './write-types.ts'

type FieldErrors = Record<string, FieldError>

/** The operation to check, its resource, and its parameters in the order in which errors are reported. */
export type Checking = { operation?: Operation; kind?: ResourceName; params: Params }

const isEmpty = (of: object) => Object.keys(of).length === 0

/** Undefined where the site has none, as sites of The Events Calendar mostly do. */
const definedIn = ({ customFields }: Context['site']) =>
  customFields.length > 0 ? customFields : undefined

/**
 * Checks the sent values: required parameters first, then each value by itself, then against stored records. Throws all errors at once,
 * including the one of an address without a record.
 */
export async function checkSent(
  context: Context,
  caller: WriteCaller,
  { operation, kind, params }: Checking,
  sent: Values,
  missing?: Problem,
): Promise<Values> {
  const isWrite = operation === 'create' || operation === 'change' || operation === 'remove'
  const plain = check(params, sent, {
    now: context.now(),
    zone: context.site.zone,
    language: caller.language,
    customFields: definedIn(context.site),
    tags: allowance(),
    isRefused: isWrite && kind !== undefined && !may(caller.actor, operation, kind),
  })
  // A misspelt name is the cause when the right one is missing, so it is reported first.
  if (caller.unknown && !isEmpty(caller.unknown))
    throw withErrors({ ...plain.fieldErrors, ...caller.unknown })
  if (plain.missing.length > 0)
    throw new Problem('rest_missing_callback_param', { missing: plain.missing })
  const { terms, fieldErrors } = await checkReferences(
    context.store,
    params,
    plain.values,
    caller.actor,
  )
  const errors: FieldErrors = {
    ...plain.fieldErrors,
    ...fieldErrors,
    ...(kind &&
      isDated(kind) &&
      operation === 'create' &&
      (await datesError(context, plain.values))),
    ...(operation === 'list' && listFieldErrors(context, caller, plain.values)),
    ...(missing?.code === 'rest_invalid_param' && missing.extra.fieldErrors),
  }
  if (!isEmpty(errors)) throw withErrors(ordered(params, errors))
  return isEmpty(terms) ? plain.values : { ...plain.values, ...terms }
}

/** The sent values of a record, one in each parameter. */
export const splitDates = ({ now, site }: Context, kind: ResourceName, sent: Values): Values =>
  isDated(kind) ? withTypedEnd(sent, { now: now(), zone: site.zone }) : sent

// Loaded with the first new event: lists come before.
const series = once(() => import('./series.ts'))

/** Errors of the dates of a new event that only appear in combination; they are reported with all others. */
async function datesError(context: Context, values: Values): Promise<FieldErrors> {
  const { start_date, end_date } = values
  if (start_date == null || end_date == null) return {}
  const draft = draftOf('event', 'create', values, values)
  const when = whenAfter(draft, undefined, { now: context.now(), zone: context.site.zone })
  if ('fieldError' in when) return { [when.fieldError]: dateError(when) }
  const { seriesAfter } = await series()
  const after = seriesAfter(context, draft, undefined, when)
  return 'fieldError' in after ? { recurrence: after.fieldError } : {}
}

function ordered(params: Params, fieldErrors: FieldErrors): FieldErrors {
  const inOrder: FieldErrors = {}
  for (const name in params) if (fieldErrors[name]) inOrder[name] = fieldErrors[name]
  return { ...inOrder, ...fieldErrors }
}

/** Parameters by operation, created on first use. */
const cachedParams = new Map<string, Params>()
export function parametersFor(
  kind: ResourceName,
  operation: Operation,
  by: By = 'id',
  perPage?: number,
): Params {
  const key = `${kind} ${operation} ${by} ${perPage}`
  const params = cachedParams.get(key) ?? parametersOf(kind, operation, { by, perPage })
  cachedParams.set(key, params)
  return params
}

/**
 * Turns checked values into a draft. On a change, parameters that were not sent keep their value (U1). On a new record, clearing a field
 * has no effect (U3).
 */
export function draftOf<K extends ResourceName>(
  kind: K,
  operation: 'create' | 'change',
  values: Values,
  sent: Values,
): DraftOf<K> {
  const draft: Values = {}
  for (const name in resources[kind].fields) {
    const value = values[name]
    const isSet = operation === 'create' ? value !== null : Object.hasOwn(sent, name)
    if (value !== undefined && isSet) draft[name] = value
  }
  // only fields of the resource, each as its type has checked it
  return draft as DraftOf<K>
}

/** The drafts of a write with their parameter names: first those of embedded records, then the record itself. */
export function draftsOf(draft: AnyDraft): { draft: AnyDraft; parameter: string }[] {
  const embedded = postLinkKinds.flatMap(parameter => {
    const list = draft[parameter]
    if (!Array.isArray(list)) return []
    return list.flatMap(one =>
      typeof one === 'object' && 'draft' in one ? [{ draft: one.draft, parameter }] : [],
    )
  })
  return [...embedded, { draft, parameter: 'image' }]
}

/** Only editors and administrators write in another's name, in embedded records too (A8). */
export function refuseOtherAuthors({ actor }: Caller, draft: AnyDraft) {
  if (mayWriteForOthers(actor)) return
  for (const { draft: each } of draftsOf(draft))
    if (each.author != null && each.author !== actor.id)
      throw new Problem('rest_cannot_edit_others', { params: { id: actor.id } })
}

/** Translators write texts alone, also those of custom fields, other than slugs, which URLs are made of. */
export function refuseFacts({ actor }: Caller, kind: ResourceName, draft: object) {
  if (!onlyTranslates(actor)) return
  const texts = textNames(resources[kind]).filter(name => name !== 'slug')
  const { translations = {}, ...own }: { translations?: TextDraft | null } = draft
  const written = [own, ...Object.values(translations ?? {})].flatMap(one =>
    Object.entries(one ?? {}),
  )
  const others = new Set(
    written.flatMap(([name, value]) =>
      texts.includes(name) || (name === 'custom_fields' && isOfTexts(value)) ? [] : name,
    ),
  )
  if (others.size > 0) throw new Problem('rest_forbidden', { sentence: onlyTexts([...others]) })
}

/** True if no value is one for all languages. */
const isOfTexts = (change: unknown) => isObject(change) && Object.values(change).every(isObject)

const onlyTexts = (names: readonly string[]): Sentence => ({
  en: `Sorry, translators write texts only, not ${names.join(', ')}.`,
  fr: `Désolé, les traducteurs n’écrivent que les textes, et non ${names.join(', ')}.`,
})

/** Credentials for one language may not write in another, nor in embedded records. */
export function refuseOtherLanguages({ onlyLanguage, language }: Caller, draft: AnyDraft) {
  if (!onlyLanguage) return
  const written = draftsOf(draft).flatMap(({ draft: { translations } }) =>
    Object.keys(translations ?? {}),
  )
  if ([language, ...written].some(one => one !== onlyLanguage))
    throw new Problem('rest_forbidden', { sentence: writesOnly(onlyLanguage) })
}

const writesOnly = (language: Language): Sentence => {
  const { adjective } = languageTable[language]
  return {
    en: `Sorry, you are not allowed to do that: this credential writes ${adjective.en} only.`,
    fr: `Désolé, vous n’avez pas le droit de faire cela : ces identifiants ne permettent d’écrire qu’en ${adjective.fr}.`,
  }
}

/** Terms without a parent field (tags) accept no parent. */
export function refuseParent(kind: ResourceName, sent: Values) {
  if (isTerm(kind) && !('parent' in resources[kind].fields) && sent.parent !== undefined)
    throw new Problem('rest_taxonomy_not_hierarchical')
}

/** 401 for anonymous callers, 403 for authenticated ones. */
export const forbidden = ({ actor }: Caller) =>
  new Problem('rest_forbidden', { status: actor.role === 'anonymous' ? 401 : 403 })

const familyOf = (kind: Reference) => (kind === 'user' ? 'user' : isTerm(kind) ? 'term' : 'post')

export const isKind = async (reader: Reader, kind: Reference, id: number) =>
  (await reader.kindOf(familyOf(kind), id)) === kind

/**
 * Errors of parameters that name other records: an author, a parent, venues, an image … that do not exist. Asked after
 * the plain checks and before permission, as in The Events Calendar. Gives the IDs of the terms of filters, too (M7).
 */
async function checkReferences(
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
  if (kind.refersLinked) return linksError(reader, kind.refersLinked, listOf(value), actor)
  return kind.isImage ? imageError(reader, value, actor) : undefined
}

const isLinked = (of: unknown): of is Linked => isObject(of) && ('id' in of || 'draft' in of)
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

const idError = async (reader: Reader, kind: Reference, id: number) =>
  (await isKind(reader, kind, id)) ? undefined : unknownId(kind, id)

/** Records that the caller may not read are refused as if they did not exist. */
async function readableError(reader: Reader, kind: Reference, id: number, actor: Actor) {
  const record = await reader.get(kind, id)
  return record && mayRead(actor, record) ? undefined : unknownId(kind, id)
}

async function linksError(reader: Reader, kind: Reference, linked: unknown[], actor: Actor) {
  for (const [index, one] of linked.filter(isLinked).entries()) {
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
