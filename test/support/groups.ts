import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { importsOf } from './reach.ts'

/** A group takes some 15 s of processor time, so that no processor is left alone with one at the end. */
const filesPerGroup = 12

/** With this a test says that it takes long. */
export const takesLong = /timeout: \d{3}_000/

/** Signs that a file needs a process of its own, because it starts programs, measures its process, or changes what others share. */
const needsOwnProcess = [
  takesLong,
  /'(?:node:child_process|node:worker_threads|node:cluster|playwright-core)'/,
  /process\.(?:chdir|cpuUsage|memoryUsage|on|once|emit|exit|execArgv)\b/,
  /process\.env(?:\.\w+|\[\w+\]) \?{0,2}= |delete process\.env|Object\.assign\(process/,
  /\bmock\b|globalThis|setFlagsFromString|\.prototype\.\w+ = /,
  // it changes what modules of the service are made of, before it loads them
  /\bawait import\(/,
]

/** A module that waits when it is loaded: its tests would be in no suite. */
const waitsAtLoad = /^(?:\S[^(=\n]*=\s+[([]*)?await |^for await /m

/** True if a file of tests, with all that it imports from `test`, can share its process with others. */
export function canShare(file: string): boolean {
  const seen = new Set([file])
  for (const at of seen) {
    const text = readFileSync(at, 'utf8')
    if (waitsAtLoad.test(text) || needsOwnProcess.some(each => each.test(text))) return false
    // the hooks of a helper are those of the first file that loads it
    if (at !== file && /^(?:before|after)(?:Each)?\(/m.test(text)) return false
    for (const next of importsOf(at))
      if (!next.startsWith('src/') && existsSync(next)) seen.add(next)
  }
  return true
}

// A module that waits when it is loaded is loaded first: those that import it would be evaluated later, when their suite is not open any more.
const beginning = `import { describe } from 'node:test'
import '${new URL('../../src/define/time/temporal.ts', import.meta.url)}'
`

/**
 * Writes files that run several files of tests each, one after the other in one process: for a small one, loading the service takes
 * longer than its tests. Each is a suite of its own, so its hooks are its own too.
 */
export function writeGroups(files: readonly string[], folder: string): string[] {
  if (files.length === 1) return [...files]
  const groups: string[] = []
  for (let at = 0; at < files.length; at += filesPerGroup) {
    const path = join(folder, `group-${groups.length + 1}.mjs`)
    const suites = files.slice(at, at + filesPerGroup).map(file => {
      const url = JSON.stringify(pathToFileURL(resolve(file)).href)
      return `describe(${JSON.stringify(file)}, async () => void (await import(${url})))\n`
    })
    writeFileSync(path, beginning + suites.join(''))
    groups.push(path)
  }
  return groups
}
