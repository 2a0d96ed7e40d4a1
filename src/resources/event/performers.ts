import { isObject } from '../../define/base/objects.ts'
import { tooLong, tooMany } from '../../define/field-errors.ts'
import { type FieldType, fieldError, value } from '../../define/field-type.ts'
import { isWeb } from '../../define/field-types.ts'
import type { Cell } from '../../define/record.ts'
import { address, exact, text } from '../../define/schema.ts'
import { escapeAngles, normalizeLine } from '../../define/text/markup.ts'

/** A performer, speaker or leader; `url` is empty where there is none. */
export type Performer = { name: string; url: string }

const [maxPerformers, maxName] = [50, 200]

/** A line is a name and, behind it, perhaps its URL. */
function performerOf(line: string): Performer {
  const at = line.lastIndexOf(' ')
  const [name, last] = [line.slice(0, at), line.slice(at + 1)]
  return at > 0 && isWeb(last) ? { name, url: last } : { name: line, url: '' }
}
const lineOf = ({ name, url }: Performer) => (url === '' ? name : `${name} ${url}`)

/** Stored is a line for each. */
export const performersOf = (stored: Cell | undefined): Performer[] =>
  stored ? String(stored).split('\n').map(performerOf) : []

const example = '[{"name": "Ana Silva", "url": "https://ana.example/"}]'
const notPerformers = {
  sentence: {
    en: '{name} is not valid. Expected a list of names with http or https URLs, such as {example}, or a line of text for each.',
    fr: '{name} n’est pas valide. Attendu : une liste de noms avec des URL http ou https, telle que {example}, ou une ligne de texte pour chacun.',
  },
  params: { example },
}

/** A performer as it was sent, with its name cleaned; undefined: it is none. */
function sentPerformer(input: unknown): Performer | undefined {
  if (typeof input === 'string') return performerOf(normalizeLine(input))
  if (!isObject(input) || typeof input.name !== 'string') return undefined
  const [name, link] = [normalizeLine(input.name), input.url ?? '']
  if (link === '') return { name, url: '' }
  return typeof link === 'string' && isWeb(link.trim()) ? { name, url: link.trim() } : undefined
}

const sentName = { type: 'string', minLength: 1, maxLength: maxName }
const performer = exact(
  { en: 'A performer.', fr: 'Un artiste ou intervenant.' },
  {
    name: text({ en: 'The name.', fr: 'Le nom.' }),
    url: {
      ...address({
        en: 'The website; empty if none.',
        fr: 'Le site web ; vide s’il n’y en a pas.',
      }),
      format: 'uri-reference',
    },
  },
)

/** A list, or a text with a line for each: forms have such a text. */
const performersType = (): FieldType<
  readonly (string | { name: string; url?: string | null })[] | string | null,
  Performer[],
  string
> => ({
  index: { type: 'array', items: { type: 'object' } },
  input: 'lines',
  accepts: {
    type: ['array', 'null'],
    maxItems: maxPerformers,
    items: {
      anyOf: [
        sentName,
        {
          type: 'object',
          properties: { name: sentName, url: { type: ['string', 'null'] } },
          required: ['name'],
        },
      ],
    },
  },
  returns: { type: 'array', items: performer },
  column: 'text',
  clears: ['', null, 'list'],
  check(input) {
    const list: unknown = typeof input === 'string' ? input.split(/\r?\n|\r/) : input
    if (!Array.isArray(list)) return fieldError(notPerformers)
    if (list.length > 2 * maxPerformers) return fieldError(tooMany(maxPerformers))
    const performers: Performer[] = []
    for (const sent of list) {
      const one = sentPerformer(sent)
      if (!one) return fieldError(notPerformers)
      if (one.name.length > maxName) return fieldError(tooLong(maxName))
      if (one.name !== '') performers.push(one)
    }
    if (performers.length > maxPerformers) return fieldError(tooMany(maxPerformers))
    return value(performers.map(lineOf).join('\n'))
  },
  takesMany: true,
  show: stored => performersOf(stored).map(({ name, url }) => ({ name: escapeAngles(name), url })),
  masked: [],
  words: stored =>
    performersOf(stored)
      .map(({ name }) => name)
      .join(', '),
  searchText: stored =>
    performersOf(stored)
      .map(({ name }) => name)
      .join('\n'),
  sample: [{ name: 'Ana Silva', url: 'https://ana.example/' }],
})

export const performersField = {
  label: { en: 'Performers', fr: 'Artistes et intervenants' },
  type: performersType(),
  lives: 'text',
  addition: true,
  inFeeds: true,
  inForm: {
    typed: {
      en: 'One per line: the name, then perhaps its URL.',
      fr: 'Un par ligne : le nom, puis éventuellement son URL.',
    },
  },
  en: 'Who performs or speaks: a list of objects with name and url, at most 50.',
  fr: 'Les artistes et intervenants : une liste d’objets avec name et url, 50 au plus.',
} as const
