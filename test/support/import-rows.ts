import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from '../../src/config/config.ts'
import { type Import, importInto } from '../../src/transfer/imports.ts'

/** Imports lines of a table, its heading first, as a file of a source, while the service runs. */
export async function importRows(
  settings: Settings,
  { folder, source, lines }: { folder: string; source: string; lines: readonly string[] },
  how: Partial<Import> = {},
) {
  const from = join(folder, `${source}.csv`)
  writeFileSync(from, lines.join('\n'))
  return importInto(
    settings,
    { given: new Set(), replaces: false },
    {
      format: 'csv',
      from,
      source,
      language: 'en',
      policy: 'ours',
      gone: 'leave',
      threshold: 30,
      isDry: false,
      options: {},
      ...how,
    },
  )
}
