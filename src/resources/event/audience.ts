import { isObject, namesIn } from '../../define/base/objects.ts'
import { type FieldType, fieldError, type Language, value } from '../../define/field-type.ts'
import { flag } from '../../define/field-types.ts'
import { marksOf, maxMarks } from '../../define/marks.ts'
import type { Cell } from '../../define/record.ts'
import { exact, type SchemaOf } from '../../define/schema.ts'
import { capital } from '../../define/text/capital.ts'
import { formatMessage, type Sentence } from '../../define/text/language.ts'

/** The audience of an event: families, people of an age. Ages are in years, inclusive; null means no limit. */
export type Audience = { family: boolean; min_age: number | null; max_age: number | null }

/** Groups for filters of lists. New words go to the end: their position is stored. The ages follow, except for families. */
export const audienceGroups = [
  'family',
  'toddlers',
  'children',
  'teenagers',
  'adults',
  'seniors',
] as const
type Group = (typeof audienceGroups)[number]

const oldest = 120
const ages: Record<Exclude<Group, 'family'>, [from: number, to: number]> = {
  toddlers: [0, 3],
  children: [4, 11],
  teenagers: [12, 17],
  adults: [18, 64],
  seniors: [65, oldest],
}

/** The names of these, for people. */
export const audienceNames: Record<Group, Sentence> = {
  family: { en: 'Families', fr: 'Familles' },
  toddlers: { en: 'Toddlers (0–3)', fr: 'Tout-petits (0–3 ans)' },
  children: { en: 'Children (4–11)', fr: 'Enfants (4–11 ans)' },
  teenagers: { en: 'Teenagers (12–17)', fr: 'Adolescents (12–17 ans)' },
  adults: { en: 'Adults', fr: 'Adultes' },
  seniors: { en: 'Seniors (65+)', fr: 'Séniors (65 ans et plus)' },
}

/** The groups that an event says it is for; of an event for any age, none. */
function groupsOf({ family, min_age, max_age }: Audience): Group[] {
  const [from, to] = [min_age ?? 0, max_age ?? oldest]
  const byAge = min_age === null && max_age === null ? [] : namesIn(ages)
  const met = byAge.filter(group => ages[group][0] <= to && ages[group][1] >= from)
  return family ? ['family', ...met] : met
}

// One number: the groups in the bits of `marksOf`, then seven bits for each age, one more than it is.
const [minAt, maxAt, mask] = [maxMarks, maxMarks + 7, 127]
const stored = (audience: Audience): number => {
  const { min_age, max_age } = audience
  const limits = (((min_age ?? -1) + 1) << minAt) | (((max_age ?? -1) + 1) << maxAt)
  return marksOf(audienceGroups, groupsOf(audience)) | limits
}
const ageIn = (cell: number, at: number) => {
  const age = ((cell >> at) & mask) - 1
  return age < 0 ? null : age
}

/** The stored audience; null for an event that is for everyone. */
export function audienceOf(of: Cell | undefined): Audience | null {
  const cell = Number(of ?? 0)
  if (cell === 0) return null
  return { family: (cell & 1) === 1, min_age: ageIn(cell, minAt), max_age: ageIn(cell, maxAt) }
}

const sentences = {
  family: { en: 'for families', fr: 'en famille' },
  between: { en: 'ages {from} to {to}', fr: 'de {from} à {to}\u00a0ans' },
  only: { en: 'age {from}', fr: '{from}\u00a0{from|an|ans}' },
  atLeast: { en: 'ages {from} and over', fr: 'à partir de {from}\u00a0{from|an|ans}' },
  atMost: { en: 'up to age {to}', fr: 'jusqu’à {to}\u00a0{to|an|ans}' },
} satisfies Record<string, Sentence>

/** As people read it: “For families, ages 6 to 12”. */
function labelsOf(of: Cell, language: Language): string {
  const audience = audienceOf(of)
  if (!audience) return ''
  const { family, min_age: from, max_age: to } = audience
  const age =
    from === null
      ? to !== null && formatMessage(sentences.atMost, language, { to })
      : to === null
        ? formatMessage(sentences.atLeast, language, { from })
        : formatMessage(from === to ? sentences.only : sentences.between, language, { from, to })
  return capital(
    [family && formatMessage(sentences.family, language), age].filter(Boolean).join(', '),
  )
}

const age = (en: string, fr: string): SchemaOf<number | null> => ({
  type: ['integer', 'null'],
  minimum: 0,
  maximum: oldest,
  description: { en, fr },
})
const properties = {
  family: {
    type: 'boolean',
    description: { en: 'Whether it is for families.', fr: 'Indique s’il s’adresse aux familles.' },
  } as SchemaOf<boolean>,
  min_age: age('The lowest age in years, or null.', 'L’âge minimal en années, ou null.'),
  max_age: age('The highest age in years, or null.', 'L’âge maximal en années, ou null.'),
}
const names = namesIn(properties)

const notAnAudience = {
  sentence: {
    en: '{name} is not valid. Expected an object such as {example}, with ages from 0 to 120 and min_age not above max_age.',
    fr: '{name} n’est pas valide. Attendu : un objet tel que {example}, avec des âges de 0 à 120 et min_age au plus égal à max_age.',
  },
  params: { example: '{"family": true, "min_age": 6, "max_age": 12}' },
}

/** An age as it was sent; undefined: it is none. */
function ageOf(input: unknown): number | null | undefined {
  if (input === undefined || input === null || input === '') return null
  const number = typeof input === 'string' ? Number(input.trim() || Number.NaN) : input
  return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number <= oldest
    ? number
    : undefined
}

const audienceType: FieldType<Partial<Audience> | null, Audience | null, Audience> = {
  index: { type: 'object' },
  input: 'audience',
  accepts: { type: ['object', 'null'], properties },
  returns: {
    ...exact({ en: 'Who the event is for.', fr: 'Le public de l’évènement.' }, properties),
    type: ['object', 'null'],
  },
  column: 'integer',
  clears: [null, '', 'list'],
  check(input, context) {
    if (!isObject(input)) return fieldError(notAnAudience)
    const family = flag().check(input.family || false, context)
    const [min_age, max_age] = [ageOf(input.min_age), ageOf(input.max_age)]
    if ('fieldError' in family || min_age === undefined || max_age === undefined)
      return fieldError(notAnAudience)
    if ((min_age ?? 0) > (max_age ?? oldest)) return fieldError(notAnAudience)
    return value({ family: family.value, min_age, max_age })
  },
  unknown: input =>
    Object.keys(isObject(input) ? input : {})
      .filter(name => !names.some(part => part === name))
      .map(path => ({ path, names })),
  store: audience => stored(audience) || null,
  show: audienceOf,
  masked: null,
  words: labelsOf,
  sample: { family: true, min_age: 6, max_age: 12 },
}

export const audienceField = {
  label: { en: 'Audience', fr: 'Public' },
  type: audienceType,
  addition: true,
  onPage: true,
  inFeeds: true,
  en: 'Who the event is for: family, min_age and max_age in years, as an object.',
  fr: 'Le public de l’évènement : family, min_age et max_age en années, dans un objet.',
  read: {
    en: 'Who the event is for; null for everyone.',
    fr: 'Le public de l’évènement ; null pour tout le monde.',
  },
} as const
