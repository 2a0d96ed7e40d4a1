import {
  settings as definitions,
  flagOf,
  type Setting,
  type Source,
  variableOf,
} from '../config.ts'
import { misuse } from './failure.ts'
import type { Deed } from './program.ts'
import type { Shell } from './shell.ts'
import { words } from './words.ts'

const { service, usage } = words
const dots = '••••'

/** Prints the settings in effect as a settings file, where each comes from beside it; secrets stay hidden. */
export const config: Deed = async (shell, flags, _args, { explain }) => {
  const { settings, sources, unknown, flaws, file } = shell.read(flags)
  shell.complain({ unknown, flaws })
  if (file) shell.tell(shell.words(service.fileRead, { file }))
  const all = (Object.entries(definitions) as [keyof typeof definitions, Setting][]).map(
    ([name, setting]) => {
      const value: unknown = settings[name]
      return {
        name,
        setting,
        source: sources[name],
        value: setting.secret && value !== '' ? dots : value,
      }
    },
  )
  const json = Object.fromEntries(
    all.map(({ name, value, source }) => [name, { value, from: source.from, name: source.name }]),
  )
  const written = all.map(({ name, setting, value, source }) => {
    const line = `${name}: ${setting.kind.show?.(value, shell.language) ?? yaml(value)}`.padEnd(40)
    return `${explain ? `${explained(shell, name, setting)}\n` : ''}${line} # ${cameFrom(shell, source)}`
  })
  shell.put(
    { file: file ?? null, settings: json, unknown, flaws: flaws.map(told(shell)) },
    written.join(explain ? '\n\n' : '\n'),
  )
  if (flaws.length > 0) throw misuse(usage.flawed)
}

const told =
  (shell: Shell) =>
  ({ name, sentence }: { name: string; sentence: { en: string; fr: string } }) => ({
    name,
    message: shell.words(sentence),
  })

/** JSON is YAML too: quoted where it must be. */
const yaml = (value: unknown) =>
  typeof value === 'string' &&
  /^[a-z][\w/.-]*$/i.test(value) &&
  !/^(true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value)

function explained(shell: Shell, name: string, setting: Setting): string {
  const names = { variable: variableOf(name), flag: flagOf(name) }
  const sentence = setting.secret ? service.onlyVariable : service.variableAndFlag
  return `# ${shell.words(setting)}\n# ${shell.words(sentence, names)}`
}

function cameFrom(shell: Shell, { from, name }: Source): string {
  if (from === 'flag') return shell.words(service.fromFlag, { name })
  if (from === 'environment') return shell.words(service.fromEnvironment, { name })
  return shell.words(from === 'file' ? service.fromFile : service.defaultValue)
}
