import { flagOf, type Setting, settings, storageSettings } from '../config/index.ts'
import { isNameIn } from '../define/base/objects.ts'
import { languages } from '../define/text/language.ts'
import { messages } from './messages.ts'
import type { CommandHandler, Definition, Part } from './program.ts'
import { choiceOf } from './users.ts'

/** The words that may follow some commands: other commands, the first value, options with their values; `rest`: the values after the first. */
type Step = {
  path: string[]
  names: { name: string; about: string }[]
  values: readonly string[]
  rest: readonly string[]
  options: Option[]
}
type Option = { name: string; values: readonly string[] }

const shellNames = ['bash', 'zsh', 'fish']
const everywhere: Option[] = [
  ...['--help', '--json', '--quiet'].map(name => ({ name, values: [] })),
  { name: '--lang', values: languages },
]

/** The few words that an argument or an option takes: those that its sentence lists, or that its name has. */
function valuesOf([written, _, params = {}]: Part): readonly string[] {
  if (written === '<shell>') return shellNames
  const listed = Object.values(params).flatMap(text => text.split(', '))
  const [, alternatives = ''] = /<([a-z]+(?:\|[a-z]+)+)>/.exec(written) ?? []
  return listed.length > 0 ? listed : alternatives === 'file|url' ? [] : alternatives.split('|')
}

const optionsIn = ([written, ...part]: Part): Option[] => {
  const values = valuesOf([written, ...part])
  return (written.match(/--[a-z-]+/g) ?? []).map(name => ({ name, values }))
}

function settingOptions({ showsSettings, uses = [] }: Definition): Option[] {
  const isUsed = (name: string) =>
    showsSettings ||
    uses === 'all' ||
    isNameIn(storageSettings, name) ||
    uses.some(each => each === name)
  const own = Object.entries<Setting>(settings).flatMap(([name, { secret, type }]) =>
    secret || !isUsed(name) ? [] : [{ name: flagOf(name), values: type.words ?? [] }],
  )
  return [{ name: '--config', values: [] }, ...own]
}

/** Every place in the table of commands, the deepest first. */
function stepsOf(
  definitions: readonly Definition[],
  about: (of: Definition) => string,
  path: string[] = [],
  own: Pick<Step, 'values' | 'rest' | 'options'> = { values: [], rest: [], options: [] },
): Step[] {
  const deeper = definitions.flatMap(definition => {
    const { name, commands = [], options = [], args = [], handler } = definition
    const all = [...options.flatMap(optionsIn), ...(handler ? settingOptions(definition) : [])]
    const here = [...path, name]
    if (args[0]?.[0] === '<setting>') return settingSteps(here, all, args.length > 1)
    const [values = [], ...rest] = args.map(valuesOf)
    return stepsOf(commands, about, here, { values, rest: rest.flat(), options: all })
  })
  const names = definitions.map(each => ({ name: each.name, about: about(each) }))
  const { values, rest, options } = own
  const unique = Map.groupBy([...options, ...everywhere], ({ name }) => name)
  const all = [...unique.values()].flatMap(([option]) => option ?? [])
  return [...deeper, { path, names, values, rest, options: all }]
}

/** The names of settings, and after each its words. */
function settingSteps(path: string[], options: Option[], hasValue: boolean): Step[] {
  const names = Object.entries<Setting>(settings).flatMap(([name, { secret, type }]) =>
    secret ? [] : [{ name, words: type.words ?? [] }],
  )
  const step = { path, names: [], rest: [], options: [...options, ...everywhere] }
  return [
    ...(hasValue ? names : []).flatMap(({ name, words }) =>
      words.length === 0 ? [] : [{ ...step, path: [...path, name], values: words, options: [] }],
    ),
    { ...step, values: names.map(({ name }) => name) },
  ]
}

const bash = (steps: readonly Step[]) => `_almanac() {
  local path="" before="" word choices="" last="\${COMP_WORDS[COMP_CWORD-1]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$before$word" in --lang*|-*) ;; *) path="$path$word " ;; esac
    case "$word" in --lang) before=$word ;; *) before="" ;; esac
  done
  case "\${COMP_WORDS[COMP_CWORD]}" in -*) path="$path- " ;; esac
  case "$path" in
${steps.flatMap(bashCase).join('\n')}
  esac
  case "$last" in
${optionValues(steps)
  .map(([values, names]) => `    ${names.join('|')}) choices="${values}" ;;`)
  .join('\n')}
  esac
  COMPREPLY=($(compgen -W "$choices" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _almanac almanac`

/** Options are offered once a word begins as one does, or where nothing else is. */
function bashCase({ path, names, values, rest, options }: Step): string[] {
  const place = path.map(name => `${name} `).join('')
  const own = options.map(({ name }) => name)
  const all = [...names.map(({ name }) => name), ...rest, ...own].join(' ')
  const first = `    "${place}") choices="${values.join(' ')}" ;;`
  const others = `    "${place}"*) choices="${all}" ;;`
  // behind the name of a setting, what follows its value is that of the command
  if (options.length === 0) return [first]
  return values.length > 0 ? [first, others] : [others]
}

/** The options that take a few words, together where these are the same. */
function optionValues(steps: readonly Step[]) {
  const all = steps.flatMap(({ options }) => options.filter(({ values }) => values.length > 0))
  const alike = Map.groupBy(all, ({ values }) => values.join(' '))
  return [...alike].map(
    ([values, of]) => [values, [...new Set(of.map(({ name }) => name))]] as const,
  )
}

const quoted = (text: string) => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

function fish(steps: readonly Step[]): string {
  const lines = steps.flatMap(({ path, names, values, rest, options }) => {
    const seen = path.map(name => `__fish_seen_subcommand_from ${name}`)
    const next = names.map(({ name }) => name).join(' ')
    const isHere = [...seen, ...(next ? [`not __fish_seen_subcommand_from ${next}`] : [])]
    const when = quoted(isHere.join('; and '))
    const words = [...values, ...rest].join(' ')
    return [
      ...names.map(
        ({ name, about }) => `complete -c almanac -n ${when} -f -a ${name} -d ${quoted(about)}`,
      ),
      ...(words ? [`complete -c almanac -n ${when} -f -a ${quoted(words)}`] : []),
      ...options.map(({ name, values }) => {
        const taken = values.length > 0 ? ` -x -a ${quoted(values.join(' '))}` : ''
        return `complete -c almanac -n ${when} -l ${name.slice(2)}${taken}`
      }),
    ]
  })
  return lines.join('\n')
}

const shells = {
  bash,
  zsh: (steps: readonly Step[]) => `autoload -U +X bashcompinit && bashcompinit\n${bash(steps)}`,
  fish,
}

/** Prints a script by which a shell completes commands, options and values; it follows from the table of commands. */
export const completionOf =
  (definitions: readonly Definition[]): CommandHandler =>
  async (shell, _flags, [given]) => {
    const name = choiceOf(shell, given, Object.keys(shells), messages.completion.unknownShell) ?? ''
    if (!isNameIn(shells, name)) return
    const steps = stepsOf(definitions, ({ about, params }) => shell.message(about, params))
    const script = shells[name](steps)
    shell.put({ shell: name, script }, script)
  }
