import type { FieldError, Language, Reference, Sentence } from './field-type.ts'
import { type DatedKind, isDated, type TreeKind } from './record.ts'
import { formatMessage } from './text/language.ts'

/** The error of a parameter, with what is expected instead (E6). `{name}` is the parameter. */
const refusal = (en: string, fr: string, params?: FieldError['params']): FieldError => ({
  sentence: { en, fr },
  ...(params && { params }),
})

const basicTypes = {
  boolean: { en: 'a boolean. Expected true or false', fr: 'un booléen. Attendu : true ou false' },
  integer: {
    en: 'an integer. Expected a whole number',
    fr: 'un entier. Attendu : un nombre entier',
  },
  number: {
    en: 'a number. Expected one such as 45.5',
    fr: 'un nombre. Attendu : un nombre tel que 45.5',
  },
  string: { en: 'a string. Expected text', fr: 'une chaîne de caractères. Attendu : un texte' },
  object: {
    en: 'an object. Expected names and values',
    fr: 'un objet. Attendu : des noms et des valeurs',
  },
  array: { en: 'an array. Expected a list', fr: 'un tableau. Attendu : une liste' },
} satisfies Record<string, Sentence>

/** A value of the wrong basic type. */
export const wrongType = (type: keyof typeof basicTypes): FieldError => ({
  code: 'rest_invalid_type',
  ...refusal(`{name} is not ${basicTypes[type].en}.`, `{name} n’est pas ${basicTypes[type].fr}.`),
})

export const tooLong = (limit: number): FieldError => ({
  code: 'rest_too_long',
  ...refusal(
    '{name} is too long. Expected at most {limit} {limit|character|characters}.',
    '{name} est trop long. Attendu : {limit} {limit|caractère|caractères} au plus.',
    { limit },
  ),
})

export const tooMany = (limit: number): FieldError =>
  refusal(
    '{name} has too many items. Expected at most {limit}.',
    '{name} contient trop d’éléments. Attendu : {limit} au plus.',
    { limit },
  )

/** A word outside of a closed choice. */
export const notAmong = (words: readonly string[]): FieldError =>
  refusal(
    '{name} is not one of the possible values. Expected one of: {words}.',
    '{name} n’est pas une valeur possible. Attendu : une de ces valeurs : {words}.',
    { words: words.join(', ') },
  )

export const tooManyToSort = (limit: number): FieldError =>
  refusal(
    'Tables of more than {limit} records cannot be sorted. Filter them first.',
    'Les tableaux de plus de {limit} fiches ne peuvent pas être triés. Filtrez-les d’abord.',
    { limit },
  )

export const notEmpty = refusal(
  '{name} is empty. Expected a value.',
  '{name} est vide. Attendu : une valeur.',
)

/** A required field, sent to be emptied. */
export const notClearable = refusal(
  '{name} is required and cannot be cleared. Expected a value.',
  '{name} est obligatoire et ne peut pas être vidé. Attendu : une valeur.',
)

export const onlyWhitespace = refusal(
  '{name} contains only whitespace or markup. Expected text.',
  '{name} ne contient que des espaces ou du balisage. Attendu : un texte.',
)

export const required = refusal(
  '{name} is missing. It is required.',
  '{name} manque. Ce champ est obligatoire.',
)

/** A date that no calendar has (T13). */
export const noSuchDay = ([before, after]: readonly [string, string]): FieldError =>
  refusal(
    '{name} is a date that does not exist. The nearest are {before} and {after}.',
    '{name} est une date qui n’existe pas. Les plus proches sont {before} et {after}.',
    { before, after },
  )

export const notADate = refusal(
  '{name} is not a date. Expected 2026-12-05, 2026-12-05 20:00, or words such as tomorrow.',
  '{name} n’est pas une date. Attendu : 2026-12-05, 2026-12-05 20:00, ou des mots tels que demain.',
)

export const beyondTime = refusal(
  '{name} is out of range. Expected a date in the years 1 to 9999.',
  '{name} est hors limites. Attendu : une date entre les années 1 et 9999.',
)

export const notAZone = refusal(
  '{name} is not a time zone. Expected a name such as Europe/Paris, UTC, or an offset such as UTC+2.',
  '{name} n’est pas un fuseau horaire. Attendu : un nom tel que Europe/Paris, UTC, ou un décalage tel que UTC+2.',
)

export const notAUrl = refusal(
  '{name} is not a URL. Expected one such as https://www.example.org/, with http://, https:// or ftp:// and at most 2,000 characters.',
  '{name} n’est pas une URL. Attendu : une URL telle que https://www.example.org/, avec http://, https:// ou ftp:// et 2 000 caractères au plus.',
)

export const notAnEmail = refusal(
  '{name} does not look like an e-mail address. Expected one such as name@example.org.',
  '{name} ne ressemble pas à une adresse e-mail. Attendu : une adresse telle que nom@example.org.',
)

export const notAWebUrl = (sample: string): FieldError =>
  refusal(
    '{name} is not a web URL. Expected one such as {sample}, with http:// or https:// and at most 2,000 characters.',
    '{name} n’est pas une URL du web. Attendu : une URL telle que {sample}, avec http:// ou https:// et 2 000 caractères au plus.',
    { sample },
  )

export const notACost = refusal(
  '{name} is not valid. Expected text, a number, or a list of them, with at most 255 characters in all.',
  '{name} n’est pas valide. Attendu : un texte, un nombre, ou une liste de ceux-ci, de 255 caractères au plus en tout.',
)

export const notACount = refusal(
  '{name} is not valid. Expected a whole number, 1 or more.',
  '{name} n’est pas valide. Attendu : un nombre entier, 1 ou plus.',
)

export const notASlug = refusal(
  '{name} is not a slug. Expected one such as summer-fair.',
  '{name} n’est pas un slug. Attendu : un slug tel que summer-fair.',
)

export const notASearch = refusal(
  '{name} is empty or not text. Expected the words to search for.',
  '{name} est vide ou n’est pas un texte. Attendu : les mots à chercher.',
)

export const notAPassword = refusal(
  '{name} is empty or not text. Expected the password of the event.',
  '{name} est vide ou n’est pas un texte. Attendu : le mot de passe de l’évènement.',
)

export const notFilled = refusal(
  '{name} is empty or not text. Expected text.',
  '{name} est vide ou n’est pas un texte. Attendu : un texte.',
)

export const notACursor = refusal(
  '{name} is not a cursor. Expected that of another response, or “start”.',
  '{name} n’est pas un curseur. Attendu : celui d’une autre réponse, ou « start ».',
)

export const notDegrees = (max: number): FieldError =>
  refusal(
    '{name} is not valid. Expected a number of degrees from -{most} to {most}, such as 45.5.',
    '{name} n’est pas valide. Attendu : un nombre de degrés de -{most} à {most}, tel que 45.5.',
    { most: max },
  )

export const notAPoint = refusal(
  '{name} is not a point. Expected percentages of the width and the height, such as {example}.',
  '{name} n’est pas un point. Attendu : des pourcentages de la largeur et de la hauteur, tels que {example}.',
  { example: '{"x": 30, "y": 70}' },
)

export const notPerCent = refusal(
  '{name} is not valid. Expected a number from 0 to 100.',
  '{name} n’est pas valide. Attendu : un nombre de 0 à 100.',
)

export const notAnImage = refusal(
  '{name} is not valid. Expected the ID of a stored image, or a URL that begins with http:// or https://.',
  '{name} n’est pas valide. Attendu : l’ID d’une image enregistrée, ou une URL qui commence par http:// ou https://.',
)

export const noNewImages = refusal(
  '{name} names a new image, and you are not allowed to add images. Expected the ID of a stored image.',
  '{name} désigne une nouvelle image, et vous n’avez pas le droit d’en ajouter. Attendu : l’ID d’une image enregistrée.',
)

export const notTexts = refusal(
  '{name} is not valid. Expected an object of texts by language, such as {example}.',
  '{name} n’est pas valide. Attendu : un objet de textes par langue, tel que {example}.',
  { example: '{"fr": {"description": "…"}}' },
)

export const notALanguage = refusal(
  '{name} is not a language. Expected en or fr.',
  '{name} n’est pas une langue. Attendu : en ou fr.',
)

export const notTextsOfOne = refusal(
  '{name} is not valid. Expected an object of texts, or null to delete this translation.',
  '{name} n’est pas valide. Attendu : un objet de textes, ou null pour supprimer cette traduction.',
)

export const publishOnly = refusal(
  '{name} is not allowed without authentication. Expected publish.',
  '{name} n’est pas autorisé sans authentification. Attendu : publish.',
)

/** The nouns of a record in sentences: `an event`, `no event`. */
type RecordWords = { one: Sentence; none: Sentence }
const words: Record<Reference, RecordWords> = {
  event: word('an event', 'no event', 'un évènement', 'aucun évènement'),
  venue: word('a venue', 'no venue', 'un lieu', 'aucun lieu'),
  organizer: word('an organizer', 'no organizer', 'un organisateur', 'aucun organisateur'),
  category: word('a category', 'no category', 'une catégorie', 'aucune catégorie'),
  tag: word('a tag', 'no tag', 'une étiquette', 'aucune étiquette'),
  image: word('an image', 'no image', 'une image', 'aucune image'),
  user: word('a user', 'no user', 'un utilisateur', 'aucun utilisateur'),
}

const anyRecord = word('a record', 'no record', 'une fiche', 'aucune fiche')
const wordsOf = (kind: Reference) => words[kind] ?? anyRecord

function word(one: string, none: string, un: string, aucun: string): RecordWords {
  return { one: { en: one, fr: un }, none: { en: none, fr: aucun } }
}

export const notAnId = (kind: Reference): FieldError =>
  refusal(
    `{name} is not an ID. Expected the ID of ${wordsOf(kind).one.en}, such as 13.`,
    `{name} n’est pas un ID. Attendu : l’ID d’${wordsOf(kind).one.fr}, tel que 13.`,
  )

export const notIds = refusal(
  '{name} is not a list of IDs. Expected whole numbers above 0, such as 12,13.',
  '{name} n’est pas une liste d’ID. Attendu : des nombres entiers supérieurs à 0, tels que 12,13.',
)

export const notTerms = (kind: Reference): FieldError =>
  refusal(
    `{name} is not valid. Expected the ID, name or slug of ${wordsOf(kind).one.en}, or a list of them with at most 100 items.`,
    `{name} n’est pas valide. Attendu : l’ID, le nom ou le slug d’${wordsOf(kind).one.fr}, ou une liste de 100 éléments au plus.`,
  )

export const notLinks = (kind: Reference): FieldError =>
  refusal(
    `{name} is not valid. Expected the ID of ${wordsOf(kind).one.en}, its data as an object, or a list of them with at most 100 items.`,
    `{name} n’est pas valide. Attendu : l’ID d’${wordsOf(kind).one.fr}, ses données en objet, ou une liste de 100 éléments au plus.`,
  )

/** An ID that no record of the kind has. */
export const unknownId = (kind: Reference, id: unknown): FieldError =>
  refusal(
    `{name} is unknown: ${wordsOf(kind).none.en} has the ID {id}.`,
    `{name} est inconnu : ${wordsOf(kind).none.fr} n’a l’ID {id}.`,
    { id: cut(id) },
  )

export const unknownSlug = (kind: Reference, slug: unknown): FieldError =>
  refusal(
    `{name} is unknown: ${wordsOf(kind).none.en} has the slug “{slug}”.`,
    `{name} est inconnu : ${wordsOf(kind).none.fr} n’a le slug « {slug} ».`,
    { slug: cut(slug) },
  )

/** A word of a filter that is neither the slug nor the ID of a term. */
export const unknownTerm = (kind: Reference, term: unknown): FieldError =>
  refusal(
    `{name} is unknown: ${wordsOf(kind).none.en} has the slug or ID “{term}”.`,
    `{name} est inconnu : ${wordsOf(kind).none.fr} n’a le slug ou l’ID « {term} ».`,
    { term: cut(term) },
  )

/** A parent that would make a record its own ancestor. */
export const ownParent = (kind: DatedKind | TreeKind): FieldError =>
  isDated(kind)
    ? refusal(
        '{name} is the event itself or a part of it. Expected the ID of another event.',
        '{name} est l’évènement lui-même ou l’un de ceux qui en font partie. Attendu : l’ID d’un autre évènement.',
      )
    : refusal(
        '{name} is the category itself or one below it. Expected the ID of another category.',
        '{name} est la catégorie elle-même ou l’une de ses sous-catégories. Attendu : l’ID d’une autre catégorie.',
      )

/** Errors repeat the sent value, up to a limit. */
const maxRepeated = 60
const cut = (sent: unknown) => String(sent).slice(0, maxRepeated).toWellFormed()

/** Field errors inside an object that was sent as one parameter, by their path within it. */
export const nested = (within: [path: string, fieldError: FieldError][]): FieldError => ({
  ...refusal('{name} has invalid fields.', '{name} contient des champs non valides.'),
  // names are the caller's own: not all of them are repeated
  within: within.slice(0, 20),
})

/** The message for one parameter; for an object, those for each field in it, by its path: `venue.website`. */
export function fieldErrorMessage(
  name: string,
  { sentence, params, within }: FieldError,
  language: Language,
): string {
  if (!within) return formatMessage(sentence, language, { ...params, name })
  return within
    .map(([inner, fieldError]) =>
      fieldErrorMessage(name === '' ? cut(inner) : `${name}.${cut(inner)}`, fieldError, language),
    )
    .join(' ')
}
