import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import type { Json } from './openapi-document.ts'

/** The rules of Redocly for every API that do not hold here, with the reasons. */
const switchedOff = {
  // Clients of The Events Calendar expect the root with its slash (decision X6).
  'no-server-trailing-slash': 'off',
  // Envelope is what `_envelope` makes of any answer; no answer refers to it.
  'no-unused-components': 'off',
}

/** Paths that Redocly takes for one another: it does not look at types, and the ID of an event is a number. */
const distinct =
  'Found two ambiguous paths: `/events/by-slug/{slug}` and `/events/{id}/occurrences`.'

/** The findings of Redocly in documents, errors and warnings alike: a line for each. `rules`: those that do not hold for these either. */
export async function lint(
  documents: Record<string, Json>,
  rules: Record<string, 'off'> = {},
): Promise<string[]> {
  const config = { extends: ['recommended'], rules: { ...switchedOff, ...rules } }
  const folder = mkdtempSync(join(tmpdir(), 'almanac-openapi-'))
  try {
    writeFileSync(join(folder, 'redocly.yaml'), JSON.stringify(config))
    const results = Object.entries(documents).map(async ([name, document]) => {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(document))
      return problemsIn(folder, `${name}.json`)
    })
    return (await Promise.all(results)).flat().filter(line => !line.endsWith(distinct))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const run = promisify(execFile)
const folderOfRedocly = dirname(createRequire(import.meta.url).resolve('@redocly/cli/package.json'))

async function problemsIn(folder: string, file: string): Promise<string[]> {
  const program = join(folderOfRedocly, 'bin', 'cli.js')
  const { stdout } = await run(
    process.execPath,
    [program, 'lint', file, '--config', 'redocly.yaml', '--format', 'json'],
    {
      cwd: folder,
      maxBuffer: 64 * 1024 * 1024,
      env: {
        ...process.env,
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  ).catch(error => error as { stdout: string })
  return JSON.parse(stdout).problems.map(
    ({ ruleId, message, location: [at] }: Json) => `${ruleId} ${file}${at.pointer}: ${message}`,
  )
}
