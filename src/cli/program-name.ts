import { basename, dirname, isAbsolute, join, relative } from 'node:path'

/** The start of this program, as far as a command to copy depends on it. */
type Start = {
  script: string
  cwd: string
  env: Readonly<Record<string, string | undefined>>
}

const thisStart = (): Start => ({
  script: process.argv[1] ?? '',
  cwd: process.cwd(),
  env: process.env,
})

/** The folder of the user: npm runs scripts in the folder of the package. */
const standing = ({ cwd, env }: Start) => (env.npm_lifecycle_event && env.INIT_CWD) || cwd

/** The program as the user can type it, from where they stand: `almanac`, `node_modules/.bin/almanac`, `node bin/almanac.js`. */
export function programName(start: Start = thisStart()): string {
  const { script, env } = start
  // the launcher of an archive, in the folder of its Node
  if (env.ALMANAC_COMMAND) return quoted(env.ALMANAC_COMMAND)
  if (script === '') return 'almanac'
  if (basename(script) === 'almanac')
    return basename(dirname(script)) === '.bin' ? quoted(fromHere(script, start)) : 'almanac'
  // of a folder, Node runs what is named there
  const file = basename(script) === 'bin' ? join(script, 'almanac.js') : script
  return `node ${quoted(fromHere(file, start))}`
}

/** A path from where the user stands, unless it is far away. */
function fromHere(file: string, start: Start): string {
  const near = relative(standing(start), file)
  return near.startsWith(join('..', '..')) ? file : near
}

/** A command for the same data: it needs the flags that say where they are. */
export function commandLine(
  command: string,
  { config, dataFolder }: Readonly<Record<string, string | undefined>>,
  settings: { dataFolder: string } | undefined,
  start: Start = thisStart(),
): string {
  const isElsewhere = standing(start) !== start.cwd
  const at = (path: string | undefined) =>
    path && isElsewhere && !isAbsolute(path) ? join(start.cwd, path) : path
  const places = {
    '--config': at(config),
    '--data-folder': at(dataFolder) ?? (isElsewhere ? settings?.dataFolder : undefined),
  }
  const flags = Object.entries(places).flatMap(([flag, place]) =>
    place ? [`${flag} ${quoted(place)}`] : [],
  )
  return [programName(start), command, ...flags].join(' ')
}

const quoted = (path: string) =>
  /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
