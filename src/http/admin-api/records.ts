import { returnToAuthor } from '../../calendar/history/review.ts'
import {
  authorsOf,
  type CountValues,
  countRecords,
  imageUses,
  listViews,
  otherEditors,
  removeView,
  rightsOf,
  saveView,
  scopeReach,
  withoutDates,
} from '../../calendar/index.ts'
import { confirmTexts } from '../../calendar/write/current-texts.ts'
import { tryEvent } from '../../calendar/write/try-event.ts'
import { notEmpty } from '../../define/field-errors.ts'
import { isDated } from '../../define/record.ts'
import type {
  placesOperations,
  recordsOperations,
  viewsOperations,
} from '../../operations/admin-api/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { statusOf } from '../../resources/index.ts'
import type { Handlers } from '../api/admin-call.ts'
import { writtenTag } from '../api/conditions.ts'
import { callerOf } from './versions.ts'

export const viewsHandlers: Handlers<typeof viewsOperations> = {
  'GET /views': async ({ service, actor, values }) => ({
    body: { views: await service.calendar.perform(listViews, actor, values.kind) },
  }),

  async 'POST /views'({ service, actor, values }) {
    const name = values.name.trim()
    if (name === '') throw fieldProblem('name', notEmpty)
    return { body: await service.calendar.perform(saveView, actor, { ...values, name }) }
  },

  async 'DELETE /views/:id'({ service, actor, id }) {
    await service.calendar.perform(removeView, actor, id)
    return { body: {} }
  },
}

export const placesHandlers: Handlers<typeof placesOperations> = {
  async 'GET /places'({ service, actor, language, values }) {
    if (!rightsOf(actor).venue.create) throw new Problem('rest_forbidden')
    const search = values.search.trim()
    const places = search === '' ? [] : await service.geocode(search, language)
    if (!places) throw new Problem('places_unreachable', { retryAfter: 5 })
    return { body: { places } }
  },
}

const maxRecords = 100

export const recordsHandlers: Handlers<typeof recordsOperations> = {
  async 'POST /events/:id/return'(call) {
    const { id, service, values } = call
    const event = await service.calendar.perform(
      returnToAuthor,
      callerOf(call),
      id,
      (values.note ?? '').trim(),
    )
    return {
      body: { id, status: statusOf(event) },
      headers: writtenTag(event),
      record: `event/${id}`,
    }
  },

  async 'POST /current-texts'(call) {
    const { service, values } = call
    const { kind, ...of } = values
    const record = await service.calendar.perform(confirmTexts, callerOf(call), kind, of)
    return { body: { id: record.id }, headers: writtenTag(record), record: `${kind}/${record.id}` }
  },

  'GET /events/:id/reach': async ({ service, actor, id }) => ({
    body: await service.calendar.perform(scopeReach, { actor }, id),
  }),

  async 'GET /authors'({ service, actor, values: { kind, records } }) {
    const names = await service.calendar.perform(
      authorsOf,
      actor,
      kind,
      records.slice(0, maxRecords),
    )
    return { body: { authors: [...names].map(([id, name]) => ({ id, name })) } }
  },

  'GET /images/:id/uses': async ({ service, actor, language, id, values }) => ({
    body: await service.calendar.perform(imageUses, { actor, language }, id, values.per_page),
  }),

  'GET /tried-event': async ({ service, values }) => ({
    body: service.calendar.perform(tryEvent, values),
  }),

  async 'POST /open-records'({ service, actor, values: { kind, id } }) {
    const names = await service.calendar.perform(
      otherEditors,
      { actor },
      service.noteOpen,
      kind,
      id,
    )
    return { body: { others: names.map(name => ({ name })) } }
  },

  async 'GET /counts'({ service, actor, language, values }) {
    const caller = { actor, language, fallback: true, forEditors: true }
    const { kind, ...query } = values
    const count = (of: CountValues) => service.calendar.perform(countRecords, caller, kind, of)
    const undated = withoutDates(query)
    return {
      body: {
        counts: await count(undated ?? query),
        ...(isDated(kind) && undated && { later: await count(query) }),
      },
    }
  },
}
