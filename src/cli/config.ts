import { resolve } from 'node:path'
import {
  definitionOf,
  settings as definitions,
  flagOf,
  liveNames,
  type Setting,
  type SettingName,
  type Source,
  siteSettings,
  storableNames,
  unknownSettingMessage,
  variableOf,
} from '../config/index.ts'
import { existing, isNameIn, namesIn } from '../define/base/objects.ts'
import { textsByLanguage } from '../define/text/local-text.ts'
import { plainly } from '../define/text/similar-word.ts'
import { readSentFile, readSite, storeSettings, takeFiles } from '../main.ts'
import { listeningOf } from '../service/listening.ts'
import { misuse } from './failure.ts'
import { messages } from './messages.ts'
import { type CommandHandler, formatValue } from './program.ts'
import type { Flags, Shell } from './shell.ts'
import { withDataFolder } from './with-calendar.ts'

const { service, usage } = messages
const dots = '••••'

/** Prints the settings in effect as a settings file, each with its source. Secrets stay hidden. */
export const config: CommandHandler = async (shell, flags, _args, { explain }) => {
  const { all, reading, unused, address } = await inEffect(shell, flags)
  const { unknown, fieldErrors, file } = reading
  const notUsed = `; ${shell.message(service.notUsed, { address })}`
  if (file) shell.report(shell.message(service.fileRead, { file }))
  const json = Object.fromEntries(all.map(each => [each.name, asJson(each, unused)]))
  const written = all.map(({ name, setting, value, source }) => {
    const text = setting.type.isLocal
      ? localYaml(String(value))
      : (setting.type.show?.(value, shell.language) ?? yaml(value))
    const line = `${name}: ${text}`.padEnd(40)
    return `${explain ? `${explained(shell, name, setting)}\n` : ''}${line} # ${cameFrom(shell, source)}${unused.includes(name) ? notUsed : ''}`
  })
  shell.put(
    { file: file ?? null, settings: json, unknown, fieldErrors: fieldErrors.map(messageIn(shell)) },
    written.join(explain ? '\n\n' : '\n'),
  )
  if (fieldErrors.length > 0) throw misuse(usage.withErrors)
}

/** Prints one setting in effect: its value alone, as a script needs it. */
export const get: CommandHandler = async (shell, flags, [written = '']) => {
  const name = named(written)
  const { all, unused } = await inEffect(shell, flags)
  const found = existing(all.find(each => each.name === name))
  const { value } = found
  shell.put(asJson(found, unused), typeof value === 'string' ? value : yaml(value))
}

const asJson = ({ name, value, source: { from, name: source } }: InEffect, unused: string[]) => ({
  value,
  from,
  name: source,
  ...(unused.includes(name) && { unused: true }),
})

type InEffect = Awaited<ReturnType<typeof inEffect>>['all'][number]

async function inEffect(shell: Shell, flags: Flags) {
  const reading = shell.read(flags)
  const { settings, sources } = reading
  shell.complain(reading)
  shell.use(settings)
  const stored = (await readSite(settings)) ?? {}
  const listening = await listeningOf(settings)
  const unused = listening?.hasSocket ? ['host', 'port'] : []
  const all = Object.entries<Setting>(definitions).flatMap(([name, setting]) => {
    if (!isNameIn(definitions, name)) return []
    // given values replace the stored ones when the service starts next
    const isStored = isNameIn(stored, name) && sources[name].from === 'default'
    const value: unknown = isStored ? stored[name] : settings[name]
    const source = isStored ? { from: 'database' as const, name } : sources[name]
    return [{ name, setting, source, value: setting.secret && value !== '' ? dots : value }]
  })
  return { all, reading, unused, address: listening?.address ?? '' }
}

/** Stores a setting of the site with the data. */
export const set: CommandHandler = async (shell, flags, [written = '', value = '']) => {
  const name = storable(written)
  const { type } = definitionOf(name)
  const { values, files } = await sentValue(name, value)
  const to = values[name]
  if (to === undefined)
    throw misuse(service.badValue, { name, value, expects: shell.message(type.expects) })
  await store(shell, flags, values, files)
  const isLive = liveNames.includes(name)
  const text = formatValue(definitionOf(name), shell.language, to)
  shell.report(shell.message(isLive ? service.isSetNow : service.isSet, { name, to: text }))
  const { sources, settings } = shell.read(flags)
  const { from, name: source } = sources[name]
  if (from !== 'default' && settings[name] !== to)
    shell.warn(
      shell.message(isNameIn(siteSettings, name) ? service.overridden : service.outranked, {
        source,
        value: String(settings[name]),
      }),
    )
  shell.put({ [name]: to }, '')
}

/** Forgets a stored setting. */
export const unset: CommandHandler = async (shell, flags, [written = '']) => {
  const name = storable(written)
  await store(shell, flags, { [name]: undefined })
  const to = formatValue(definitionOf(name), shell.language)
  shell.report(shell.message(service.isUnset, { name, to }))
  shell.put({ [name]: definitionOf(name).default }, '')
}

/** The setting that was named, if it can be stored with the data. */
function storable(written: string) {
  const name = named(written)
  // a secret on a command line stays in the history of the shell
  const names = storableNames.filter(each => !definitionOf(each).secret)
  if (names.includes(name)) return name
  const stored = names.join(', ')
  throw misuse(service.notStored, { name, variable: variableOf(name), stored })
}

function named(written: string): SettingName {
  const name = namesIn(definitions).find(each =>
    [each, definitionOf(each).previousName].some(
      previous => previous && plainly(previous) === plainly(written),
    ),
  )
  if (!name) throw misuse(unknownSettingMessage(written))
  return name
}

/** The value as it is stored: of a file, its name, with its content. */
async function sentValue(name: SettingName, written: string) {
  const { type } = definitionOf(name)
  if (!type.file || written === '') return { values: { [name]: type.parse(written) }, files: {} }
  const { sent, files } = await takeFiles({ [name]: await readSentFile(name, resolve(written)) })
  return { values: { [name]: sent[name] }, files }
}

type Stored = Parameters<typeof storeSettings>[2]

async function store(
  shell: Shell,
  flags: Flags,
  values: Record<string, unknown>,
  files: Stored['files'] = {},
) {
  const done = await withDataFolder(shell, flags, ({ context, live }) =>
    storeSettings({ store: context.store, now: context.now, live }, 0, {
      values,
      fieldErrors: {},
      files,
    }),
  )
  if ('fieldErrors' in done)
    for (const { sentence } of Object.values(done.fieldErrors)) throw misuse(sentence)
}

const messageIn =
  (shell: Shell) =>
  ({ name, sentence }: { name: string; sentence: { en: string; fr: string } }) => ({
    name,
    message: shell.message(sentence),
  })

/** JSON is YAML too: quoted where it must be. */
const yaml = (value: unknown) =>
  typeof value === 'string' &&
  /^[a-z][\w/.-]*$/i.test(value) &&
  !/^(true|false|null|yes|no|on|off)$/i.test(value)
    ? value
    : JSON.stringify(value)

/** All languages of a text: where they differ it is JSON, a map as a settings file has it. */
const localYaml = (text: string) => (textsByLanguage(text) ? text : yaml(text))

function explained(shell: Shell, name: string, setting: Setting): string {
  const names = { variable: variableOf(name), flag: flagOf(name) }
  const sentence = setting.secret ? service.onlyVariable : service.variableAndFlag
  return `# ${shell.message(setting)}\n# ${shell.message(sentence, names)}`
}

function cameFrom(
  shell: Shell,
  { from, name }: Source | { from: 'database'; name: string },
): string {
  if (from === 'database') return shell.message(service.fromDatabase)
  if (from === 'flag') return shell.message(service.fromFlag, { name })
  if (from === 'environment') return shell.message(service.fromEnvironment, { name })
  return shell.message(from === 'file' ? service.fromFile : service.defaultValue)
}
