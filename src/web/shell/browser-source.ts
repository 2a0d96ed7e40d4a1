import { readFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'

/** TypeScript for browsers: Node takes the types out, nothing else is done to it. */
export function browserScript(path: string): string {
  const source = readFileSync(new URL(`../${path}.ts`, import.meta.url), 'utf8')
  const { emitWarning } = process
  // Node says that the function may still change; the Node that we bring is of one version, and the log is for other things
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
