import type { Site } from '../context.ts'

/** Do texts fall back to the main language (M4)? As `ml_fallback` asks it, else as the site has it. */
export function fallsBack(parameter: unknown, { fallback }: Pick<Site, 'fallback'>): boolean {
  if (typeof parameter !== 'string') return fallback
  if (/^(1|true|yes|on)$/i.test(parameter)) return true
  return fallback && !/^(0|false|no|off)$/i.test(parameter)
}
