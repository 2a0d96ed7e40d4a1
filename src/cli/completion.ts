import { flagOf, type Setting, settings, storageSettings } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Definition } from './program.ts'
import { choiceOf } from './users.ts'

/** The words that may follow some commands: other commands, and options. */
type Step = { path: string[]; names: { name: string; about: string }[]; options: string[] }

const everywhere = ['--help', '--json', '--quiet', '--lang']

const optionsIn = (written: string) => written.match(/--[a-z-]+/g) ?? []

function settingOptions({ showsSettings, uses = [] }: Definition): string[] {
  const names = Object.entries<Setting>(settings).flatMap(([name, { secret }]) =>
    secret ? [] : [name],
  )
  const isUsed = (name: string) =>
    showsSettings ||
    uses === 'all' ||
    isNameIn(storageSettings, name) ||
    uses.some(each => each === name)
  return ['--config', ...names.filter(isUsed).map(flagOf)]
}

/** Every place in the table of commands, the deepest first. */
function stepsOf(
  definitions: readonly Definition[],
  about: (of: Definition) => string,
  path: string[] = [],
  own: string[] = [],
): Step[] {
  const deeper = definitions.flatMap(definition => {
    const { name, commands = [], options = [] } = definition
    const settings = definition.handler ? settingOptions(definition) : []
    const all = [...options.flatMap(([written]) => optionsIn(written)), ...settings]
    return stepsOf(commands, about, [...path, name], all)
  })
  const names = definitions.map(each => ({ name: each.name, about: about(each) }))
  return [...deeper, { path, names, options: [...new Set([...own, ...everywhere])] }]
}

const bash = (steps: readonly Step[]) => `_almanac() {
  local path="" before="" word choices=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$before$word" in --lang*|-*) ;; *) path="$path$word " ;; esac
    case "$word" in --lang) before=$word ;; *) before="" ;; esac
  done
  case "$path" in
${steps
  .map(({ path, names, options }) => {
    const place = path.map(name => `${name} `).join('')
    const choices = [...names.map(({ name }) => name), ...options].join(' ')
    return `    "${place}"*) choices="${choices}" ;;`
  })
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _almanac almanac`

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ path, names, options }) => {
    const seen = path.map(name => `__fish_seen_subcommand_from ${name}`)
    const next = names.map(({ name }) => name).join(' ')
    const isHere = [...seen, ...(next ? [`not __fish_seen_subcommand_from ${next}`] : [])]
    const when = quoted(isHere.join('; and '))
    return [
      ...names.map(
        ({ name, about }) => `complete -c almanac -n ${when} -f -a ${name} -d ${quoted(about)}`,
      ),
      ...options.map(option => `complete -c almanac -n ${when} -l ${option.slice(2)}`),
    ]
  })
  return lines.join('\n')
}

const shells = {
  bash,
  zsh: (steps: readonly Step[]) => `autoload -U +X bashcompinit && bashcompinit\n${bash(steps)}`,
  fish,
}

/** Prints a script by which a shell completes commands and options; it follows from the table of commands. */
export const completionOf =
  (definitions: readonly Definition[]): CommandHandler =>
  async (shell, _flags, [given]) => {
    const name = choiceOf(shell, given, Object.keys(shells), messages.completion.unknownShell) ?? ''
    if (!isNameIn(shells, name)) return
    const steps = stepsOf(definitions, ({ about, params }) => shell.message(about, params))
    const script = shells[name](steps)
    shell.put({ shell: name, script }, script)
  }
