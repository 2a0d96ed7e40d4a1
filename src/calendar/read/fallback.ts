import type { Site } from '../base/context.ts'

/** True if texts fall back to the main language (M4): as `ml_fallback` says, else as the site is set. */
export function fallsBack(parameter: unknown, { fallback }: Pick<Site, 'fallback'>): boolean {
  if (typeof parameter !== 'string') return fallback
  if (/^(1|true|yes|on)$/i.test(parameter)) return true
  return fallback && !/^(0|false|no|off)$/i.test(parameter)
}
