import type { Site } from '../context.ts'

/** Do texts fall back to the main language (M4)? As `ml_fallback` asks it, else as the site has it. */
export function fallsBack(asked: unknown, { fallback }: Pick<Site, 'fallback'>): boolean {
  if (typeof asked !== 'string') return fallback
  if (/^(1|true|yes|on)$/i.test(asked)) return true
  return fallback && !/^(0|false|no|off)$/i.test(asked)
}
