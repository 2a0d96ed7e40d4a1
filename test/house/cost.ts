import { spawnSync } from 'node:child_process'
import {
  cpSync,
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

/** `npm run house:cost [change …]`: makes each change of `changes/` in a copy, tests it, and counts the files it touches. */

const root = fileURLToPath(new URL('../..', import.meta.url))
const leftOut = new Set(['node_modules', '.git', 'data', join('bench', '.data')])

/** The working tree as it is, in a folder of its own. */
function copied() {
  const copy = mkdtempSync(join(tmpdir(), 'almanac-cost-'))
  cpSync(root, copy, { recursive: true, filter: path => !leftOut.has(relative(root, path)) })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

function apply(copy: string, edit: Edit) {
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

/** Makes one change in a copy of its own; returns what is wrong with it. */
function attempt(change: Change): string[] {
  const copy = copied()
  const run = (program: string, ...args: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [join('node_modules', program), ...args],
      {
        cwd: copy,
        encoding: 'utf8',
      },
    )
    return status === 0 ? [] : [`${stdout}${stderr}`]
  }
  try {
    for (const edit of [...change.edits, change.proof]) apply(copy, edit)
    const types = [
      ...run('typescript-7/bin/tsc'),
      ...run('typescript-7/bin/tsc', '-p', 'src/admin'),
    ]
    if (types.length > 0) return types
    const { status, stdout } = spawnSync(
      process.execPath,
      ['--test', '--test-reporter=spec', change.proof.file, ...change.tests],
      { cwd: copy, encoding: 'utf8', env: { ...process.env, NODE_TEST_CONTEXT: undefined } },
    )
    return status === 0 ? [] : [stdout.slice(Math.max(0, stdout.indexOf('failing tests')))]
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const folder = new URL('changes/', import.meta.url)
const names = readdirSync(folder).map(file => basename(file, '.ts'))
const selected = process.argv.length > 2 ? process.argv.slice(2) : names
const unknown = selected.filter(name => !names.includes(name))
if (unknown.length > 0)
  throw new Error(`No such change: ${unknown.join(', ')}. There are ${names.join(', ')}.`)
for (const name of selected) {
  const { change }: { change: Change } = await import(new URL(`${name}.ts`, folder).href)
  const files = filesOf(change)
  const faults = attempt(change)
  if (files.length > change.max) faults.push(`At most ${change.max} files are wanted.`)
  console.log(
    `${name}: ${files.length} files of at most ${change.max}, ${faults.length > 0 ? 'not so' : 'works'}`,
  )
  for (const file of files) console.log(`  ${file}`)
  for (const fault of faults) console.error(fault)
  if (faults.length > 0) process.exitCode = 1
}
