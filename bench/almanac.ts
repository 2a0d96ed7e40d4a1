import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { api, node, root } from './constants.ts'
import { type Contestant, start } from './contestant.ts'
import { clock } from './data.ts'

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: { start: string }
}

/** Where the records are, if not in the data folder. */
export type OnServer = { url: string; usage(): number }

/** The command by which `npm start` runs Almanac, its clock where the calendars have their middle. */
export const commandFor = (folder: string, port: number, at = clock) => [
  node,
  ...manifest.scripts.start.split(' ').slice(1),
  '--data-folder',
  folder,
  '--port',
  String(port),
  '--clock',
  at,
  '--log-level',
  'warn',
]

/** Almanac as `npm start` runs it. */
export const startAlmanac = (
  folder: string,
  port: number,
  on?: OnServer,
  at = clock,
): Promise<Contestant> =>
  start({
    name: on ? 'Almanac on PostgreSQL' : 'Almanac',
    ...(on && { env: { DATABASE_URL: on.url }, database: on.usage }),
    port,
    command: commandFor(folder, port, at),
    path: `${api}/events`,
  })

export async function text(of: Contestant, path: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${of.port}${path}`)
  if (!answer.ok) throw new Error(`${of.name} answers ${path} with ${answer.status}.`)
  return answer.text()
}
export const json = async <T>(of: Contestant, path: string): Promise<T> =>
  JSON.parse(await text(of, path))

export type Page = {
  events: { id: number; slug: string }[]
  total: number
  total_pages: number
}
