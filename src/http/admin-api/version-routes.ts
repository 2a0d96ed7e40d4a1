import type { Caller } from '../../calendar/context.ts'
import type { LeftOut } from '../../calendar/history/restore.ts'
import type { ShownVersion } from '../../calendar/history/version-verbs.ts'
import type { Version } from '../../calendar/history/versions.ts'
import type { WrittenName } from '../../calendar/write/write-types.ts'
import { count } from '../../define/number-types.ts'
import { namesIn } from '../../define/objects.ts'
import type { Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { exact, listOf, ref } from '../../define/schema.ts'
import { resources } from '../../resources/index.ts'
import { expectation, writtenTag } from '../api/conditions.ts'
import { present } from '../present/record.ts'
import { showFor } from '../service.ts'
import { type AdminCall, type AdminRoute, shownTime } from './admin-route.ts'

/** Records that have versions: all but images. */
const kinds = namesIn(resources).filter((kind): kind is WrittenName => kind !== 'image')

/** Whoever writes here writes both languages, unless their credential is for one. */
export const callerOf = ({ actor, language, onlyLanguage, request }: AdminCall): Caller => ({
  actor,
  language,
  onlyLanguage,
  fallback: true,
  editing: true,
  expects: expectation(request.headers),
})

const shown = ({ version, instant, by, name, restored, note, changed }: Version) => ({
  version,
  time: shownTime(instant),
  user: by,
  name,
  restored_from: restored,
  note,
  changed,
})

const shownLeftOut = ({ field, id, language }: LeftOut) => ({ field, id, language })

const shownWhole = (call: AdminCall, { version, view, leftOut }: ShownVersion) => ({
  version: shown(version),
  record: present(showFor(call.service, call.base, `/${call.language}`, call.language), view, true),
  left_out: leftOut.map(shownLeftOut),
})

const named = (kind: string) => kind.charAt(0).toUpperCase() + kind.slice(1)

const about = { door: 'account', problems: ['rest_forbidden'] } as const

const pageParams = {
  before: {
    type: count(),
    en: 'Only what is older: the `next` of another response.',
    fr: 'Seulement ce qui est plus ancien : la suite (next) d’une autre réponse.',
  },
  per_page: {
    type: count({ most: 100, sample: 50 }),
    default: 50,
    en: 'Versions on a page, up to 100.',
    fr: 'Le nombre de versions par page, 100 au plus.',
  },
} satisfies Params

const pageOfVersions = exact(
  { en: 'A page of versions.', fr: 'Une page de versions.' },
  {
    versions: listOf(ref('Version'), {
      en: 'Latest first: the record as it is.',
      fr: 'La dernière d’abord : la fiche telle qu’elle est.',
    }),
    next: {
      type: ['integer', 'null'],
      description: {
        en: 'What `before` asks for the older ones with; null: there are none.',
        fr: 'La valeur de `before` pour les plus anciennes ; null : il n’y en a pas.',
      },
    },
  },
)

/** What versions there are. */
function listing(kind: WrittenName): AdminRoute {
  const { path, of }: Resource = resources[kind]
  return {
    ...about,
    method: 'GET',
    path: `${path}/:id/versions`,
    name: `list${named(kind)}Versions`,
    summary: {
      en: `The versions ${of.en}, latest first; for those who may edit it`,
      fr: `Les versions ${of.fr}, de la dernière à la première ; pour qui peut la modifier`,
    },
    params: pageParams,
    returns: pageOfVersions,
    async answer(call) {
      const { before, per_page } = call.values
      const { versions, next } = await call.service.versions.list(
        ...([callerOf(call), kind, call.id] as const),
        { before: before === undefined ? undefined : Number(before), most: Number(per_page) },
      )
      return { body: { versions: versions.map(shown), next: next ?? null } }
    },
  }
}

/** One version. */
function reading(kind: WrittenName): AdminRoute {
  const { path, one, a }: Resource = resources[kind]
  return {
    ...about,
    method: 'GET',
    path: `${path}/:id/versions/:version`,
    name: `read${named(kind)}Version`,
    summary: {
      en: `One version of ${a.en}, with its values`,
      fr: `Une version d’une fiche (${one.fr}), avec ses valeurs`,
    },
    returns: ref('WholeVersion'),
    problems: ['rest_forbidden', 'version_not_found'],
    async answer(call) {
      const { id, version } = call
      const { versions } = call.service
      return { body: shownWhole(call, await versions.read(callerOf(call), kind, id, version)) }
    },
  }
}

/** Back to a version. */
function restoring(kind: WrittenName): AdminRoute {
  const { path, one, a }: Resource = resources[kind]
  return {
    ...about,
    method: 'POST',
    path: `${path}/:id/versions/:version/restore`,
    name: `restore${named(kind)}Version`,
    takesIfMatch: true,
    summary: {
      en: `Write ${a.en} as it was in a version, in both languages`,
      fr: `Rétablir une version d’une fiche (${one.fr}), dans les deux langues`,
    },
    returns: ref('WholeVersion'),
    problems: ['rest_forbidden', 'version_not_found', 'rest_precondition_failed'],
    async answer(call) {
      const { id, version } = call
      const { versions } = call.service
      const done = await versions.restore(callerOf(call), kind, id, version)
      return {
        body: shownWhole(call, done),
        headers: writtenTag(done.view.record),
        record: `${kind}/${id}`,
      }
    },
  }
}

export const versionRoutes = kinds.flatMap(kind => [listing(kind), reading(kind), restoring(kind)])
