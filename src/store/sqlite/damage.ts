import { fileURLToPath } from 'node:url'
import { runNode } from '../../common/index.ts'

const program = fileURLToPath(new URL('./check-file.ts', import.meta.url))
/** Maximum length of the report of damage, in characters. */
const maxOutput = 1000

export type DamageCheck = {
  /** The damage of the file; undefined: none. Rejects if the file could not be checked. */
  damage: Promise<string | undefined>
  /** Ends it at once. */
  stop(): void
}

/**
 * Looks for damage in a database (SQLite's `quick_check`) in a process of its own and of the lowest priority: a large file takes
 * long to read, nothing can interrupt that in a thread, and a damaged file may end the process that reads it.
 */
export function checkForDamage(file: string, run = runNode): DamageCheck {
  const { ended, stop } = run(['--max-old-space-size=64', program, file], { maxOutput })
  return {
    stop,
    damage: ended.then(({ out, err }) => {
      const malformed = /SQLITE_(CORRUPT|NOTADB)|malformed/.test(err)
      return out.trim() || (malformed ? err.trim().split('\n')[0] : undefined)
    }),
  }
}
