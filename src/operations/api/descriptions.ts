import type { Sentence } from '../../define/field-type.ts'
import {
  isFile,
  isTerm,
  type ResourceName,
  takesPassword,
  type Operation as Verb,
} from '../../resources/index.ts'

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
export function descriptionOf(kind: ResourceName, verb: Verb): Sentence {
  if (verb === 'list') return lists[kind] ?? plainList
  if (verb === 'create') return creations[kind] ?? plainCreation
  if (verb === 'read') return takesPassword(kind) ? protectedSingle : single
  if (verb === 'change') return isFile(kind) ? changedImage : change
  return isFile(kind) ? removedImage : isTerm(kind) ? removal : trash
}
