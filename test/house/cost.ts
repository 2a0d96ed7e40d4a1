import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Change, Edit } from './change.ts'

/**
 * `npm run house:cost [change …]`: counts the files that each change of `changes/` touches, makes all of them in a copy, and checks their
 * types, their proofs and the tests of the repository that must pass unchanged. With the name of one change, that one alone.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))
const leftOut = new Set(['node_modules', '.git', 'data', join('bench', '.data')])

/** The working tree as it is, in a folder of its own, and what Node compiled there. */
const copy = mkdtempSync(join(tmpdir(), 'almanac-cost-'))
const compiled = join(copy, '.compiled')

function apply(edit: Edit) {
  const path = join(copy, edit.file)
  if ('all' in edit) {
    mkdirSync(dirname(path), { recursive: true })
    return writeFileSync(path, edit.all)
  }
  const wanted = 'instead' in edit ? edit.of : edit.before
  const lines = readFileSync(path, 'utf8').split('\n')
  const places = lines.flatMap((line, at) => (line.startsWith(wanted) ? [at] : []))
  const [place] = places
  if (place === undefined || places.length > 1)
    throw new Error(
      `${edit.file} has ${places.length} lines “${wanted}”: adapt test/house/changes.`,
    )
  const isInstead = 'instead' in edit
  writeFileSync(
    path,
    lines.toSpliced(place, isInstead ? 1 : 0, isInstead ? edit.instead : edit.insert).join('\n'),
  )
}

const filesOf = ({ edits, isProofCounted, proof }: Change) => [
  ...new Set([...edits.map(({ file }) => file), ...(isProofCounted ? [proof.file] : [])]),
]

/** Makes edits in the copy while `check` runs. */
function withEdits(edits: Edit[], check: () => string[]): string[] {
  const before = new Map<string, string | undefined>()
  for (const { file } of edits) {
    const path = join(copy, file)
    before.set(path, existsSync(path) ? readFileSync(path, 'utf8') : undefined)
  }
  try {
    for (const edit of edits) apply(edit)
    return check()
  } finally {
    for (const [path, text] of before)
      if (text === undefined) rmSync(path)
      else writeFileSync(path, text)
  }
}

function run(...args: string[]) {
  const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_COMPILE_CACHE: compiled }
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env })
}

function faultsOfTypes(): string[] {
  return [[], ['-p', 'src/admin']].flatMap(args => {
    const { status, stdout, stderr } = run('node_modules/typescript-7/bin/tsc', ...args)
    return status === 0 ? [] : [`${stdout}${stderr}`]
  })
}

function faultsOfTests(files: readonly string[]): string[] {
  const kinds = ['in-process', 'process']
  const { status, stdout, stderr } = run('test/support/run.ts', ...kinds, ...files)
  return status === 0
    ? []
    : [`${stdout.slice(Math.max(0, stdout.indexOf('failing tests')))}${stderr}`]
}

const attempt = (changes: readonly Change[]) =>
  withEdits(
    changes.flatMap(({ edits, proof }) => [...edits, proof]),
    () => {
      const faults = faultsOfTypes()
      const files = changes.flatMap(({ proof, tests }) => [proof.file, ...tests])
      return faults.length > 0 ? faults : faultsOfTests([...new Set(files)])
    },
  )

const folder = new URL('changes/', import.meta.url)
const names = readdirSync(folder).map(file => basename(file, '.ts'))
const selected = process.argv.length > 2 ? process.argv.slice(2) : names
const unknown = selected.filter(name => !names.includes(name))
if (unknown.length > 0)
  throw new Error(`No such change: ${unknown.join(', ')}. There are ${names.join(', ')}.`)

const changes: Change[] = []
const faults: string[] = []
for (const name of selected) {
  const { change }: { change: Change } = await import(new URL(`${name}.ts`, folder).href)
  changes.push(change)
  const files = filesOf(change)
  console.log(`${name}: ${files.length} files of at most ${change.max}`)
  for (const file of files) console.log(`  ${file}`)
  if (files.length > change.max) faults.push(`${name}: too many files.`)
}
try {
  cpSync(root, copy, { recursive: true, filter: path => !leftOut.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  faults.push(...attempt(changes))
} finally {
  rmSync(copy, { recursive: true, force: true })
}
for (const fault of faults) console.error(fault)
console.log(`with all of them, types and tests: ${faults.length > 0 ? 'not so' : 'work'}`)
if (faults.length > 0) process.exitCode = 1
