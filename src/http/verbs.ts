import type { Address } from '../calendar/calendar.ts'
import type { Caller, View } from '../calendar/context.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import type { Linked } from '../define/links.ts'
import type { Values } from '../define/param.ts'
import type { TextDraft } from '../define/resource.ts'
import { Problem } from '../problem.ts'
import type { ResourceName } from '../resources/index.ts'
import { idOf } from './allow.ts'
import type { Call, Response } from './call.ts'
import { checked, fieldsOf, kindOf, languageHeader, ok, shownIn } from './check-parameters.ts'
import { writtenTag } from './conditions.ts'
import { documentation, index, list, read, readCached } from './reads.ts'

/** Does what an endpoint is for: the checks in the reference's order, then the verb (behaviour 0.1). */
export async function perform(call: Call): Promise<Response> {
  const { verb } = call.endpoint
  if (verb === 'index') return index(call)
  if (verb === 'doc') return documentation(call)
  if (verb === 'list') return list(call)
  if (verb === 'create') return create(call)
  return onRecord(call, verb)
}

/** A credential for one language writes in no other, nor in the records that an event embeds. */
function refuseOtherLanguages({ entry, caller }: Call, values: Values) {
  if (!entry.language) return
  const embedded = ['venue', 'organizer'].flatMap(name =>
    Array.isArray(values[name]) ? (values[name] as Linked[]) : [],
  )
  const drafts = [values, ...embedded.flatMap(one => ('draft' in one ? [one.draft] : []))]
  const written = drafts.flatMap(draft => Object.keys((draft.translations ?? {}) as TextDraft))
  if ([caller.language, ...written].some(language => language !== entry.language))
    throw new Problem('rest_forbidden', { says: writesOnly[entry.language] })
}

const writesOnly: Record<Language, Sentence> = {
  en: {
    en: 'Sorry, you are not allowed to do that: this credential writes English only.',
    fr: 'Désolé, vous n’avez pas le droit de faire cela : ces identifiants ne permettent d’écrire qu’en anglais.',
  },
  fr: {
    en: 'Sorry, you are not allowed to do that: this credential writes French only.',
    fr: 'Désolé, vous n’avez pas le droit de faire cela : ces identifiants ne permettent d’écrire qu’en français.',
  },
}

/** 401 for the unknown, 403 for the known (behaviour 0.6). */
export const forbidden = ({ actor }: Caller) =>
  new Problem('rest_forbidden', { status: actor.role === 'anonymous' ? 401 : 403 })

async function create(call: Call): Promise<Response> {
  const { service, caller } = call
  const { calendar } = service
  const kind = kindOf(call)
  const values = await checked(call, {})
  if (kind === 'tag' && fieldsOf(call).parent !== undefined)
    throw new Problem('rest_taxonomy_not_hierarchical')
  if (!calendar.may(caller, 'create', kind)) throw forbidden(caller)
  refuseOtherLanguages(call, values)
  // To clear a field of a new record does nothing (U3).
  for (const [name, value] of Object.entries(values)) if (value === null) delete values[name]
  if (kind === 'image') {
    const view = await upload(call, values)
    return of(view, created(view, shownIn(call, view, false)))
  }
  const view = await calendar.create(kind, caller, values)
  return of(view, created(view, shownIn(call, view, false)))
}

/** The answer to a write, with the name of its record for the log. */
const of = ({ record }: View, answer: Response): Response => ({
  ...answer,
  record: `${record.kind}/${record.id}`,
})

/** Terms and pictures tell where they are; events, venues and organizers do not, as in the reference (behaviour 4.1). */
function created({ record }: View, shown: Record<string, unknown>): Response {
  const urls = shown.urls as { self?: string } | undefined
  const location = urls?.self ?? (record.kind === 'image' ? (shown.rest_url as string) : undefined)
  return ok(shown, { ...(location && { Location: location }), ...writtenTag(record) }, 201)
}

async function upload({ service, caller, body }: Call, values: Values): Promise<View> {
  const texts = {
    ...(typeof values.title === 'string' && { title: values.title }),
    ...(typeof values.alt === 'string' && { alt: values.alt }),
  }
  if (body.upload)
    return service.calendar.upload(caller, body.upload.bytes, body.upload.name, texts)
  if (typeof values.url !== 'string')
    throw new Problem('rest_missing_callback_param', { missing: ['url'] })
  return service.calendar.uploadFrom(caller, values.url, texts)
}

/** Reads, changes or removes one record. */
async function onRecord(call: Call, verb: 'read' | 'change' | 'remove'): Promise<Response> {
  const { service, caller, matched } = call
  const { calendar } = service
  const kind = kindOf(call)
  const { id, slug } = matched.captured
  const address: Address = id === undefined ? { slug: slug as string } : { id: idOf(id) }
  const quick = await readCached(call, address)
  if (quick) return quick
  const record = await calendar.find(kind, address)
  const problem = record ? undefined : await missing(call, verb, address)
  const values = await checked(call, { ...(record && { record }), ...(problem && { problem }) })
  if (verb !== 'read' && !calendar.may(caller, verb, kind, record)) throw forbidden(caller)
  if (!record) throw problem as Problem
  if (verb === 'read') return read(call, record)
  const view =
    verb === 'remove'
      ? await calendar.remove(kind, caller, record.id, values.force === true)
      : await change(call, kind, record.id, values)
  // Erased for good: the form of WordPress, which shows the record as it was.
  if (verb === 'remove' && values.force === true && kind !== 'image')
    return of(
      view,
      ok({ deleted: true, previous: shownIn(call, view, false) }, languageHeader(call, view)),
    )
  const isGone = verb === 'remove' && !('status' in view.record.facts && kind !== 'image')
  const headers = { ...languageHeader(call, view), ...(!isGone && writtenTag(view.record)) }
  return of(view, ok(shownIn(call, view, false), headers))
}

const longestSlug = 200
const unknownSlug = {
  en: 'No event has the slug “{slug}”.',
  fr: 'Aucun évènement n’a le slug « {slug} ».',
}

/** An event that is changed by an unknown slug is not found; elsewhere the slug is at fault (U4). */
async function missing(
  { service, endpoint }: Call,
  verb: string,
  address: Address,
): Promise<Problem> {
  if (verb === 'change' && endpoint.kind === 'event' && 'slug' in address)
    return new Problem('rest-event-not-found', {
      says: unknownSlug,
      params: { slug: address.slug.slice(0, longestSlug) },
    })
  return service.calendar.missing(endpoint.kind as ResourceName, address)
}

async function change(call: Call, kind: ResourceName, id: number, values: Values): Promise<View> {
  const { service, caller } = call
  const { id: _, ...draft } = values
  if (kind !== 'event') delete draft.slug
  if (kind === 'category' || kind === 'tag')
    if (values.slug !== undefined && call.body.values.slug != null) draft.slug = values.slug
  if (kind === 'tag' && fieldsOf(call).parent !== undefined)
    throw new Problem('rest_taxonomy_not_hierarchical')
  refuseOtherLanguages(call, draft)
  return service.calendar.change(kind as Exclude<ResourceName, 'image'>, caller, id, draft)
}
