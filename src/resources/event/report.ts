import type { Values } from '../../define/param.ts'
import type { Row } from '../../define/record.ts'
import { isLanguage, type Language } from '../../define/text/language.ts'

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
