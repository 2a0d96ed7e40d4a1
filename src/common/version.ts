import { readFileSync } from 'node:fs'

const textOf = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

type Manifest = { version: string; commit?: string }
const manifest: Manifest = JSON.parse(textOf('package.json'))

/** The version of the program, as `package.json` has it. */
export const { version } = manifest

/** The commit that a release was built from, or that a clone stands at; undefined where neither is known. */
export function commit(): string | undefined {
  if (manifest.commit) return manifest.commit
  try {
    const head = textOf('.git/HEAD').trim()
    const [, ref] = /^ref: ([\w/.-]+)$/.exec(head) ?? []
    return ref === undefined ? head : commitAt(ref)
  } catch {
    return undefined
  }
}

function commitAt(ref: string): string | undefined {
  try {
    return textOf(`.git/${ref}`).trim()
  } catch {
    const lines = textOf('.git/packed-refs').split('\n')
    return lines.find(line => line.endsWith(` ${ref}`))?.split(' ')[0]
  }
}

/** For people: `0.1.0 (57b54b2b)`. */
export function versionWithCommit(): string {
  const short = commit()?.slice(0, 8)
  return short ? `${version} (${short})` : version
}
