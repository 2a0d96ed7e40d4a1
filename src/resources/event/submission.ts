import { derived, optional } from '../../define/derived.ts'
import { type FieldType, fieldError, type Sentence, value } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import type { Row } from '../../define/record.ts'
import { dateTime, exact, text } from '../../define/schema.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'
import { formatWall } from '../../define/time/clock.ts'

/** The submitter of an event, with their note to the editors. */
export type Submission = {
  name: string
  email: string
  note: string
  /** The moment of their consent to storage: Unix seconds. */
  agreed: number
  /** That of the form; earlier versions did not store it. */
  language?: Language
  /** The sealed token of the link by which they correct it; earlier versions had none. */
  key?: string
}

/** The stored submitter of an event; undefined without one, or after erasure. */
export function submissionIn({ submission }: Row): Submission | undefined {
  return typeof submission === 'string' ? JSON.parse(submission) : undefined
}

const erasedOnly: Sentence = {
  en: '{name} comes from the public form and cannot be written. Expected null, which erases it.',
  fr: '{name} vient du formulaire public et ne s’écrit pas. Attendu : null, qui l’efface.',
}

/** The contact details of a proposal; editors can erase them. */
const submissionType = (): FieldType<string | null, object, string> => ({
  index: { type: 'string' },
  accepts: { type: ['string', 'null'], maxLength: 0 },
  returns: { type: 'object' },
  column: 'text',
  store: () => null,
  clears: [null, '', 'list'],
  check: input => (input === '' ? value('') : fieldError({ sentence: erasedOnly })),
  sample: '',
})

export const submissionField = {
  label: { en: 'Proposed by', fr: 'Proposé par' },
  type: submissionType(),
  addition: true,
  en: 'Who proposed the event by the public form; null erases it.',
  fr: 'Qui a proposé l’évènement par le formulaire public ; null l’efface.',
} as const

/** Only in responses to editors with `context=edit`. */
export const submissionItem = optional(
  derived<(Pick<Submission, 'name' | 'email' | 'note'> & { agreed: string }) | undefined>(
    exact(
      {
        en: 'Who proposed the event by the public form; editors see it with context=edit.',
        fr: 'Qui a proposé l’évènement par le formulaire public ; les éditeurs le voient avec context=edit.',
      },
      {
        name: text({ en: 'Their name.', fr: 'Son nom.' }),
        email: text({ en: 'Their e-mail address.', fr: 'Son adresse e-mail.' }),
        note: text({ en: 'Their message to the editors.', fr: 'Son message aux éditeurs.' }),
        agreed: dateTime({
          en: 'The time of their consent to its storage, in UTC.',
          fr: 'La date à laquelle cette personne a accepté cette conservation, en UTC.',
        }),
      },
    ),
    ({ record, isForEditors }) => {
      const submission = isForEditors ? submissionIn(record.facts) : undefined
      if (!submission) return undefined
      const { name, email, note, agreed } = submission
      return { name, email, note, agreed: formatWall(agreed) }
    },
  ),
)

/** What a report says of a published event: something is wrong on its page, it is cancelled, or it has changed. */
export const reportWords = ['mistake', 'cancelled', 'changed'] as const

/** A report on a published event. */
export type Report = {
  event: number
  what: (typeof reportWords)[number]
  note: string
  /** The fields that its sender would write otherwise. */
  change: Values
  /** A visitor who wants to be reached; `agreed`: the moment of their consent to storage, in Unix seconds. */
  sender: { name: string; email: string; agreed: number } | undefined
  /** The account that sent it; 0: a visitor. */
  user: number
  /** The language of its note, and of the texts in its change. */
  language: Language | undefined
  at: number
  /** When an editor closed it, in Unix seconds, and the account. Without: it waits. */
  closed?: { at: number; by: number } | undefined
}

export const reportFacts = ({ change, sender, language, closed, ...plain }: Report): Row => ({
  ...plain,
  change: JSON.stringify(change),
  sender: sender ? JSON.stringify(sender) : null,
  language: language ?? null,
  closed: closed?.at ?? null,
  closed_by: closed?.by ?? null,
})

export const reportIn = (facts: Row): Report => ({
  event: Number(facts.event),
  what: reportWords.find(word => word === facts.what) ?? 'mistake',
  note: String(facts.note ?? ''),
  change: JSON.parse(String(facts.change ?? '{}')),
  sender: facts.sender ? JSON.parse(String(facts.sender)) : undefined,
  user: Number(facts.user ?? 0),
  language: isLanguage(facts.language) ? facts.language : undefined,
  at: Number(facts.at),
  closed: facts.closed ? { at: Number(facts.closed), by: Number(facts.closed_by) } : undefined,
})
