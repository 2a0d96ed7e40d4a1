import { flagOf, type Setting, settings } from '../config/index.ts'
import type { Language, Sentence } from '../define/field-type.ts'
import { formatMessage } from '../define/text/language.ts'
import { nearest } from '../define/text/similar-word.ts'
import { messages } from './messages.ts'

const { usage } = messages

const sentences: Record<string, Sentence> = {
  'commander.unknownCommand': usage.unknownCommand,
  'commander.unknownOption': usage.unknownOption,
  'commander.missingArgument': usage.missingArgument,
  'commander.optionMissingArgument': usage.missingValue,
  'commander.missingMandatoryOptionValue': usage.missingOption,
  'commander.excessArguments': usage.tooMany,
}

const open = Object.entries<Setting>(settings).filter(([, { secret }]) => !secret)
const flags = open.map(([name]) => flagOf(name))
const previousFlags = open.flatMap(([, { previousName }]) =>
  previousName === undefined ? [] : [flagOf(previousName)],
)

/** The sentence for a misspelt command in place of commander’s, with the one that was probably meant. `first`: what stands before the command. */
export function usageError(
  { code, message }: { code: string; message: string },
  language: Language,
  first: readonly string[] = [],
): string {
  const sentence = sentences[code]
  const plain = message.replace(/^error: /, '').split('\n')[0] ?? ''
  if (!sentence) return formatMessage(usage.other, language, { message: plain })
  const [, quoted = ''] = /'([^']*)'/.exec(message) ?? []
  const [name = ''] = quoted.split(/[ =]/)
  // commander offers only what its help shows; settings may be hidden there
  const [, offered = ''] = /Did you mean (?:one of )?([^?]+)\?/.exec(message) ?? []
  if (code === 'commander.unknownOption' && [...flags, ...previousFlags].includes(name)) {
    const isFirst = first.some(each => each.split('=')[0] === name)
    return formatMessage(isFirst ? usage.settingFirst : usage.unusedSetting, language, { name })
  }
  if (name === '--again') return formatMessage(usage.removedAgain, language)
  const suggested = offered || (name.startsWith('--') ? nearest(name, flags) : undefined)
  return formatMessage(sentence, language, {
    name,
    meant: suggested ? formatMessage(usage.meant, language, { name: suggested }) : '',
  })
}
