import type { View } from '../../define/derived.ts'
import { Problem } from '../../problem/index.ts'
import type { Content, PageRequest } from '../shell/page.ts'
import type { Reading } from '../shell/reading.ts'
import { problemPage } from './problem.ts'

/** An event as its page reads it; `isUnlocked`: by a password that was sent, so the page is for the sender alone. */
export type OpenedEvent = { view: View; reading: Reading; isUnlocked: boolean }

/** Reads the event of an address, by the password that its form sends if there is one. Wrong passwords count as in the API (A12). */
export async function openEvent(request: PageRequest): Promise<OpenedEvent> {
  const { form, params, reading, requester, world } = request
  const address = { slug: params.slug ?? '' }
  const sent = typeof form === 'object' ? form.values.password : undefined
  const password = typeof sent === 'string' ? sent : ''
  if (password === '')
    return { view: await reading.read('event', address), reading, isUnlocked: false }
  const guesses = world.guesses(requester.address)
  const unlocked = request.readingAs({ ...reading.caller, password, guesses })
  return { view: await unlocked.read('event', address), reading: unlocked, isUnlocked: true }
}

const isRefused = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'event-password-protected'

/** The page of an event, or the form for its password; a response to a password is for its sender alone, the refusal too. */
export async function orForm(request: PageRequest, page: () => Promise<Content>): Promise<Content> {
  if (!request.form) return page()
  try {
    return { ...(await page()), isPersonal: true }
  } catch (error) {
    if (!isRefused(error)) throw error
    return { ...problemPage(request, error), isPersonal: true }
  }
}
