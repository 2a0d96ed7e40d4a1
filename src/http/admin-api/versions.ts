import { openVersions, type PresentedVersion } from '../../calendar/history/version-verbs.ts'
import type { LeftOut, OtherDate, Version, WriteCaller } from '../../calendar/index.ts'
import { formatWall } from '../../define/time/clock.ts'
import { perVersioned, type versionsOperations } from '../../operations/admin-api/index.ts'
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
