import type { Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { exact, listOf } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { numberOrNull } from '../../resources/admin-api/index.ts'
import { resources, type WrittenName, writtenNames } from '../../resources/index.ts'
import type { Operation } from '../api/operation.ts'
import { before, perPage, schemaOf } from './schema-of.ts'

type Path = (typeof resources)[WrittenName]['path']

type PerVersioned<L, R, W> = { [K in `GET /${Path}/:id/versions`]: L } & {
  [K in `GET /${Path}/:id/versions/:version`]: R
} & { [K in `POST /${Path}/:id/versions/:version/restore`]: W }

/** Three things, for each resource with versions, under the keys of its operations. */
export function perVersioned<L, R, W>(
  of: (kind: WrittenName) => { list: L; read: R; restore: W },
): PerVersioned<L, R, W> {
  const tables = writtenNames.map(kind => {
    const { path } = resources[kind]
    const { list, read, restore } = of(kind)
    return {
      [`GET /${path}/:id/versions`]: list,
      [`GET /${path}/:id/versions/:version`]: read,
      [`POST /${path}/:id/versions/:version/restore`]: restore,
    }
  })
  // the paths of all resources that have versions were just walked through
  return Object.assign({}, ...tables)
}

const pageParams = {
  before,
  per_page: perPage(100, 50, { en: 'Versions on a page', fr: 'Le nombre de versions par page' }),
} satisfies Params

const pageOfVersions = exact(
  { en: 'A page of versions.', fr: 'Une page de versions.' },
  {
    versions: listOf(schemaOf('Version'), {
      en: 'Latest first: the record as it is.',
      fr: 'La dernière d’abord : la fiche telle qu’elle est.',
    }),
    next: numberOrNull({
      en: 'The value of `before` for the older ones; null: there are none.',
      fr: 'La valeur de `before` pour les plus anciennes ; null : il n’y en a pas.',
    }),
  },
)

/** The lists of versions. */
const listing = ({ name, of }: Resource) =>
  ({
    name: `list${capital(name)}Versions`,
    access: 'account',
    summary: {
      en: `The versions ${of.en}, latest first; for those who may edit it`,
      fr: `Les versions ${of.fr}, de la dernière à la première ; pour les personnes qui peuvent la modifier`,
    },
    params: pageParams,
    returns: pageOfVersions,
  }) as const satisfies Operation

/** One version. */
const reading = ({ name, one, a }: Resource) =>
  ({
    name: `read${capital(name)}Version`,
    access: 'account',
    summary: {
      en: `One version of ${a.en}, with its values`,
      fr: `Une version d’une fiche (${one.fr}), avec ses valeurs`,
    },
    returns: schemaOf('WholeVersion'),
    problems: ['version_not_found'],
  }) as const satisfies Operation

/** Back to a version. */
const restoring = ({ name, one, a }: Resource) =>
  ({
    name: `restore${capital(name)}Version`,
    access: 'account',
    takesIfMatch: true,
    summary: {
      en: `Write ${a.en} as it was in a version, in both languages`,
      fr: `Rétablir une version d’une fiche (${one.fr}), dans les deux langues`,
    },
    returns: schemaOf('WholeVersion'),
    problems: ['version_not_found', 'rest_precondition_failed'],
  }) as const satisfies Operation

export const versionsOperations = perVersioned(kind => {
  const resource: Resource = resources[kind]
  return { list: listing(resource), read: reading(resource), restore: restoring(resource) }
})
