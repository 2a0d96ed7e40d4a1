import { flag } from '../define/field-types.ts'
import { termsFilter, words } from '../define/list-types.ts'
import type { Params } from '../define/param.ts'
import { linkKinds } from '../define/record.ts'
import { count } from '../define/scalar-types.ts'
import { cursor } from './shared/cursor.ts'

/** The kinds of records whose changes can be followed. A first read sends them in this order: an event comes after what it is linked to. */
export const changeKinds = [...linkKinds, 'event'] as const
export type ChangeKind = (typeof changeKinds)[number]

/** What has become of a record, as its reader sees it. */
export const changeVerbs = ['created', 'updated', 'deleted'] as const
export type ChangeVerb = (typeof changeVerbs)[number]

/** Of events, only those of any of these terms. */
export const changeFilters = {
  categories: {
    type: termsFilter('category'),
    en: 'Of events, only those in any of these categories or in those below them, by slug or ID; an event that leaves them is deleted. With a cursor, those that it was made with.',
    fr: 'Parmi les évènements, seulement ceux de l’une de ces catégories ou de leurs sous-catégories, par slug ou ID ; un évènement qui les quitte est supprimé. Avec un curseur, celles de sa création.',
  },
  tags: {
    type: termsFilter('tag'),
    en: 'Of events, only those with any of these tags, by slug or ID; an event that loses them is deleted. With a cursor, those that it was made with.',
    fr: 'Parmi les évènements, seulement ceux qui portent l’une de ces étiquettes, par slug ou ID ; un évènement qui les perd est supprimé. Avec un curseur, celles de sa création.',
  },
} satisfies Params

/** The parameters of the change feed. */
export const changesParams = {
  cursor: {
    type: cursor(),
    en: 'The cursor of the response before; “start” for all records first. Without it, changes from now on.',
    fr: 'Le curseur de la réponse précédente ; « start » pour recevoir d’abord toutes les fiches. Sans lui, les changements à partir de maintenant.',
  },
  per_page: {
    type: count({ max: 200, sample: 50 }),
    default: 50,
    en: 'The number of changes in a response, up to 200.',
    fr: 'Le nombre de changements par réponse, 200 au plus.',
  },
  wait: {
    type: count({ max: 30, sample: 1 }),
    en: 'The seconds to wait for a change, if there is none yet, up to 30. Without it, the response comes at once.',
    fr: 'Le nombre de secondes à attendre un changement s’il n’y en a pas encore, 30 au plus. Sans lui, la réponse est immédiate.',
  },
  kinds: {
    type: words(changeKinds),
    en: 'Only changes of these kinds of records. By default, all; with a cursor, those that it was made with.',
    fr: 'Seulement les changements de ces types de fiches. Par défaut, tous ; avec un curseur, ceux de sa création.',
  },
  ...changeFilters,
  records: {
    type: flag(),
    en: 'With “true”, each change has the record as a read returns it now. With a cursor, as it was made.',
    fr: 'Avec « true », chaque changement contient la fiche telle que la renvoie une lecture à cet instant. Avec un curseur, comme à sa création.',
  },
} satisfies Params
