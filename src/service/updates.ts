import { version } from '../common/index.ts'
import type { Settings } from '../config/index.ts'
import { isObject } from '../define/base/objects.ts'
import { guardedFetch, type Refusal } from '../outside/index.ts'

/** A release, as a URL says; or why nothing is known. */
type Latest = { version: string; url?: string } | { refused: Refusal | 'content' }

/** Asks for the newest version. Nothing of this service is sent but the request. */
export async function latestVersion(url: string, settings: Settings): Promise<Latest> {
  const { fetchTimeout, fetchAllow } = settings
  const fetched = await guardedFetch(url, {
    bytes: 1_000_000,
    milliseconds: fetchTimeout,
    accept: ['application/json'],
    allow: fetchAllow,
  })
  if ('refused' in fetched) return { refused: fetched.refused }
  return releaseIn(Buffer.from(fetched.bytes).toString()) ?? { refused: 'content' }
}

function releaseIn(text: string): Latest | undefined {
  let answer: unknown
  try {
    answer = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(answer)) return undefined
  const named = answer.version ?? answer.tag_name
  const [, version] =
    (typeof named === 'string' && /^v?(\d{1,9}(?:\.\d{1,9}){2}(?:-[\w.-]{1,50})?)$/.exec(named)) ||
    []
  const url =
    typeof answer.html_url === 'string' && /^https:\/\/[!-~]+$/.test(answer.html_url)
      ? answer.html_url
      : undefined
  return version === undefined ? undefined : { version, ...(url && { url }) }
}

/** True if a version is newer than the one that runs. A version before a release, such as 1.0.0-rc.1, is older than it. */
export function isNewer(other: string, than = version): boolean {
  const [a, b] = [partsOf(other), partsOf(than)]
  const at = a.numbers.findIndex((number, index) => number !== b.numbers[index])
  if (at >= 0) return Number(a.numbers[at]) > Number(b.numbers[at])
  if (a.before === '' || b.before === '') return a.before === '' && b.before !== ''
  return a.before.localeCompare(b.before, 'en', { numeric: true }) > 0
}

function partsOf(written: string) {
  const [release = '', ...before] = written.split('-')
  return { numbers: release.split('.').map(Number), before: before.join('-') }
}
