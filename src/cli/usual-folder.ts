import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { databaseIn, isDataFolder } from '../outside/data-folder.ts'

type Start = { cwd: string; env: Readonly<Record<string, string | undefined>> }

/** `moveTo`: the folder is inside that of a version, which an update replaces; this one is outside. */
type Place = { folder: string; moveTo?: string }

/**
 * The data folder of an archive, where none is named: next to the folder of the program, so that the next version finds it. One that is
 * inside, as the first archives made it, is used on. Undefined: the program is not started by the launcher of an archive.
 */
export function usualFolder({ cwd, env }: Start): Place | undefined {
  const launcher = env.ALMANAC_COMMAND && resolve(cwd, env.ALMANAC_COMMAND)
  if (!launcher || !existsSync(launcher)) return undefined
  const program = dirname(realpathSync(launcher))
  const around = dirname(program)
  const outside = join(around, 'almanac-data')
  const inside = [program, ...versionsIn(around)].map(folder => join(folder, 'data'))
  const here = join(cwd, 'data')
  const isInside = (folder: string) => inside.includes(tried(() => realpathSync(folder), folder))
  const own = isInside(here) ? [] : [here]
  const folder = [...own, outside, ...inside].find(isOurs) ?? outside
  return { folder, ...(isInside(folder) && { moveTo: outside }) }
}

/** One that this user may not enter is: the error about it names it. */
const isOurs = (folder: string) => tried(() => isDataFolder(folder), true)

function tried<T>(look: () => T, otherwise: T): T {
  try {
    return look()
  } catch {
    return otherwise
  }
}

/** Unpacked versions, the one whose data were written last first. */
function versionsIn(around: string): string[] {
  const writtenAt = (folder: string) =>
    tried(() => statSync(databaseIn(join(folder, 'data'))).mtimeMs, 0)
  return tried(() => readdirSync(around), [])
    .filter(name => /^almanac-\d/.test(name))
    .map(name => join(around, name))
    .toSorted((a, b) => writtenAt(b) - writtenAt(a))
}
