import {
  type FieldError,
  type FieldType,
  fieldError,
  type Sentence,
  value,
} from '../../define/field-type.ts'
import { line } from '../../define/field-types.ts'
import type { Params, Values } from '../../define/param.ts'
import type { Field, Resource } from '../../define/resource.ts'
import { event } from '../../resources/event/event.ts'
import { organizer } from '../../resources/organizer/organizer.ts'
import { venue } from '../../resources/venue/venue.ts'
import type { FormWord } from './words.ts'

/** One input of the form, as its field says. */
export type Input = {
  /** In the form; also the word that names it to people. */
  name: FormWord & string
  as: 'text' | 'long' | 'url' | 'email' | 'time' | 'check' | 'choice' | 'categories'
  required: boolean
  hint: Sentence | undefined
  longest: number | undefined
  words: readonly string[]
}

type Of = 'event' | 'venue' | 'organizer' | 'you'

/** What visitors are asked, in order, by whose field it is. Limits, sentences and sorts of input are those of the fields. */
const asked = {
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
} as const satisfies Record<Of, readonly FormWord[]>

const longLine = 200

const notAnEmail: FieldError = {
  sentence: {
    en: '{name} is not an e-mail address. Expected one such as ada@example.org.',
    fr: '{name} n’est pas une adresse e-mail. Attendu : une adresse telle que ada@example.org.',
  },
}

/** An address that mail can be sent to, as far as that can be seen. */
const email = (): FieldType<string | null, string, string> => ({
  ...line({ max: longLine, sample: 'ada@example.org' }),
  accepts: { type: 'string', format: 'email', maxLength: longLine },
  check: input =>
    typeof input === 'string' &&
    input.length <= longLine &&
    /^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(input.trim())
      ? value(input.trim())
      : fieldError(notAnEmail),
})

/** What is asked of the visitor: kept for the editors, never shown to others. */
export const you: Params = {
  name: {
    type: line({ max: longLine, sample: 'Ada' }),
    required: true,
    en: 'Who the editors write to.',
    fr: 'À qui les éditeurs écriront.',
  },
  email: {
    type: email(),
    required: true,
    en: 'For questions about the event.',
    fr: 'Pour des questions sur l’évènement.',
  },
  note: {
    type: { ...line({ max: 2000 }), check: longNote },
    clearable: true,
    en: 'Anything that the editors should know.',
    fr: 'Tout ce que les éditeurs devraient savoir.',
  },
}

/** Several lines, as they were typed. */
function longNote(input: unknown, context: Parameters<FieldType['check']>[1]) {
  const checked = line({ max: 2000 }).check(input, context)
  return 'value' in checked && typeof input === 'string' ? value(input.trim()) : checked
}

const owners: Record<Exclude<Of, 'you'>, Resource> = { event, venue, organizer }

/** The inputs of a part of the form. */
export const inputsOf = (of: Of): Input[] =>
  asked[of].map(name => {
    if (of === 'you') {
      const { type, required, en, fr } = you[name] as Params[string]
      return inputOf(name, type, { required: required === true, hint: { en, fr } })
    }
    const field = owners[of].fields[name] as Field
    return inputOf(name, field.type, {
      required: of === 'event' && field.required === true,
      hint: { en: field.en, fr: field.fr },
    })
  })

function inputOf(
  name: FormWord,
  type: FieldType,
  { required, hint }: { required: boolean; hint: Sentence },
): Input {
  const {
    enum: words,
    maxLength,
    format,
  } = type.accepts as {
    enum?: readonly string[]
    maxLength?: number
    format?: string
  }
  const as = sortOf(name, type, format, maxLength)
  return {
    ...{ name, as, required },
    hint: saysItself.has(as) ? undefined : hint,
    longest: maxLength,
    words: words ?? [],
  }
}

/** Inputs that show by themselves what can be said. */
const saysItself: ReadonlySet<Input['as']> = new Set<Input['as']>([
  'choice',
  'check',
  'time',
  'categories',
])

const shortest = 1000

function sortOf(
  name: string,
  type: FieldType,
  format: string | undefined,
  longest: number | undefined,
): Input['as'] {
  if (type.termsOf ?? name === 'categories') return 'categories'
  if (type.returns.type === 'boolean') return 'check'
  if ('enum' in type.accepts) return 'choice'
  if (name.endsWith('_date')) return 'time'
  if (format === 'email') return 'email'
  if (format === 'uri-reference') return 'url'
  return (longest ?? 0) > shortest ? 'long' : 'text'
}

export const allInputs = (Object.keys(asked) as Of[]).flatMap(inputsOf)

/** What was typed, as text by name: nothing else of a form counts. */
export const typedIn = (values: Values): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, sent]) =>
      typeof sent === 'string' ? [[name, sent]] : [],
    ),
  )

/** The draft of an event that was typed; empty inputs are as if they were not there. */
export function draftOf(typed: Record<string, string>): Values {
  const filled = (of: Exclude<Of, 'you'>) =>
    Object.fromEntries(
      asked[of].flatMap(name => {
        const text = typed[name]?.trim() ?? ''
        return text === '' ? [] : [[name, text]]
      }),
    )
  const { categories, ...own } = filled('event')
  const place = filled('venue')
  const people = filled('organizer')
  return {
    ...own,
    // an ID of the list that is offered; names would be those of new ones
    ...(/^\d+$/.test(categories ?? '') && { categories }),
    ...(Object.keys(place).length > 0 && { venue: place }),
    ...(Object.keys(people).length > 0 && { organizer: people }),
    status: 'pending',
  }
}
