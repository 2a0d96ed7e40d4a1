import { namesIn } from '../../define/base/objects.ts'
import {
  type FieldError,
  type FieldType,
  type FormInput,
  fieldError,
  type Sentence,
  value,
} from '../../define/field-type.ts'
import { line } from '../../define/field-types.ts'
import type { Param, Values } from '../../define/param.ts'
import { isDated } from '../../define/record.ts'
import type { Resource } from '../../define/resource.ts'
import {
  inEachLanguage,
  type Language,
  labelIn,
  languages,
  othersThan,
} from '../../define/text/language.ts'
import { event, image, organizer, venue } from '../../resources/index.ts'
import { messages } from '../shell/submission-messages.ts'
import { dateNames } from './dates.ts'

/** One input of the form, as its field says. */
export type Input = {
  name: string
  label: Sentence
  as: FormInput | 'file'
  required: boolean
  hint: Sentence | undefined
  maxLength: number | undefined
  choices: readonly [word: string, label: Sentence][]
}

type Of = 'event' | 'venue' | 'organizer' | 'you'

/** The inputs of the form, in order, by the resource of their field. Limits, sentences and sorts of input are those of the fields. */
const inputNames = {
  event: [
    'title',
    'start_date',
    'end_date',
    'all_day',
    'description',
    'categories',
    'attendance',
    'online_url',
    'cost',
    'availability',
    'registration_url',
    'website',
    'audience',
    'accessibility',
  ],
  venue: ['venue', 'address', 'zip', 'city'],
  organizer: ['organizer', 'phone'],
  you: ['name', 'email', 'note'],
} as const satisfies Record<Of, readonly string[]>

const longLine = 200

const notAnEmail: FieldError = {
  sentence: {
    en: '{name} is not an e-mail address. Expected one such as ada@example.org.',
    fr: '{name} n’est pas une adresse e-mail. Attendu : une adresse telle que ada@example.org.',
  },
}

/** An address that mail can be sent to, as far as that can be seen. */
const email = (): FieldType<string | null, string, string> => ({
  ...line({ max: longLine, sample: 'ada@example.org', input: 'email' }),
  accepts: { type: 'string', format: 'email', maxLength: longLine },
  check: input =>
    typeof input === 'string' &&
    input.length <= longLine &&
    /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(input.trim())
      ? value(input.trim())
      : fieldError(notAnEmail),
})

/** Contact details of the visitor, for editors only. */
export const you: Record<'name' | 'email' | 'note', Param & { label: Sentence }> = {
  name: {
    label: { en: 'Your name', fr: 'Votre nom' },
    type: line({ max: longLine, sample: 'Ada' }),
    required: true,
    en: 'The name that the editors use to write to you.',
    fr: 'Le nom sous lequel les éditeurs vous écriront.',
  },
  email: {
    label: { en: 'Your e-mail address', fr: 'Votre adresse e-mail' },
    type: email(),
    required: true,
    en: 'For questions about the event.',
    fr: 'Pour des questions sur l’évènement.',
  },
  note: {
    label: { en: 'A note to the editors', fr: 'Un message aux éditeurs' },
    type: { ...line({ max: 2000 }), input: 'lines', check: longNote },
    clearable: true,
    en: 'Anything that the editors should know.',
    fr: 'Tout ce que les éditeurs devraient savoir.',
  },
}

/** What a visitor says of a mistake; nobody has to say who they are. */
export const reporter: Record<'mistake' | 'name' | 'email', Param & { label: Sentence }> = {
  mistake: {
    ...you.note,
    label: { en: 'The mistake', fr: 'L’erreur' },
    clearable: false,
    required: true,
    en: 'What is wrong, and what is right.',
    fr: 'Ce qui est faux, et ce qui est juste.',
  },
  name: { ...you.name, required: false },
  email: {
    ...you.email,
    required: false,
    en: 'For questions about the mistake.',
    fr: 'Pour des questions sur l’erreur.',
  },
}

/** Several lines, as they were typed. */
function longNote(input: unknown, context: Parameters<FieldType['check']>[1]) {
  const checked = line({ max: 2000 }).check(input, context)
  return 'value' in checked && typeof input === 'string' ? value(input.trim()) : checked
}

const owners: Record<Exclude<Of, 'you'>, Resource> = { event, venue, organizer }

/** Labels of the form that differ from those of the fields: it has a venue and an organizer next to the event. */
const called: Partial<Record<string, Sentence>> = {
  venue: messages.venue,
  organizer: messages.organizer,
  phone: messages.phone,
}

/** Hints for visitors, for inputs whose field has another sentence. */
const hints: Partial<Record<string, Sentence>> = {
  venue: messages.venueHint,
  phone: messages.phoneHint,
}

/** The inputs of a part of the form. */
export const inputsOf = (of: Of): Input[] =>
  of === 'you' ? inputNames.you.map(name => inputOf(name, you[name])) : inputsOfFields(of)

const inputsOfFields = (of: Exclude<Of, 'you'>): Input[] =>
  inputNames[of].map(name => {
    const field = owners[of].fields[name]
    if (!field) throw new Error(`The ${of} has no field ${name}.`)
    const input = inputOf(name, {
      ...field,
      label: called[name] ?? field.label,
      required: isDated(of) && field.required === true,
    })
    return { ...input, hint: hints[name] ?? input.hint }
  })

function inputOf(
  name: string,
  {
    type,
    label,
    required = false,
    en,
    fr,
  }: Sentence & { type: FieldType; label: Sentence; required?: boolean | undefined },
): Input {
  const { maxLength } = type.accepts
  const as = type.input ?? 'line'
  return {
    name,
    label,
    as,
    required,
    hint: needsHint.has(name) ? { en, fr } : undefined,
    maxLength,
    choices: Object.entries(type.choices ?? {}),
  }
}

/** Inputs whose label needs a hint. The descriptions of other fields are written for programmers. */
const needsHint: ReadonlySet<string> = new Set([
  'online_url',
  'registration_url',
  'website',
  'name',
  'email',
  'note',
  'mistake',
])

/** The image of the event, which comes as a file, and what it shows. */
export const imageInputs: readonly Input[] = [
  {
    name: 'image',
    label: event.fields.image.label,
    as: 'file',
    required: false,
    hint: messages.imageHint,
    maxLength: undefined,
    choices: [],
  },
  { ...inputOf('alt', image.fields.alt), hint: messages.altHint },
]

/** Further dates. */
export const dateInputs: readonly Input[] = dateNames.map((name, at) => ({
  ...inputOf(name, { ...event.fields.start_date, required: false }),
  label: { en: `Further date ${at + 1}`, fr: `Autre date ${at + 1}` },
}))

/** Why a published event is cancelled. */
export const reasonInput: Input = {
  ...inputOf('reason', event.fields.event_status_reason),
  label: messages.reason,
  hint: messages.reasonHint,
}

/** The texts of an event that visitors write in other languages too, if they like. */
const translated = ['title', 'description'] as const
export const translationName = (name: string, language: Language) => `${name}_${language}`

/** Their inputs. */
export const translationInputs = inEachLanguage(language =>
  translated.map(name => {
    const { label, ...field } = event.fields[name]
    return inputOf(translationName(name, language), {
      ...field,
      required: false,
      label: inEachLanguage(page => labelIn(label, language, page)),
    })
  }),
)

/** The inputs of a report. */
export const reportInputs: readonly Input[] = namesIn(reporter).map(name =>
  inputOf(name, reporter[name]),
)

export const allInputs = [
  ...namesIn(inputNames).flatMap(inputsOf),
  ...imageInputs,
  ...dateInputs,
  ...languages.flatMap(language => translationInputs[language]),
  ...reportInputs,
  reasonInput,
]

/** The typed text by name; other values of a form are ignored. */
export const typedIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, sent]) =>
      // browsers send the lines of a text as HTTP has them
      typeof sent === 'string' ? [[name, sent.replace(/\r\n?/g, '\n')]] : [],
    ),
  )

/** The name of the input that chooses one of several. */
export const choiceName = (name: string, word: string | number) => `${name}-${word}`
export const isChosen = 'yes'

/** The chosen of several: each has an input of its own. */
function chosenIn(typed: Record<string, string>, name: string): string[] {
  const begin = choiceName(name, '')
  return Object.keys(typed).flatMap(key =>
    key.startsWith(begin) && typed[key] === isChosen ? [key.slice(begin.length)] : [],
  )
}

/** The inputs of an audience. */
export const audienceParts = { family: 'family', from: 'min_age', to: 'max_age' } as const

/** The values of a draft that were not typed, and the language in which it was. */
type ResolvedParts = {
  place?: number | undefined
  recurrence: readonly string[]
  language: Language
}

const filledOf = (of: Exclude<Of, 'you'>, typed: Record<string, string>) =>
  Object.fromEntries(
    inputNames[of].flatMap(name => {
      const text = typed[name]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/** The typed texts of other languages. */
function translationsIn(typed: Record<string, string>, language: Language) {
  const written = othersThan(language).map(other => {
    const texts = translated.flatMap(name => {
      const text = typed[translationName(name, other)]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    })
    return [other, texts.length > 0 ? Object.fromEntries(texts) : null] as const
  })
  return Object.fromEntries(written)
}

function audienceIn(typed: Record<string, string>) {
  const { family, from, to } = audienceParts
  const [min_age = '', max_age = ''] = [typed[from]?.trim(), typed[to]?.trim()]
  const isFamily = typed[family] === 'true'
  return isFamily || min_age || max_age ? { family: isFamily, min_age, max_age } : undefined
}

/** The draft of an event that was typed; empty inputs are as if they were not there. */
export function draftOf(
  typed: Record<string, string>,
  { place, recurrence, language }: ResolvedParts,
): Values {
  // these have inputs of their own
  const { categories: _, accessibility: __, audience: ___, ...own } = filledOf('event', typed)
  // IDs of the list that is offered; names would be those of new ones
  const categories = chosenIn(typed, 'categories').filter(id => /^\d{1,15}$/.test(id))
  const accessibility = chosenIn(typed, 'accessibility')
  const audience = audienceIn(typed)
  const texts = Object.entries(translationsIn(typed, language)).filter(([, of]) => of !== null)
  const written = filledOf('venue', typed)
  const people = filledOf('organizer', typed)
  return {
    ...own,
    ...(categories.length > 0 && { categories }),
    ...(accessibility.length > 0 && { accessibility }),
    ...(audience && { audience }),
    ...(texts.length > 0 && { translations: Object.fromEntries(texts) }),
    ...(recurrence.length > 0 && { recurrence }),
    ...(place === undefined
      ? Object.keys(written).length > 0 && { venue: written }
      : { venue: place }),
    ...(Object.keys(people).length > 0 && { organizer: people }),
    status: 'pending',
  }
}

const cleared = [
  ...(['description', 'online_url', 'cost', 'registration_url', 'website', 'recurrence'] as const),
  ...(['availability', 'audience', 'accessibility'] as const),
]

/** The same as a change: an empty value clears its field, but a start and an end stay. */
export function changeOf(typed: Record<string, string>, parts: ResolvedParts): Values {
  return {
    ...Object.fromEntries(cleared.map(name => [name, null])),
    categories: [],
    all_day: false,
    venue: [],
    organizer: [],
    ...draftOf(typed, parts),
    translations: translationsIn(typed, parts.language),
    ...(typed.without_image === isChosen && { image: null }),
  }
}
