import { hash } from 'node:crypto'
import { isNameIn, once } from '../../define/base/objects.ts'
import { notAmong } from '../../define/field-errors.ts'
import type { SentValues } from '../../define/param.ts'
import type {
  ApiKey,
  apiOperations,
  Operation,
  ParamsOf,
  Returned,
} from '../../operations/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { resources } from '../../resources/index.ts'
import { presentList } from '../present/list.ts'
import { present } from '../present/record.ts'
import { rootOf } from '../request/bases.ts'
import { showFor } from '../services/service.ts'
import type { Widened } from './admin-call.ts'
import { idOf } from './allow.ts'
import type { Call, Response } from './call.ts'
import { followChanges } from './follow-changes.ts'
import { listHeaders } from './headers.ts'
import { describeNamespace } from './namespace-index.ts'
import { momentOf } from './site-index.ts'

/** Answers an operation of the API that stands by itself. Values have the types that its parameters give them. */
type ApiHandler<O extends Operation> = (
  call: Call,
  values: SentValues<ParamsOf<O>>,
  /** Performs an operation on records. */
  perform: (call: Call) => Promise<Response>,
) => Promise<Partial<Response> & { body: Widened<Returned<O>> }>

/** One for each: a table without one of them does not compile. */
const handlers: { [K in ApiKey]: ApiHandler<(typeof apiOperations)[K]> } = {
  async 'GET /'({ service, base, located, caller }, { namespace }) {
    if (namespace !== service.address.namespace) throw new Problem('rest_invalid_namespace')
    const moment = momentOf(service, base, located, caller.language)
    return { body: describeNamespace(service.routes, moment) }
  },

  async 'GET /doc'({ service, base, located, caller, isForAnyone }, { version }) {
    if (version !== '3.0' && version !== '3.1')
      throw fieldProblem('version', notAmong(['3.1', '3.0']))
    const since = service.changes.seq
    const document = await service.openApi({
      language: caller.language,
      root: rootOf(base, located.prefix),
      version,
    })
    if (!isForAnyone) return { body: document }
    const bytes = Buffer.from(JSON.stringify(document))
    return {
      body: { parts: [bytes], length: bytes.length, etag: hash('sha1', bytes, 'base64url') },
      basis: { since, from: [], list: { of: 'none' }, until: Number.POSITIVE_INFINITY },
    }
  },

  'GET /changes': followChanges,

  async 'POST /batch'(call, values, perform) {
    const { performBatch } = await batch()
    return performBatch(call, values, perform)
  },

  async 'POST /events/recurrence/preview'({ service, caller }, values) {
    const { previewRecurrence } = await preview()
    return { body: service.calendar.perform(previewRecurrence, caller, values) }
  },

  async 'GET /events/:id/occurrences'(call, values) {
    const { service, base, located, caller, matched, sent } = call
    const { calendar } = service
    const id = idOf(matched.captured.id ?? '')
    // the series as it is written: which date is next makes no difference
    const read = await calendar.find('event', { id }, { editing: true })
    if (!read) throw await calendar.missing(caller, 'event', 'read', { id })
    await calendar.refuseUnread('event', caller, read)
    const { listOccurrences } = await occurrences()
    const { listing, views } = await calendar.perform(listOccurrences, caller, read, values)
    const show = showFor(service, base, located.prefix, caller.language)
    const items = views.map(view => present(show, view))
    const path = `events/${id}/occurrences`
    const { body, links } = presentList(show, resources.event, listing, items, sent, path)
    const isOpened = caller.password !== undefined
    return { body, headers: listHeaders(body, links, listing), ...(!isOpened && { again: {} }) }
  },
}

// Loaded with the first request for it, so that a start does not wait for it.
const batch = once(() => import('./batch.ts'))
const preview = once(() => import('../../calendar/write/preview.ts'))
const occurrences = once(() => import('../../calendar/read/occurrences.ts'))

/** The one of a method and a path; each is called with the values that its own parameters have checked. */
export function handlerOf(key: string): ApiHandler<Operation> {
  if (!isNameIn(handlers, key)) throw new Error(`Nothing answers ${key}.`)
  return handlers[key] as ApiHandler<Operation>
}
