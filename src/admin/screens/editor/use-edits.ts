import { useState } from 'react'
import type { scopes } from '../../../define/scopes.ts'
import type { Language } from '../../../define/text/language.ts'
import { withFact } from '../../forms/dates.ts'
import { nothingWrong, type Wrong } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import { asTyped, isChanged, rebased, type Value, type Values } from '../../forms/values.ts'
import type { Opened } from './open.ts'

export type Scope = (typeof scopes)[number]
export const scopeLabels = {
  this: 'scopeThis',
  following: 'scopeFollowing',
  all: 'scopeAll',
} as const

/** What is typed, what is wrong with it, and whether anything of it is not saved. */
export function useEdits(form: Form, first: Opened, typed?: Values) {
  const [opened, setOpened] = useState(first)
  const [values, setValues] = useState<Values>(() =>
    typed ? { facts: { ...first.values.facts, ...typed.facts }, texts: typed.texts } : first.values,
  )
  const [wrong, setWrong] = useState<Wrong>(nothingWrong)
  const [scope, setScope] = useState<Scope>('this')
  return {
    opened,
    values,
    wrong,
    setValues,
    setWrong,
    scope,
    setScope,
    isDirty: isChanged(form, opened.values, values),
    /** The record as it is stored now; what was typed since it was sent stays. */
    take(now: Opened, sent: Values) {
      setOpened(now)
      setValues(typed => rebased(form, sent, now.values, typed))
      setWrong(nothingWrong())
    },
    /** The same after it was stored by itself: what is typed stays as it is typed, spaces at its end too. */
    takeAlone(now: Opened, sent: Values) {
      const values = asTyped(form, now.values, sent)
      setOpened({ ...now, values })
      setValues(typed => rebased(form, sent, values, typed))
    },
    /** The record as it is stored now, and what is to be saved of it. */
    restart(now: Opened, chosen: Values) {
      setOpened(now)
      setValues(chosen)
      setWrong(nothingWrong())
    },
    setFact(name: string, value: Value) {
      setValues(before => ({ ...before, facts: withFact(form, before.facts, name, value) }))
      setWrong(({ facts: { [name]: _, ...facts }, ...others }) => ({ ...others, facts }))
    },
    /** All texts of a language at once. */
    setTexts(language: Language, texts: Record<string, string>) {
      setValues(before => ({ ...before, texts: { ...before.texts, [language]: texts } }))
    },
    setText(language: Language, name: string, text: string) {
      setValues(before => ({
        ...before,
        texts: { ...before.texts, [language]: { ...before.texts[language], [name]: text } },
      }))
      setWrong(({ texts, ...others }) => {
        const { [name]: _, ...left } = texts[language]
        return { ...others, texts: { ...texts, [language]: left } }
      })
    },
  }
}

export type Edits = ReturnType<typeof useEdits>
