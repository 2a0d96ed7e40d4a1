import { useState, useSyncExternalStore } from 'react'
import type { scopes } from '../../../define/scopes.ts'
import type { Language } from '../../../define/text/language.ts'
import { withFact } from '../../forms/dates.ts'
import { nothingWrong, type Wrong } from '../../forms/errors.ts'
import type { Form } from '../../forms/model.ts'
import { asTyped, isChanged, rebased, type Value, type Values } from '../../forms/values.ts'
import type { Opened } from './open.ts'
import { noTrial, type Trial } from './trial.ts'

export type Scope = (typeof scopes)[number]
export const scopeLabels = {
  this: 'scopeThis',
  following: 'scopeFollowing',
  all: 'scopeAll',
} as const

type State = {
  opened: Opened
  values: Values
  wrong: Wrong
  /** Texts that inputs could not read as values, by the name of their errors: nothing is saved without them. */
  unread: Wrong['facts']
  /** The number of refusals: each one moves the focus to the first input with an error. */
  refusals: number
  scope: Scope
  trial: Trial
  /** True once “With a password” is chosen: the record is not published without one. */
  isProtected: boolean
}

/**
 * The typed values, their errors, and whether any of them is unsaved. Each input reads its own part (`useOf`), so a key draws one input again and not
 * the form: 5 ms of the browser instead of 30 to 70.
 */
function openEdits(form: Form, first: Opened, typed?: Values) {
  let state: State = {
    opened: first,
    values: typed
      ? { facts: { ...first.values.facts, ...typed.facts }, texts: typed.texts }
      : first.values,
    wrong: nothingWrong(),
    unread: {},
    refusals: 0,
    scope: 'this',
    trial: noTrial(),
    isProtected: false,
  }
  const readers = new Set<() => void>()
  const set = (change: Partial<State>) => {
    state = { ...state, ...change }
    for (const read of readers) read()
  }
  const isDirty = lastOf((stored: Values, values: Values) => isChanged(form, stored, values))
  const parts = {
    subscribe(reader: () => void) {
      readers.add(reader)
      return () => void readers.delete(reader)
    },
    get opened() {
      return state.opened
    },
    get values() {
      return state.values
    },
    get wrong() {
      return state.wrong
    },
    get refusals() {
      return state.refusals
    },
    get scope() {
      return state.scope
    },
    get trial() {
      return state.trial
    },
    get lacksPassword() {
      return state.isProtected && state.values.facts.password === ''
    },
    get isProtected() {
      return state.isProtected
    },
    get unread() {
      return state.unread
    },
    get isDirty() {
      return hasUnread(state) || isDirty(state.opened.values, state.values)
    },
  }
  return Object.assign(
    parts,
    actsOn(form, () => state, set),
  )
}

const hasUnread = ({ unread }: State) => Object.keys(unread).length > 0

/** Everything that changes what is typed. */
function actsOn(form: Form, now: () => State, set: (change: Partial<State>) => void) {
  function setFact(name: string, value: Value) {
    const { values, wrong } = now()
    const { [name]: was, ...facts } = wrong.facts
    set({
      values: { ...values, facts: withFact(form, values.facts, name, value) },
      ...(was !== undefined && { wrong: { ...wrong, facts } }),
    })
  }
  return {
    setValues: (values: Values) => set({ values }),
    refuse: (wrong: Wrong) => set({ wrong, refusals: now().refusals + 1 }),
    /** Notes that an input could not read its text, or that it now can. */
    setUnread(name: string, error: string | undefined) {
      const { unread, wrong } = now()
      if (unread[name] === error) return
      const { [name]: _, ...others } = unread
      const { [name]: was, ...facts } = wrong.facts
      set({
        unread: error === undefined ? others : { ...others, [name]: error },
        ...(was !== undefined && { wrong: { ...wrong, facts } }),
      })
    },
    setTrial: (trial: Trial) => set({ trial }),
    setScope: (scope: Scope) => set({ scope }),
    setProtected: (isProtected: boolean) => set({ isProtected }),
    /** Takes the stored record; values typed since it was sent stay. */
    take(stored: Opened, sent: Values) {
      const values = rebased(form, sent, stored.values, now().values)
      set({ opened: stored, values, wrong: nothingWrong() })
    },
    /** The same after an automatic save: typed texts stay as they are, trailing spaces too. */
    takeAlone(stored: Opened, sent: Values) {
      const asSent = asTyped(form, stored.values, sent)
      const values = rebased(form, sent, asSent, now().values)
      set({ opened: { ...stored, values: asSent }, values })
    },
    /** The record as it is stored now, and what is to be saved of it. */
    restart: (stored: Opened, chosen: Values) =>
      set({ opened: stored, values: chosen, wrong: nothingWrong() }),
    setFact,
    /** Sets the date that follows another, if one does. */
    endOf(name: string): ((value: string) => void) | undefined {
      const end = form.fields.find(({ follows }) => follows === name)
      return end && (value => setFact(end.name, value))
    },
    /** All texts of a language at once. */
    setTexts(language: Language, texts: Record<string, string>) {
      const { values } = now()
      set({ values: { ...values, texts: { ...values.texts, [language]: texts } } })
    },
    setText(language: Language, name: string, text: string) {
      const { values, wrong } = now()
      const { [name]: was, ...left } = wrong.texts[language]
      const texts = { ...values.texts[language], [name]: text }
      set({
        values: { ...values, texts: { ...values.texts, [language]: texts } },
        ...(was !== undefined && {
          wrong: { ...wrong, texts: { ...wrong.texts, [language]: left } },
        }),
      })
    },
  }
}

export type Edits = ReturnType<typeof openEdits>

export const useEdits = (form: Form, first: Opened, typed?: Values): Edits =>
  useState(() => openEdits(form, first, typed))[0]

/** One part of the typed values; its reader is drawn again when that part changes. `part` returns a word, or a value of the edits. */
export const useOf = <T>(edits: Edits, part: (edits: Edits) => T): T =>
  useSyncExternalStore(edits.subscribe, () => part(edits))

/** Memoizes a function of two values for the last pair. */
function lastOf<A, B, R>(make: (a: A, b: B) => R): (a: A, b: B) => R {
  let last: { a: A; b: B; result: R } | undefined
  return (a, b) => {
    if (!last || last.a !== a || last.b !== b) last = { a, b, result: make(a, b) }
    return last.result
  }
}
