import { existing } from '../../define/base/objects.ts'
import type { Sentence } from '../../define/field-type.ts'
import type { Params } from '../../define/param.ts'
import { isDated, isTree, postLinkKinds } from '../../define/record.ts'
import { type Resource, writeParams } from '../../define/resource.ts'
import { ref, type SchemaOf } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { isProblem, type ProblemCode } from '../../problem/index.ts'
import {
  type By,
  hasOwnCodes,
  isFile,
  isOfSite,
  isPost,
  isTerm,
  languageParam,
  parametersOf,
  type ResourceName,
  resources,
  type Operation as Verb,
  type WrittenName,
} from '../../resources/index.ts'
import { descriptionOf } from './descriptions.ts'
import type { Operation } from './operation.ts'

/** The schema of a record by itself. */
export const schemaName = ({ schema, name }: Resource) => schema?.name ?? capital(name)

/** The schema of a record that was deleted permanently. */
export const deletedName = (kind: ResourceName) => `Deleted${capital(kind)}`

/** The problems of an `Idempotency-Key`. */
export const ofKeys = [
  'idempotency_key_invalid',
  'idempotency_key_in_use',
  'idempotency_key_reused',
] as const satisfies readonly ProblemCode[]

/** An operation on the records of a resource, from its definition. */
export function resourceOperation(
  kind: ResourceName,
  verb: Verb,
  { by, perPage }: { by?: By; perPage?: number } = {},
): Operation & { params: Params; verb: Verb; kind: ResourceName; by: By | undefined } {
  const resource: Resource = resources[kind]
  const isRead = verb === 'list' || verb === 'read'
  const tool = by === 'slug' ? undefined : toolOf(kind, verb)
  return {
    name: nameOf(resource, verb) + (by === 'slug' ? 'BySlug' : ''),
    ...(tool && { tool }),
    access: isRead ? 'reader' : 'account',
    hasTag: isRead,
    summary: summaryOf(resource, verb, by),
    description: descriptionOf(kind, verb),
    params: parametersOf(kind, verb, { perPage, ...(by && { by }) }),
    returns: returnedBy(kind, verb),
    ...(verb === 'create' && { status: 201 }),
    ...(!isRead && { takesKey: true }),
    problems: problemsOf(kind, verb, by),
    verb,
    kind,
    by,
  }
}

/** Creates a record under its ID in a source, or updates it; a change without a difference is not written. */
export const putBySource = (kind: WrittenName): Operation & { params: Params } => {
  const resource: Resource = resources[kind]
  const { source, source_id, ...fields } = writeParams(resource, 'change')
  const named = { required: true, clearable: false } as const
  return {
    name: `put${capital(kind)}BySource`,
    access: 'account',
    summary: {
      en: `Create or update ${resource.a.en} by its source`,
      fr: `Créer ou modifier ${resource.a.fr} par sa source`,
    },
    description: {
      en: 'For editors and above. An unknown source_id creates the record (201), a known one updates it (200). A request that changes nothing writes nothing.',
      fr: 'À partir du rôle d’éditeur. Un source_id inconnu crée la fiche (201), un ID connu la modifie (200). Une requête qui ne change rien n’enregistre rien.',
    },
    params: {
      ...fields,
      source: { ...existing(source), ...named },
      source_id: { ...existing(source_id), ...named },
      ...languageParam,
    },
    returns: ref(schemaName(resource)),
    mayCreate: true,
    takesKey: true,
    problems: [
      ...ofKeys,
      'rest_precondition_failed',
      'rest_unsupported_media_type',
      // of a record to create
      'rest_missing_callback_param',
      // editors write in the name of others
      ...problemsOf(kind, 'create', undefined).filter(code => code !== 'rest_cannot_edit_others'),
    ],
  }
}

const words = { create: 'create', read: 'read', change: 'update', remove: 'delete' }
const nameOf = ({ name, path }: Resource, verb: Verb) =>
  verb === 'list' ? `list${capital(path)}` : words[verb] + capital(name)

/** Assistants choose better among few tools: those of events and of the posts that they link to, and the lists of terms. */
function toolOf(kind: ResourceName, verb: Verb): string | undefined {
  const hasAll = isDated(kind) || postLinkKinds.some(each => each === kind)
  if (!hasAll && !(isTerm(kind) && verb === 'list')) return undefined
  const { name, path } = resources[kind]
  if (verb === 'list') return `${isDated(kind) ? 'search' : 'list'}_${path}`
  return `${verb === 'read' ? 'get' : words[verb]}_${name}`
}

function summaryOf(resource: Resource, verb: Verb, by: By = 'id'): Sentence {
  const isFile = verb === 'remove' && resource.isFile
  return isFile ? deleted(resource) : sentences[verb](resource, bySlug(by))
}

function returnedBy(kind: ResourceName, verb: Verb): SchemaOf<unknown> {
  const record = ref(schemaName(resources[kind]))
  if (verb === 'list') return ref(`${schemaName(resources[kind])}List`)
  return verb === 'remove' && isPost(kind) ? { anyOf: [record, ref(deletedName(kind))] } : record
}

/** The problems of a verb, for any resource. */
const ofVerb: Record<Verb, readonly ProblemCode[]> = {
  list: [],
  read: [],
  create: ['rest_service_outdated', ...ofKeys],
  change: [
    'rest_service_outdated',
    'rest_precondition_failed',
    'rest_unsupported_media_type',
    ...ofKeys,
  ],
  remove: ['rest_precondition_failed', 'rest_unsupported_media_type', ...ofKeys],
}

/** The ends of the codes that some resources have of their own: `venue-is-in-trash`. */
const ends: Partial<Record<Verb, readonly string[]>> = {
  list: ['archive-page-not-found'],
  read: ['not-accessible', 'no-longer-available', 'password-protected'],
  remove: ['is-in-trash'],
}

function problemsOf(kind: ResourceName, verb: Verb, by: By | undefined): ProblemCode[] {
  const codes: ProblemCode[] = [
    ...ofVerb[verb],
    ...(ends[verb] ?? []).map(end => `${kind}-${end}`).filter(isProblem),
  ]
  // The Events Calendar has no code for it
  if (verb === 'read' && isPost(kind) && !isProblem(`${kind}-not-accessible`))
    codes.push('rest_forbidden')
  if (verb === 'remove' && isFile(kind)) codes.push('rest_image_in_use')
  if (hasOwnCodes(kind) && (by === 'id' || (by === 'slug' && verb === 'change')))
    codes.push('rest-event-not-found')
  if (hasOwnCodes(kind) && by === 'id') codes.push('rest-invalid-event-id')
  if (isDated(kind) && by === 'id') codes.push('event-date-removed')
  return verb === 'create' || verb === 'change' ? [...codes, ...ofWrite(kind, verb)] : codes
}

function ofWrite(kind: ResourceName, verb: 'create' | 'change'): ProblemCode[] {
  const codes: ProblemCode[] = []
  // users who may write those of the site may write for others too
  if (isPost(kind) && !isOfSite(kind)) codes.push('rest_cannot_edit_others')
  // a file or a URL
  if (verb === 'create' && isFile(kind)) codes.push('rest_missing_callback_param')
  if (!isTerm(kind)) codes.push('rest_images_unreachable')
  if (hasOwnCodes(kind)) codes.push('empty_content')
  // an event may bring new categories and tags by name
  if (isTerm(kind) || isDated(kind)) codes.push('empty_term_name', 'db_insert_error')
  if (isTerm(kind)) codes.push(verb === 'create' ? 'term_exists' : 'duplicate_term_slug')
  if (isTerm(kind) && !isTree(kind)) codes.push('rest_taxonomy_not_hierarchical')
  return codes
}

const bySlug = (by: 'id' | 'slug'): Sentence =>
  by === 'slug' ? { en: ' by its slug', fr: ' par son slug' } : { en: '', fr: '' }

const deleted = ({ a }: Resource, way: Sentence = bySlug('id')): Sentence => ({
  en: `Delete ${a.en}${way.en} permanently`,
  fr: `Supprimer définitivement ${a.fr}${way.fr}`,
})

/** The summary of an operation, in a few words. */
const sentences = {
  list: ({ many }: Resource) => ({ en: `List ${many.en}`, fr: `Lister les ${many.fr}` }),
  create: ({ a }: Resource) => ({ en: `Create ${a.en}`, fr: `Créer ${a.fr}` }),
  read: ({ a }: Resource, way = bySlug('id')) => ({
    en: `Read ${a.en}${way.en}`,
    fr: `Lire ${a.fr}${way.fr}`,
  }),
  change: ({ a }: Resource, way = bySlug('id')) => ({
    en: `Update ${a.en}${way.en}`,
    fr: `Modifier ${a.fr}${way.fr}`,
  }),
  remove: (resource: Resource, way = bySlug('id')) =>
    resource.family === 'term'
      ? deleted(resource, way)
      : {
          en: `Move ${resource.a.en}${way.en} to the trash`,
          fr: `Mettre ${resource.a.fr} à la corbeille${way.fr}`,
        },
}
