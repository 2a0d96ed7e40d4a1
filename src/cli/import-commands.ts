import type { Sentence } from '../define/field-type.ts'
import type { ImportFormat } from '../define/import-messages.ts'
import { type ImportOption, optionsFor } from '../define/import-options.ts'
import { messages } from './messages.ts'
import { type Definition, from, type Part } from './program.ts'

const { help } = messages

/** Loads the commands that read or write whole calendars. */
export const calendars = () => import('./whole-calendars.ts')
const imports = async () => (await calendars()).imports

/** The formats of imports. */
const formats: readonly (readonly [ImportFormat | 'archive', Sentence, example: string])[] = [
  ['csv', help.importCsv, 'import csv events.csv --dry-run'],
  ['ics', help.importIcs, 'import ics https://example.org/events.ics --source library'],
  ['tec', help.importTec, 'import tec https://www.example.org --dry-run'],
  ['jsonld', help.importJsonLd, 'import jsonld https://www.example.org/agenda'],
  ['archive', help.importArchive, 'import archive calendar.zip'],
]

const tecLogin: Part[] = [
  ['--login <login>', help.importLogin],
  ['--password-file <file>', help.passwordFile],
]

/** The options of imports of a format, or of all. */
const howParts = (format?: ImportFormat): Part[] =>
  optionsFor(format).map(([name, option]) => {
    const flag = `--${name.replaceAll('_', '-')}`
    if (option.argument === undefined) return [flag, ended(option.label)]
    return [`${flag} <${option.argument}>`, withChoices(option)]
  })

const ended = ({ en, fr }: Sentence): Sentence => ({ en: `${en}.`, fr: `${fr}.` })

/** The sentence of an option, with the words that it takes and the usual one. */
function withChoices(option: ImportOption): Sentence {
  const words = 'words' in option ? option.words.filter(Boolean).join(', ') : ''
  const usual = option.usual === '' ? '' : String(option.usual)
  const { en, fr } = option
  return {
    en: [en, words && `One of: ${words}.`, usual && `Default: ${usual}.`].filter(Boolean).join(' '),
    fr: [fr, words && `Valeurs\u00a0: ${words}.`, usual && `Par défaut\u00a0: ${usual}.`]
      .filter(Boolean)
      .join(' '),
  }
}

const sourcePart: Part = ['--source <name>', help.importSource]

const importCommand = ([name, about, example]: (typeof formats)[number]): Definition => ({
  name,
  about,
  examples: [example],
  args: [['<file|url>', help.importFrom]],
  options: [
    ['--dry-run', help.importDry],
    // an archive is put into an empty calendar as it is
    ...(name === 'archive' ? [] : [sourcePart, ...howParts(name)]),
    ...(name === 'tec' ? tecLogin : []),
  ],
  uses: 'all',
  handler: async (...given) => (await imports()).importAs(name)(...given),
})

/** The commands of `import`. */
export const importCommands: Definition[] = [
  ...formats.map(importCommand),
  {
    name: 'list',
    about: help.importList,
    examples: ['import list'],
    handler: from(imports, 'list'),
  },
  {
    name: 'undo',
    about: help.importUndo,
    deletes: true,
    examples: ['import undo 3 --dry-run', 'import undo 3'],
    args: [['<id>', help.importId]],
    handler: from(imports, 'undo'),
  },
  {
    name: 'subscribe',
    about: help.importSubscribe,
    examples: ['import subscribe https://example.org/events.ics --every daily'],
    args: [['<url>', help.importFeed]],
    options: [
      ['--format <format>', help.importFormat],
      ['--every <interval>', help.importEvery],
      sourcePart,
      ...howParts(),
    ],
    handler: from(imports, 'subscribe'),
  },
  {
    name: 'subscriptions',
    about: help.importSubscriptions,
    examples: ['import subscriptions'],
    handler: from(imports, 'subscriptions'),
  },
  {
    name: 'unsubscribe',
    about: help.importUnsubscribe,
    deletes: true,
    examples: ['import unsubscribe 2'],
    args: [['<id>', help.importFeedId]],
    handler: from(imports, 'unsubscribe'),
  },
]
