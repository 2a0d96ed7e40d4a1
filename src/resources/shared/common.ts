import { isObject } from '../../define/base/objects.ts'
import type { MapWindow } from '../../define/distance.ts'
import { notAmong, notAPassword } from '../../define/field-errors.ts'
import { type FieldType, fieldError, type Sentence } from '../../define/field-type.ts'
import {
  count,
  filled,
  flag,
  html,
  line,
  oneOf,
  reference,
  search,
  secret,
  status,
  statuses,
  userAsText,
  word,
} from '../../define/field-types.ts'
import type { Param, Params } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { languages } from '../../define/text/language.ts'
import { moment, momentParam } from '../../define/time/time-types.ts'
import { translations } from '../../define/translations.ts'
import { sourceFilters } from './source.ts'

/** The language of one request; on every operation (M2, E5). */
export const languageParam: Params = {
  ml_language: {
    type: oneOf(languages),
    en: 'The language of the request: texts are read, searched and written in it.',
    fr: 'La langue de la requête : les textes sont lus, cherchés et écrits dans cette langue.',
  },
}

/** The word for all languages in place of one. */
export const everyLanguage = 'all'

/** The language of a read of records, which may want their texts in all of them (`texts`). */
export const readLanguageParam: Params = {
  ml_language: {
    type: {
      ...oneOf([...languages, everyLanguage]),
      // that of the specification first (M10)
      index: oneOf(languages).index,
      accepts: { anyOf: [languages, [everyLanguage]].map(each => oneOf(each).accepts) },
    },
    en: 'The language of the request: texts are read and searched in it. With all, records also have texts: their own texts in every language, null where there is none; the rest is in the language of the URL.',
    fr: 'La langue de la requête : les textes sont lus et cherchés dans cette langue. Avec all, les fiches ont aussi texts : leurs propres textes dans chaque langue, null quand il n’y en a pas ; le reste est dans la langue de l’URL.',
  },
}
export const fallbackParam = {
  ml_fallback: {
    type: flag({ loose: true }),
    addition: true,
    en: 'With false, records without a text in the requested language are left out instead of shown in their main language.',
    fr: 'Avec false, les fiches sans texte dans la langue demandée sont omises au lieu d’être affichées dans leur langue principale.',
  },
} satisfies Params

export const missingParam = {
  ml_missing: {
    type: oneOf(languages),
    addition: true,
    en: 'Only records without a text in this language.',
    fr: 'Seulement les fiches sans texte dans cette langue.',
  },
} satisfies Params

/** Half open, so that a follower who goes on from the last time that it has misses nothing of that second. */
export const changeFilters = {
  modified_after: {
    type: momentParam('date-time'),
    addition: true,
    en: 'Only records that were changed at this moment or later; without an offset, in the time zone of the site.',
    fr: 'Seulement les fiches modifiées à ce moment ou après ; sans décalage horaire, dans le fuseau du site.',
  },
  modified_before: {
    type: momentParam('date-time'),
    addition: true,
    en: 'Only records that were last changed before this moment.',
    fr: 'Seulement les fiches dont la dernière modification est antérieure à ce moment.',
  },
} satisfies Params

/** A window of a map: four numbers, which a comma parts. */
const mapWindow: FieldType<string, string, MapWindow> = {
  index: { type: 'string' },
  accepts: { type: 'string', pattern: '^ *-?[0-9.]+( *, *-?[0-9.]+){3} *$' },
  returns: { type: 'string' },
  clears: [],
  check(input) {
    // what was checked passes again
    const own = isObject(input) ? Object.values(input) : []
    const isChecked = own.every(each => typeof each === 'number')
    const text = typeof input === 'string' ? input : isChecked ? own.join() : ''
    const numbers = text.split(',').map(part => (part.trim() === '' ? Number.NaN : Number(part)))
    const [west = 999, south = 999, east = 999, north = 999] = numbers
    const isPlace = [west, east].every(lng => Math.abs(lng) <= 180) && Math.abs(south) <= 90
    return numbers.length === 4 && isPlace && Math.abs(north) <= 90 && south <= north
      ? { value: { west, south, east, north } }
      : fieldError({ sentence: notAWindow })
  },
  sample: '-73.7,45.4,-73.4,45.7',
}
const notAWindow = {
  en: '{name} is not a map window. Expected west,south,east,north in degrees, the south below the north.',
  fr: '{name} n’est pas une fenêtre de carte. Attendu : ouest,sud,est,nord en degrés, le sud au-dessous du nord.',
}

export const windowFilter = (of: Sentence) =>
  ({
    bbox: {
      type: mapWindow,
      addition: true,
      en: `Only ${of.en} in this window of a map: west,south,east,north in degrees. Of more than 1,000 venues in it, those nearest to its middle count.`,
      fr: `Seulement les ${of.fr} dans cette fenêtre de carte : ouest,sud,est,nord en degrés. Au-delà de 1 000 lieux, ceux qui sont les plus proches de son milieu comptent.`,
    },
  }) satisfies Params

/** Paging: the default and the cap are settings, set when the routes are made (P6). */
export const pagingParams = (many: { en: string; fr: string }) =>
  ({
    page: {
      type: count(),
      default: 1,
      en: 'The page of the list to return.',
      fr: 'La page de la liste à renvoyer.',
    },
    per_page: {
      type: count({ sample: 10 }),
      default: 10,
      en: `The number of ${many.en} to return on each page.`,
      fr: 'Le nombre de résultats à renvoyer par page.',
    },
  }) satisfies Params

const statusList: FieldType<string | string[], string, string | string[]> = {
  ...filled(),
  takesMany: true,
  check: input => (isStatusList(input) ? { value: input } : fieldError(notAStatus)),
}
export const statusFilter = {
  status: {
    type: statusList,
    en: 'Only records with this status, or any of a list. Anonymous callers may ask for “publish” only.',
    fr: 'Seulement les fiches de ce statut, ou de l’un d’une liste. Sans compte, seul « publish » est permis.',
  },
} satisfies Params
const notAStatus = notAmong(['any', ...statuses])
const isStatusList = (input: unknown): input is string | string[] =>
  (typeof input === 'string' && input !== '') ||
  (Array.isArray(input) && input.length > 0 && input.every(item => typeof item === 'string'))

type Preset = { default: null }

/** The author; it comes back as text. */
export const authorField = (one: Sentence, preset?: Preset) => ({
  type: userAsText(),
  label: { en: 'Author', fr: 'Auteur' },
  ...preset,
  open: true as const,
  always: true as const,
  en: `The ${one.en}’s author, by user ID.`,
  fr: `L’auteur de la fiche, par son ID d’utilisateur.`,
  read: {
    en: 'The author, by user ID, as text.',
    fr: 'L’auteur, par son ID d’utilisateur, sous forme de texte.',
  },
})

export const dateFields = {
  date: {
    label: { en: 'Publication date', fr: 'Date de publication' },
    type: moment(),
    open: true,
    always: true,
    en: 'The publication date, in the time zone of the site.',
    fr: 'La date de publication, dans le fuseau horaire du site.',
  },
  date_utc: {
    label: { en: 'Publication date, UTC', fr: 'Date de publication, UTC' },
    type: moment(),
    open: true,
    always: true,
    en: 'The publication date, in UTC.',
    fr: 'La date de publication, en UTC.',
    read: {
      en: 'The publication date, in UTC; zeros while the record is a draft.',
      fr: 'La date de publication, en UTC ; des zéros tant que la fiche est un brouillon.',
    },
  },
} as const

/** Fields of every record with a status: events, venues, organizers. */
export const postFields = (one: Sentence, preset?: Preset) => ({
  author: authorField(one, preset),
  date: { ...dateFields.date, ...preset },
  date_utc: { ...dateFields.date_utc, ...preset },
  status: {
    label: { en: 'Status', fr: 'Statut' },
    type: status(),
    ...preset,
    open: true as const,
    always: true as const,
    en: 'The publication status. Without it, “publish” for those who may publish, else “draft”.',
    fr: 'Le statut de publication. À défaut, « publish » si l’utilisateur peut publier, sinon « draft ».',
    read: { en: 'The publication status.', fr: 'Le statut de publication.' },
  },
})

export const phoneField = {
  label: { en: 'Phone', fr: 'Téléphone' },
  type: line({ input: 'tel' }),
  default: null,
  searched: true,
  en: 'The phone number.',
  fr: 'Le numéro de téléphone.',
} as const

export const descriptionField = (preset?: Preset) => ({
  label: { en: 'Description', fr: 'Description' },
  type: html(),
  lives: 'text' as const,
  searched: true as const,
  ...preset,
  en: 'The description, as HTML or plain text; it is sanitized.',
  fr: 'La description, en HTML ou en texte brut ; elle est assainie.',
  read: { en: 'The description, as HTML.', fr: 'La description, en HTML.' },
})

const anyField: Sentence = {
  en: 'Only records where one and the same field has all these words.',
  fr: 'Seulement les fiches dont un même champ contient tous ces mots.',
}

/** The wide search of lists other than those of events. */
export const wideFilter = (many: Sentence) => ({
  q: {
    type: search(),
    addition: true,
    en: `Only ${many.en} that have each of these words in any of their searched fields. In words of five letters or more one typo is tolerated.`,
    fr: `Seulement les ${many.fr} dont les champs de recherche contiennent chacun de ces mots, dans l’un ou l’autre champ. Une lettre fausse est tolérée dans les mots de cinq lettres ou plus.`,
  },
})

/** List parameters of every record with a status, and those of its own. */
export const plainFilters = <const P extends Params = Record<never, never>>(
  many: Sentence,
  { own, searched = anyField }: { own?: P; searched?: Sentence } = {},
) => ({
  ...pagingParams(many),
  search: { type: search(), ...searched },
  ...wideFilter(many),
  ...(own as P),
  ...changeFilters,
  ...statusFilter,
  ...fallbackParam,
  ...missingParam,
})

const anyContact: Sentence = {
  en: 'Only records where one and the same field (name, description, contact fields) has all these words.',
  fr: 'Seulement les fiches dont un même champ (nom, description, coordonnées) contient tous ces mots.',
}

/** List parameters that venues and organizers share. */
export const linkedFilters = (many: Sentence) =>
  plainFilters(many, { searched: anyContact, own: linkedOwn(many) })

const linkedOwn = (many: Sentence) => ({
  event: {
    type: reference('event', { zero: true }),
    en: `Only ${many.en} linked to the event with this ID.`,
    fr: `Seulement les ${many.fr} liés à l’évènement qui a cet ID.`,
  },
  has_events: {
    type: word(undefined),
    en: `With a true value, only ${many.en} that have events; with any other, only those that have none.`,
    fr: `Avec une valeur vraie, seulement les ${many.fr} qui ont des évènements ; avec une autre, ceux qui n’en ont pas.`,
  },
  only_with_upcoming: {
    type: word(undefined),
    default: false,
    en: `Only ${many.en} that have events which are not over yet.`,
    fr: `Seulement les ${many.fr} qui ont des évènements encore à venir ou en cours.`,
  },
  sort: {
    type: oneOf(['name', '-name', 'modified', '-modified', 'created', '-created']),
    addition: true,
    en: 'The order, instead of newest publication first: name, modified (the last change), or created; with a minus sign, from the end.',
    fr: 'L’ordre, au lieu de la publication la plus récente d’abord : name, modified (la dernière modification) ou created (la création) ; avec un signe moins, depuis la fin.',
  },
  ...sourceFilters,
})

/** `translations` of a record; the resource is given by a function, since it holds the field itself (M3, M9). */
export const translationsField = (resource: () => Resource) => ({
  type: translations(resource),
  label: { en: 'Translations', fr: 'Traductions' },
  lives: 'never' as const,
  addition: true as const,
  en: 'Texts in other languages, by language code; null deletes a translation.',
  fr: 'Les textes dans d’autres langues, par code de langue ; null supprime une traduction.',
})

/** The password of an event, on its routes by ID and slug (X4). */
export const passwordParam = {
  password: {
    type: {
      ...secret(),
      clears: [],
      check: (input: unknown) =>
        typeof input === 'string' && input !== '' ? { value: input } : fieldError(notAPassword),
    },
    en: 'The password that opens a protected event.',
    fr: 'Le mot de passe qui ouvre un évènement protégé.',
  } satisfies Param,
}
