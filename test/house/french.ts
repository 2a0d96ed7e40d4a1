import ts from 'typescript'

const units = 'h|min|s|ms|km|m|cm|kg|€|\\$|%|ko|Mo|Go|Kio|Mio|Gio|°C'
const measures =
  'secondes?|minutes?|heures?|jours?|semaines?|mois|ans?|années?|caractères?|pixels?|mégapixels?|octets?|millions?|milliards?'

/** The rules of French typography, as patterns of their violations. `{}` stands for a value, such as a number. */
const faults: [why: string, pattern: RegExp][] = [
  ['U+202F before ; ! ?', /[^\s\u202f(?!;/][;!?](?=$|[\s»)<*])|[ \u00a0][;!?](?=$|[\s»)<*])/u],
  ['U+00A0 before :', /[^\s\u00a0:]:(?=$|[\s<*])|[ \u202f]:(?=$|[\s<*])/u],
  ['U+00A0 before »', /[^\u00a0]»/u],
  ['U+00A0 after «', /«(?!\u00a0|$)/u],
  [
    'U+00A0 before a unit',
    new RegExp(`[\\d}] (?:\\{\\w+\\|)?(?:${units}|${measures})(?![\\p{L}\\p{N}’])`, 'u'),
  ],
  ['U+202F between thousands', /(?<![\d:-])\d{1,3}[ \u00a0]\d{3}(?!\d)/u],
  // years, dates, and the numbers of standards, ports, records and houses have none
  [
    'U+202F in a number',
    /(?<![\p{L}\d.,:/#_=+-]|(?:RFC|ISO|port|l’an|années 1 et|ID) )(?!(?:19|20)\d\d(?!\d|[ \u00a0](?:caractères|pixels|octets))|20\d{6}\b)[1-9]\d{3,}(?![\d:/_-]|\.\d|,\d|, \p{L}|\p{L})/u,
  ],
  ['the apostrophe ’', /\p{L}'\p{L}/u],
]

/** The parts of a text that are no prose: code, tags, addresses, entities, and `key: value` as it is typed. */
const noProse =
  /\{"[^}]*\}|`[^`]*`|<[^>]*>|\b[a-z]+:\/\/\S*|&#?\w+;|"[^"]*"|(?<=«\u00a0)[a-z]+: \S+(?=\u00a0»)|\n:?\s*/giu

/** The faults of a French text, each with its place. */
export function faultsOf(text: string): string[] {
  const prose = text.replace(noProse, '')
  return faults.flatMap(([why, pattern]) => {
    const at = pattern.exec(prose)
    return at ? [`${why}: …${prose.slice(Math.max(0, at.index - 20), at.index + 15)}…`] : []
  })
}

/** French where no property says so: an accent, a quotation mark, or an elision. */
const looksFrench = (text: string) =>
  /[àâçéèêëîïôûùœÀÂÇÉÈÊÎÔŒ«»]|\b(?:[ldnsjcqm]|qu)’/iu.test(text) || / [;:!?»](?:\s|$)/u.test(text)

/** Every French text of a source file; values within it are written `{}`. */
export function frenchIn(source: ts.SourceFile): string[] {
  const matches: string[] = []
  const visit = (node: ts.Node) => {
    const text = textOf(node)
    if (text !== undefined) {
      const language = languageOf(node)
      if (language === 'fr' || (!language && looksFrench(text))) matches.push(text)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return matches
}

function textOf(node: ts.Node): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text
  if (!ts.isTemplateExpression(node)) return undefined
  return [node.head.text, ...node.templateSpans.map(({ literal }) => literal.text)].join('{}')
}

/** The property `en` or `fr` that a text stands in, however deep. */
function languageOf(node: ts.Node): string | undefined {
  for (let at = node; at && !ts.isStatement(at); at = at.parent) {
    const name = ts.isPropertyAssignment(at) && ts.isIdentifier(at.name) ? at.name.text : ''
    if (name === 'en' || name === 'fr') return name
  }
  return undefined
}
