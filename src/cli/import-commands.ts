import type { Sentence } from '../define/field-type.ts'
import type { Format } from '../transfer/index.ts'
import { messages } from './messages.ts'
import type { Definition, Part } from './program.ts'

const { help } = messages

/** The formats of imports. */
const formats: readonly (readonly [Format | 'archive', Sentence, example: string])[] = [
  ['csv', help.importCsv, 'import csv events.csv --dry-run'],
  ['ics', help.importIcs, 'import ics https://example.org/events.ics --source library'],
  ['tec', help.importTec, 'import tec https://www.example.org --dry-run'],
  ['jsonld', help.importJsonLd, 'import jsonld https://www.example.org/agenda'],
  ['archive', help.importArchive, 'import archive calendar.zip'],
]

const csvOptions: Part[] = [
  ['--map <pairs>', help.importMap],
  ['--dates <order>', help.importDates],
  ['--delimiter <sign>', help.importDelimiter],
  ['--encoding <name>', help.importEncoding],
  ['--sheet <name>', help.importSheet],
]

const icsOptions: Part[] = [['--accept-new', help.importAcceptNew]]

const tecOptions: Part[] = [
  ['--login <login>', help.importLogin],
  ['--password-file <file>', help.passwordFile],
  ['--series', help.importSeries],
  ['--keep-ids', help.importKeepIds],
]

const importCommand = ([name, about, example]: (typeof formats)[number]): Definition => ({
  name,
  about,
  examples: [example],
  args: [['<file|url>', help.importFrom]],
  options: [
    ['--dry-run', help.importDry],
    ['--source <name>', help.importSource],
    ['--policy <policy>', help.importPolicy],
    ['--gone <policy>', help.importGone],
    ['--threshold <percent>', help.importThreshold],
    ['--source-language <language>', help.importSourceLanguage],
    ...(name === 'csv' ? csvOptions : []),
    ...(name === 'ics' ? icsOptions : []),
    ...(name === 'tec' ? tecOptions : []),
  ],
  uses: 'all',
  handler: async (...given) => (await import('./import.ts')).importAs(name)(...given),
})

/** The commands of `import`. */
export const importCommands: Definition[] = [
  ...formats.map(importCommand),
  {
    name: 'list',
    about: help.importList,
    examples: ['import list'],
    handler: async (...given) => (await import('./past-imports.ts')).list(...given),
  },
  {
    name: 'undo',
    about: help.importUndo,
    deletes: true,
    examples: ['import undo 3 --dry-run', 'import undo 3'],
    args: [['<id>', help.importId]],
    handler: async (...given) => (await import('./past-imports.ts')).undo(...given),
  },
  {
    name: 'subscribe',
    about: help.importSubscribe,
    examples: ['import subscribe https://example.org/events.ics --every daily'],
    args: [['<url>', help.importFeed]],
    options: [
      ['--format <format>', help.importFormat],
      ['--every <interval>', help.importEvery],
      ['--source <name>', help.importSource],
      ['--policy <policy>', help.importPolicy],
      ['--gone <policy>', help.importGone],
      ['--threshold <percent>', help.importThreshold],
      ['--source-language <language>', help.importSourceLanguage],
    ],
    handler: async (...given) => (await import('./feeds.ts')).subscribe(...given),
  },
  {
    name: 'subscriptions',
    about: help.importSubscriptions,
    examples: ['import subscriptions'],
    handler: async (...given) => (await import('./feeds.ts')).list(...given),
  },
  {
    name: 'unsubscribe',
    about: help.importUnsubscribe,
    deletes: true,
    examples: ['import unsubscribe 2'],
    args: [['<id>', help.importFeedId]],
    handler: async (...given) => (await import('./feeds.ts')).unsubscribe(...given),
  },
]
