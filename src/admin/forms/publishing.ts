import { isObject } from '../../define/base/objects.ts'
import type { Form } from './model.ts'
import { linkedOf, type StoredLink, type Values } from './values.ts'

/** A button of the box of publication: its word, the status that it requests, and the message afterwards. */
export type Way = {
  word:
    | 'publish'
    | 'publishPrivately'
    | 'schedule'
    | 'update'
    | 'save'
    | 'saveDraft'
    | 'savePending'
    | 'submit'
    | 'toDraft'
  message: 'published' | 'scheduled' | 'saved' | 'submitted'
  status?: string
}

/** `stored`: nothing of a new record. `date`: of the publication, as it is typed, on the clock of the site; `now` on the same. */
export type Standing = {
  stored: string
  wanted: string
  mayPublish: boolean
  date: string
  now: string
}

const published = new Set(['publish', 'future', 'private'])

/** The possible next states of a record, the most likely first; the server decides. */
export function waysOf({ stored, wanted, mayPublish, date, now }: Standing): [Way, ...Way[]] {
  // to the minute: a date that was just stored has seconds
  const isLater = date.slice(0, now.length) > now
  const toDraft: Way = { word: 'toDraft', message: 'saved', status: 'draft' }
  const pending: Way = { word: 'savePending', message: 'saved', status: 'pending' }
  const draft: Way = { word: 'saveDraft', message: 'saved', status: 'draft' }
  if (!mayPublish)
    return stored === 'pending'
      ? [{ ...pending, word: 'update' }, toDraft]
      : published.has(stored)
        ? [{ word: 'update', message: 'saved' }]
        : [{ word: 'submit', message: 'submitted', status: 'pending' }, draft]
  const out = outWay(stored, wanted, isLater)
  if (published.has(stored)) return [out, toDraft]
  return [out, stored === 'pending' ? pending : draft]
}

function outWay(stored: string, wanted: string, isLater: boolean): Way {
  if (wanted === 'private')
    return stored === 'private'
      ? { word: 'update', message: 'saved' }
      : { word: 'publishPrivately', message: 'published', status: 'private' }
  if (isLater)
    return stored === 'future'
      ? { word: 'update', message: 'saved' }
      : { word: 'schedule', message: 'scheduled', status: 'publish' }
  if (stored === 'publish') return { word: 'update', message: 'saved' }
  return { word: 'publish', message: 'published', status: 'publish' }
}

type Autosaved = {
  /** True if the title and every other required field have a value. */
  isComplete: boolean
  stored: string
  hasStatus: boolean
  mayChange: boolean
}

/** True for a draft that may be saved while the user types. Published records and those that wait for review never are. */
export const isAutosaved = ({ isComplete, stored, hasStatus, mayChange }: Autosaved) =>
  isComplete && hasStatus && mayChange && (stored === '' || stored === 'draft')

/** The stored records that a record is linked to: those of other fields than categories and tags. */
export function linksOf({ fields }: Pick<Form, 'fields'>, { facts }: Values): StoredLink[] {
  const links: StoredLink[] = []
  for (const { as, name } of fields) {
    const value = facts[name]
    if (as === 'records' && Array.isArray(value))
      for (const one of value) if ('id' in one) links.push(one)
  }
  return links
}

export type Link = StoredLink & { kind: 'venue' | 'organizer' }

/** The venues and organizers of an event as the API shows it. */
export const linksIn = (event: { venue?: unknown; organizer?: unknown }): Link[] =>
  (['venue', 'organizer'] as const).flatMap(kind =>
    linkedOf(event[kind]).map(one => ({ ...one, kind })),
  )

/** The links that a publication has made public too, and those that visitors still do not see. */
export function shownWith<L extends StoredLink>(before: readonly L[], after: readonly L[]) {
  const unseen = new Set(before.flatMap(({ id, isUnseen }) => (isUnseen ? [id] : [])))
  return {
    also: after.filter(({ id, isUnseen }) => !isUnseen && unseen.has(id)),
    hidden: after.filter(({ isUnseen }) => isUnseen),
  }
}

/** The visitor who proposed an event, for users who may know; erased ones are gone. */
export function senderOf(record: Readonly<Record<string, unknown>> | undefined) {
  const { name, email } = isObject(record?.submission) ? record.submission : {}
  return email ? { name: String(name ?? ''), email: String(email) } : undefined
}
