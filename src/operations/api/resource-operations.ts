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
  takesPassword,
  type Operation as Verb,
  type WrittenName,
} from '../../resources/index.ts'
import type { Operation } from './operation.ts'

const lists: Partial<Record<ResourceName, Sentence>> = {
  event: {
    en: 'Events by start, then by publication. Without dates, from yesterday to 24 months ahead. Hidden events and those that the caller may not read are left out; protected ones are listed with their texts hidden.',
    fr: 'Les évènements par date de début, puis de publication. Sans dates, de la veille jusqu’à 24 mois plus tard. Les évènements écartés des listes et ceux que l’appelant ne peut pas lire sont omis ; ceux qu’un mot de passe protège y figurent, textes masqués.',
  },
  venue: {
    en: 'Venues that the caller may read, newest first.',
    fr: 'Les lieux que l’appelant peut lire, du plus récent au plus ancien.',
  },
  organizer: {
    en: 'Organizers that the caller may read, newest first.',
    fr: 'Les organisateurs que l’appelant peut lire, du plus récent au plus ancien.',
  },
  category: {
    en: 'Categories by name. Those that no published event has are left out unless hide_empty is false. A page beyond the last is empty.',
    fr: 'Les catégories par nom. Celles qu’aucun évènement publié ne porte sont omises, sauf si hide_empty vaut false. Une page au-delà de la dernière est vide.',
  },
  tag: {
    en: 'Tags by name. Those that no published event has are left out unless hide_empty is false. A page beyond the last is empty.',
    fr: 'Les étiquettes par nom. Celles qu’aucun évènement publié ne porte sont omises, sauf si hide_empty vaut false. Une page au-delà de la dernière est vide.',
  },
  image: {
    en: 'Images, newest first. Without an account, those that published records show.',
    fr: 'Les images, de la plus récente à la plus ancienne. Sans compte, celles qu’affichent des fiches publiées.',
  },
}

const creations: Partial<Record<ResourceName, Sentence>> = {
  event: {
    en: 'For contributors and above; contributors submit for review. Venues and organizers may be sent as data: an identical record is linked, any other is created in the same transaction. Categories and tags are found by ID, name or slug; unknown names create terms if the caller may manage them.',
    fr: 'À partir du rôle de contributeur ; un contributeur soumet à relecture. Lieux et organisateurs peuvent être envoyés comme données : une fiche identique est liée, toute autre est créée dans la même transaction. Catégories et étiquettes se donnent par ID, nom ou slug ; un nom inconnu crée le terme si l’appelant peut gérer ce type de terme.',
  },
  venue: {
    en: 'For contributors and above. A record that is identical in every field sent is returned instead of a new one.',
    fr: 'À partir du rôle de contributeur. Une fiche identique dans chaque champ envoyé est renvoyée au lieu d’en créer une.',
  },
  organizer: {
    en: 'For contributors and above. A record that is identical in every field sent is returned instead of a new one.',
    fr: 'À partir du rôle de contributeur. Une fiche identique dans chaque champ envoyé est renvoyée au lieu d’en créer une.',
  },
  category: {
    en: 'For authors and above. Names are unique among the children of one parent, as shown in either language; case and accents make no difference.',
    fr: 'À partir du rôle d’auteur. Les noms affichés dans l’une ou l’autre langue sont uniques sous une même catégorie parente, à la casse et aux accents près.',
  },
  tag: {
    en: 'For editors and above. Names are unique, as shown in either language; case and accents make no difference.',
    fr: 'À partir du rôle d’éditeur. Les noms affichés dans l’une ou l’autre langue sont uniques, à la casse et aux accents près.',
  },
  image: {
    en: 'For authors and above: JPEG, PNG, WebP, GIF or AVIF. The image is encoded again, and smaller sizes are made. A URL that was copied before gives the same image.',
    fr: 'À partir du rôle d’auteur : JPEG, PNG, WebP, GIF ou AVIF. L’image est réencodée, et des tailles réduites sont produites. Une URL déjà copiée donne la même image.',
  },
}

/** For resources without peculiarities. */
const plainList: Sentence = {
  en: 'Records that the caller may read, newest first.',
  fr: 'Les fiches que l’appelant peut lire, de la plus récente à la plus ancienne.',
}
const plainCreation: Sentence = {
  en: 'For contributors and above; contributors submit for review.',
  fr: 'À partir du rôle de contributeur ; un contributeur soumet à relecture.',
}

const single: Sentence = {
  en: 'The record in the language of the request; where a text is missing, in its main language.',
  fr: 'La fiche dans la langue de la requête ; un texte absent est affiché dans la langue principale.',
}
const protectedSingle: Sentence = {
  en: 'The event in the language of the request. A protected event needs its password; one in the trash is refused to everybody.',
  fr: 'L’évènement dans la langue de la requête. Un évènement protégé exige son mot de passe ; un évènement à la corbeille est refusé à tous.',
}
const change: Sentence = {
  en: 'Fields that are sent change, all others stay; POST, PUT and PATCH do the same. Texts are written in the language of the request, those of the other language stay.',
  fr: 'Les champs envoyés changent, les autres restent ; POST, PUT et PATCH font la même chose. Les textes s’écrivent dans la langue de la requête, ceux de l’autre langue restent.',
}
const changedImage: Sentence = {
  en: 'Fields that are sent change, all others stay; POST, PUT and PATCH do the same. A file or a URL takes the place of the file, at URLs of its own; the image keeps its ID.',
  fr: 'Les champs envoyés changent, les autres restent ; POST, PUT et PATCH font la même chose. Un fichier ou une URL prend la place du fichier, à ses propres URL ; l’image garde son ID.',
}
const trash: Sentence = {
  en: 'The record goes to the trash in all its languages; an update with a status brings it back. With force=true it is deleted permanently.',
  fr: 'La fiche va à la corbeille dans toutes ses langues ; une modification avec un statut l’en ressort. Avec force=true, elle est supprimée définitivement.',
}
const removal: Sentence = {
  en: 'The record is deleted permanently, and removed from the records that show it. The response is the record as it was.',
  fr: 'La fiche est supprimée définitivement, et retirée des fiches qui l’affichent. La réponse est la fiche telle qu’elle était.',
}
const removedImage: Sentence = {
  en: 'The image is deleted permanently; while records show it, only with force. The response is the image as it was.',
  fr: 'L’image est supprimée définitivement ; tant que des fiches l’affichent, seulement avec force. La réponse est l’image telle qu’elle était.',
}

/** The description of an operation on a resource, in a few sentences. */
function descriptionOf(kind: ResourceName, verb: Verb): Sentence {
  if (verb === 'list') return lists[kind] ?? plainList
  if (verb === 'create') return creations[kind] ?? plainCreation
  if (verb === 'read') return takesPassword(kind) ? protectedSingle : single
  if (verb === 'change') return isFile(kind) ? changedImage : change
  return isFile(kind) ? removedImage : isTerm(kind) ? removal : trash
}

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
