import { setTimeout as wait } from 'node:timers/promises'
import type { FetchPage, Source } from './item.ts'

/** The longest pause between two requests, and the shortest time from the beginning of one to the next, in milliseconds. */
const maxPause = 2000
const minEvery = 100
const largestAnswer = 32 * 1024 * 1024

/**
 * Sends GETs one after the other, with pauses as long as the responses take: a slow site gets fewer requests. Credentials go only to the host of the
 * site.
 */
export function politely(
  { fetch, signal }: Source,
  authorization: string | undefined,
  host: string,
): FetchPage {
  let before: Promise<unknown> = Promise.resolve()
  return (url, how = {}) => {
    const own = authorization && new URL(url).host === host ? { authorization } : {}
    const next = before.then(async () => {
      signal.throwIfAborted()
      const started = performance.now()
      const fetched = await fetch(url, {
        maxBytes: largestAnswer,
        ...how,
        headers: { ...how.headers, ...own },
      })
      const taken = performance.now() - started
      const pause = Math.max(Math.min(taken, maxPause), minEvery - taken)
      // an aborted pause is thrown by the next request, if there is one
      before = wait(pause, undefined, { signal }).catch(() => {})
      return fetched
    })
    before = next.catch(() => {})
    return next
  }
}

/**
 * Returns a check whether programs may read a path of the site, by its robots.txt. The rules for all programs apply, and the longest one that fits
 * decides.
 */
export async function robotsOf(base: string, fetch: FetchPage): Promise<(url: string) => boolean> {
  // what has no host has no rules, and nothing that may be read
  if (!URL.canParse('/robots.txt', base)) return () => false
  const fetched = await fetch(new URL('/robots.txt', base).href, {
    accept: ['text/plain'],
    maxBytes: 512 * 1024,
  })
  if ('refused' in fetched) return () => true
  const rules: { path: string; isAllowed: boolean }[] = []
  let isForAll = false
  let wasAgent = false
  for (const line of new TextDecoder().decode(fetched.bytes).split(/\r?\n|\r/)) {
    const [, name = '', value = ''] = /^\s*([a-z-]+)\s*:\s*([^#\s]*)/i.exec(line) ?? []
    const key = name.toLowerCase()
    if (key === 'user-agent') {
      const appliesToUs = value === '*' || /^almanac/i.test(value)
      isForAll = wasAgent ? isForAll || appliesToUs : appliesToUs
      wasAgent = true
    } else if (key !== '') wasAgent = false
    if (isForAll && value !== '' && (key === 'disallow' || key === 'allow'))
      rules.push({ path: value.slice(0, 500), isAllowed: key === 'allow' })
  }
  rules.sort((a, b) => b.path.length - a.path.length || Number(b.isAllowed) - Number(a.isAllowed))
  return url => {
    const { pathname, search } = new URL(url)
    return rules.find(({ path }) => isUnder(path, pathname + search))?.isAllowed ?? true
  }
}

/** An asterisk matches anything, a dollar sign the end. The time is linear in the length of a rule. */
function isUnder(rule: string, path: string): boolean {
  const isAnchored = rule.endsWith('$')
  const parts = (isAnchored ? rule.slice(0, -1) : rule).split('*')
  let at = 0
  for (const [number, part] of parts.entries()) {
    const index = number === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at)
    if (index < 0) return false
    at = index + part.length
  }
  return (
    !isAnchored || at === path.length || (parts.length > 1 && path.endsWith(parts.at(-1) ?? ''))
  )
}
