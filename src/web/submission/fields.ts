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
    'website',
  ],
  venue: ['venue', 'address', 'city'],
  organizer: ['organizer'],
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
}

/** Hints for visitors, for inputs whose field has another sentence. */
const hints: Partial<Record<string, Sentence>> = { venue: messages.venueHint }

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

/** The inputs of a report. */
export const reportInputs: readonly Input[] = namesIn(reporter).map(name =>
  inputOf(name, reporter[name]),
)

export const allInputs = [
  ...namesIn(inputNames).flatMap(inputsOf),
  ...imageInputs,
  ...dateInputs,
  ...reportInputs,
]

/** The typed text by name; other values of a form are ignored. */
export const typedIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, sent]) =>
      typeof sent === 'string' ? [[name, sent]] : [],
    ),
  )

/** The values of a draft that were not typed. */
type ResolvedParts = { place?: number | undefined; recurrence: readonly string[] }

const filledOf = (of: Exclude<Of, 'you'>, typed: Record<string, string>) =>
  Object.fromEntries(
    inputNames[of].flatMap(name => {
      const text = typed[name]?.trim() ?? ''
      return text === '' ? [] : [[name, text]]
    }),
  )

/** The draft of an event that was typed; empty inputs are as if they were not there. */
export function draftOf(
  typed: Record<string, string>,
  { place, recurrence }: ResolvedParts,
): Values {
  const { categories, ...own } = filledOf('event', typed)
  const written = filledOf('venue', typed)
  const people = filledOf('organizer', typed)
  return {
    ...own,
    // an ID of the list that is offered; names would be those of new ones
    ...(/^\d+$/.test(categories ?? '') && { categories }),
    ...(recurrence.length > 0 && { recurrence }),
    ...(place === undefined
      ? Object.keys(written).length > 0 && { venue: written }
      : { venue: place }),
    ...(Object.keys(people).length > 0 && { organizer: people }),
    status: 'pending',
  }
}

/** The same as a change: an empty value clears its field, but a start and an end stay. */
export function changeOf(typed: Record<string, string>, parts: ResolvedParts): Values {
  const draft = draftOf(typed, parts)
  const cleared = ['description', 'categories', 'online_url', 'cost', 'website', 'recurrence']
  return {
    ...Object.fromEntries(cleared.map(name => [name, name === 'categories' ? [] : null])),
    all_day: false,
    venue: [],
    organizer: [],
    ...draft,
    ...(typed.without_image === 'yes' && { image: null }),
  }
}
