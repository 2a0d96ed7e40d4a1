import { flag, reference, slug as slugType, url } from '../define/field-types.ts'
import type { Params } from '../define/param.ts'
import { isDated } from '../define/record.ts'
import { type Resource, writeParams } from '../define/resource.ts'
import { occurrenceParam } from './event/date-name.ts'
import { removalScopeParam, scopeParam } from './event/scope.ts'
import { languageParam, passwordParam, readLanguageParam } from './shared/common.ts'
import { isFile, type ResourceName, resources } from './table.ts'

/** The operations on a resource. */
export type Operation = 'list' | 'create' | 'read' | 'change' | 'remove'
/** The way a record is addressed. */
export type By = 'id' | 'slug'

/** The parameters of an operation, in the order in which their errors are reported; on every one the language (M2, E5). */
export function parametersOf(
  kind: ResourceName,
  operation: Operation,
  { by = 'id', perPage }: { by?: By; perPage?: number | undefined } = {},
): Params {
  const resource: Resource = resources[kind]
  const path = addressParam(by, resource)
  if (operation === 'list') return listParams(resource, perPage)
  if (isFile(kind)) return imageParams(operation, path)
  if (operation === 'create') return { ...writeParams(resource, 'create'), ...languageParam }
  const read = { ...path, ...(resource.hasPassword && passwordParam), ...languageParam }
  const date: Params = isDated(kind) && by === 'slug' ? occurrenceParam : {}
  if (operation === 'read') return { ...read, ...readLanguageParam, ...date }
  const hasScope = isDated(kind)
  if (operation === 'remove')
    return {
      ...read,
      ...(resource.family === 'post' && forceParam),
      ...date,
      ...(hasScope && removalScopeParam),
    }
  const change = {
    ...writeParams(resource, 'change'),
    ...languageParam,
    ...date,
    ...(hasScope && scopeParam),
  }
  return by === 'slug' && resource.fields.slug ? change : { ...change, ...path }
}

function listParams(
  { hasPassword, filters, isFile }: Resource,
  perPage: number | undefined,
): Params {
  const params: Params = { ...filters, ...(isFile ? languageParam : readLanguageParam) }
  if (params.per_page && perPage !== undefined)
    params.per_page = { ...params.per_page, default: perPage }
  // A password in the query opens protected events in lists too.
  return hasPassword
    ? { ...params, password: { ...passwordParam.password, addition: true } }
    : params
}

/** Digits too long for a number are the ID of no event, which is 404, and a wrong ID elsewhere. */
const endless = {
  check: (id: unknown) => ({ value: Math.min(Number(id), Number.MAX_SAFE_INTEGER) }),
}

export function addressParam(by: By, { of, hasOwnCodes }: Resource): Params {
  if (by === 'slug')
    return {
      slug: {
        type: { ...slugType(), accepts: { type: 'string', minLength: 1 }, clears: [] },
        required: true,
        en: `The slug ${of.en}.`,
        fr: `Le slug ${of.fr}.`,
      },
    }
  const { refers: _, ...id } = reference('event', { zero: true })
  return {
    id: {
      type: hasOwnCodes ? { ...id, ...endless } : id,
      required: true,
      en: `The ID ${of.en}.`,
      fr: `L’ID ${of.fr}.`,
    },
  }
}

/** Deletes a record permanently; only in the documentation, since the index is that of The Events Calendar. */
const forceParam: Params = {
  force: {
    type: flag({ loose: true }),
    addition: true,
    unlisted: true,
    en: 'Delete the record permanently instead of moving it to the trash; previous in the response is the record as it was.',
    fr: 'Supprimer définitivement la fiche au lieu de la mettre à la corbeille ; previous, dans la réponse, est la fiche telle qu’elle était.',
  },
}

/** Stored images: an addition. */
function imageParams(operation: Operation, path: Params): Params {
  if (operation === 'create') return { ...newImage, ...languageParam }
  if (operation === 'change')
    return { ...replacingUrl, ...writeParams(resources.image, 'change'), ...languageParam, ...path }
  return { ...path, ...(operation === 'remove' && imageForce), ...languageParam }
}

export const replacingUrl = {
  url: {
    type: url(),
    addition: true,
    en: 'A URL to copy another file from, which replaces the present one.',
    fr: 'Une URL d’où copier un autre fichier, qui remplace l’actuel.',
  },
} satisfies Params

const { title, alt, credit, focus, translations } = writeParams(resources.image, 'change')

export const newImage = {
  url: {
    type: url(),
    addition: true,
    en: 'A URL to copy the image from, instead of a file.',
    fr: 'Une URL d’où copier l’image, à la place d’un fichier.',
  },
  title,
  alt,
  credit,
  focus,
  translations,
} satisfies Params

const imageForce: Params = {
  force: {
    type: flag({ loose: true }),
    addition: true,
    en: 'Delete the image even while records show it.',
    fr: 'Supprimer l’image même si des fiches l’affichent.',
  },
}
