import type { Device } from '../../calendar/index.ts'
import type { Request } from '../request/request.ts'

/** The device of a sign-in. */
export const deviceOf = ({ headers, ip }: Request): Device => ({
  agent: headers['user-agent'] ?? '',
  address: ip,
})

/** The first that is found counts: Edge calls itself Chrome too, and Chrome Safari. */
const browsers: readonly [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bChrom(?:e|ium)\/|\bCriOS\/|\bHeadlessChrome\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b|\biPad\b/, 'iOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (table: readonly [RegExp, string][], agent: string) =>
  table.find(([pattern]) => pattern.test(agent))?.[1] ?? ''

/** The names of the browser and the system of a sign-in; empty if it does not state them. */
export const namesOf = (agent: string) => ({
  browser: nameIn(browsers, agent),
  system: nameIn(systems, agent),
})
