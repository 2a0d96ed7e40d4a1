import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/config/config.ts'
import { type Import, importInto } from '../../src/transfer/imports.ts'

let imports = 0

/**
 * The settings of an import beside a service of `startService`. Its clock goes on, while that of the service stands still, so it starts
 * an hour earlier: otherwise what it publishes a second later is not published yet. Each import starts 20 seconds after the one before,
 * which may have taken longer to begin.
 */
export function importSettings(settings: Settings): Settings {
  const start = settings.clock === '' ? Date.now() : Date.parse(settings.clock)
  imports += 1
  return { ...settings, clock: new Date(start - 3_600_000 + imports * 20_000).toISOString() }
}

/** Imports lines of a table, its heading first, as a file of a source, while the service runs. */
export async function importRows(
  settings: Settings,
  { folder, source, lines }: { folder: string; source: string; lines: readonly string[] },
  how: Partial<Import> = {},
) {
  const from = join(folder, `${source}.csv`)
  writeFileSync(from, lines.join('\n'))
  return importInto(
    importSettings(settings),
    { given: new Set(), replaces: false },
    {
      format: 'csv',
      from,
      source,
      language: 'en',
      isDry: false,
      ...how,
    },
  )
}
