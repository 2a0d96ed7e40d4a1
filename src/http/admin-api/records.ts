import { returnToAuthor } from '../../calendar/history/review.ts'
import { openVersions, type PresentedVersion } from '../../calendar/history/version-verbs.ts'
import {
  authorsOf,
  type CountValues,
  countRecords,
  imageUses,
  type LeftOut,
  listViews,
  type OtherDate,
  otherEditors,
  removeView,
  rightsOf,
  saveView,
  scopeReach,
  type Version,
  type WriteCaller,
  withoutDates,
} from '../../calendar/index.ts'
import { confirmTexts } from '../../calendar/write/current-texts.ts'
import { tryEvent } from '../../calendar/write/try-event.ts'
import { notEmpty } from '../../define/field-errors.ts'
import { isDated } from '../../define/record.ts'
import { formatWall } from '../../define/time/clock.ts'
import {
  perVersioned,
  type placesOperations,
  type recordsOperations,
  type versionsOperations,
  type viewsOperations,
} from '../../operations/admin-api/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { statusOf } from '../../resources/index.ts'
import { type AdminCall, type Handlers, timestamp } from '../api/admin-call.ts'
import { expectation, writtenTag } from '../api/conditions.ts'
import { present } from '../present/record.ts'
import { showFor } from '../services/service.ts'

/** Editors write all languages here, unless their credential is for one. */
export const callerOf = ({ actor, language, onlyLanguage, request }: AdminCall): WriteCaller => ({
  actor,
  language,
  onlyLanguage,
  fallback: true,
  editing: true,
  expects: expectation(request.headers),
})

const bodyOf = ({ version, instant, by, name, restored, note, changed }: Version) => ({
  version,
  time: timestamp(instant),
  user: by,
  name,
  restored_from: restored,
  note,
  changed,
})

const presentLeftOut = ({ field, id, language }: LeftOut) => ({ field, id, language })

const presentDate = ({ id, original }: OtherDate) => ({ id, original_start: formatWall(original) })

const versionBody = (call: AdminCall, { version, view, leftOut, dates }: PresentedVersion) => ({
  version: bodyOf(version),
  record: present(showFor(call.service, call.base, `/${call.language}`, call.language), view, true),
  left_out: leftOut.map(presentLeftOut),
  dates: dates.map(presentDate),
})

export const versionsHandlers: Handlers<typeof versionsOperations> = perVersioned(kind => ({
  async list(call) {
    const { before, per_page: max } = call.values
    const { service, id } = call
    const { versions, next } = await service.calendar
      .perform(openVersions)
      .list(callerOf(call), kind, id, {
        before,
        max,
      })
    return { body: { versions: versions.map(bodyOf), next: next ?? null } }
  },

  async read(call) {
    const { service, id, version } = call
    return {
      body: versionBody(
        call,
        await service.calendar.perform(openVersions).read(callerOf(call), kind, id, version),
      ),
    }
  },

  async restore(call) {
    const { service, id, version } = call
    const done = await service.calendar
      .perform(openVersions)
      .restore(callerOf(call), kind, id, version)
    return {
      body: versionBody(call, done),
      headers: writtenTag(done.view.record),
      record: `${kind}/${id}`,
    }
  },
}))

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
