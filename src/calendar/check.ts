import type { FieldError, Language, Sentence } from '../define/field-type.ts'
import { once } from '../define/objects.ts'
import { check, type Params, type Values } from '../define/param.ts'
import { isDated, postLinkKinds } from '../define/record.ts'
import { allowance } from '../define/text/html.ts'
import { languageTable } from '../define/text/language-table.ts'
import { Problem, withErrors } from '../problem/problem.ts'
import { dateError, whenAfter } from '../resources/event/when.ts'
import { isTerm, type ResourceName, resources } from '../resources/index.ts'
import { type By, type Operation, parametersOf } from '../resources/parameters.ts'
import { may, mayWriteForOthers } from './access/access.ts'
import type { Caller, Context } from './context.ts'
import { listFieldErrors } from './read/lists.ts'
import { checkReferences } from './write/references.ts'
import type { AnyDraft, DraftOf } from './write/write-types.ts'

type FieldErrors = Record<string, FieldError>

/** The operation to check, its resource, and its parameters in the order in which errors are reported. */
export type Checking = { operation?: Operation; kind?: ResourceName; params: Params }

const isEmpty = (of: object) => Object.keys(of).length === 0

/**
 * Checks the sent values: required parameters first, then each value by itself, then against stored records. Throws all errors at once,
 * including the one of an address without a record.
 */
export async function checkSent(
  context: Context,
  caller: Caller,
  { operation, kind, params }: Checking,
  sent: Values,
  missing?: Problem,
): Promise<Values> {
  const isWrite = operation === 'create' || operation === 'change' || operation === 'remove'
  const plain = check(params, sent, {
    now: context.now(),
    zone: context.site.zone,
    language: caller.language,
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

// Loaded with the first new event: lists come before.
const series = once(() => import('./write/series.ts'))

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
