import { readFileSync } from 'node:fs'

/** The version of the program, as `package.json` has it. */
export const { version }: { version: string } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
)
