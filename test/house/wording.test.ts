import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages, pagesOf, read, twins } from './pages.ts'
import { sentencesIn } from './sentences.ts'
import { root, sourceOf } from './sources.ts'

/** One thing has one name in each language: a text and its translation have both or neither. */
const names: [en: RegExp, fr: RegExp][] = [
  [/\bchange log\b/i, /\bjournal des modifications\b/i],
  [/\bchangelog\b/i, /\bjournal des versions\b|CHANGELOG/i],
  [/\bexit codes?\b/i, /\bcodes? de sortie\b/i],
  [/\balternative text\b/i, /\btextes? alternatifs?\b/i],
  [/\bbase URL\b/i, /\bURL de base\b/i],
  [/\bapplication passwords?\b/i, /\bmots? de passe d’application\b/i],
  [/\bdata folder\b/i, /\bdossiers? de données\b/i],
  [/\bsecond factor\b/i, /\bdouble authentification\b/i],
  [/(?<!be )\btrash\b/i, /\bcorbeille\b/i],
  [/\be-mails?\b/i, /\be-mails?\b/i],
]

/** Other words for what has a name already, and that name. */
const others = {
  en: [
    [/\barchive page\b/, 'page of the list'],
    [/\btrashed\b/, 'in the trash'],
    [/\baccess token\b/, 'bearer token'],
    [/\bper cent\b/, 'percentage'],
    [/\b(?:leave|close) all the same\b/i, 'anyway'],
    [/\bthere was no \w+ yet\b/i, 'there has been'],
    [/\bno longer has \{/, '… no longer in the source'],
    [/\bstored of “/, 'stored about'],
    [/\bpictures?\b/, 'image'],
    [/\bscreens for editors\b/i, 'admin screens'],
    [/\bthe administration\b/, 'the admin screens'],
    [/\b(?:colour|licence|honour|sanitis|recognis|kilometre)/, 'American spelling'],
    [
      /(?<![\p{L}\d.,:/#_=+-]|(?:RFC|ISO|[Pp]ort|ID|year) )(?!(?:19|20)\d\d\b)[1-9]\d{3,} (?=[a-z])/u,
      'a comma between thousands',
    ],
    [/(?<=[;:,] )[^.]*\bis expected\.$/, 'Expected …'],
  ],
  fr: [
    [/\bcodes? de retour\b/, 'code de sortie'],
    [/\bcomprimée?s?\b/, 'compressé'],
    [/\bworkflow\b/, 'flux de travail'],
    [/^Complets ou non$/, '« complet » dit qu’il n’y a plus de places'],
    [/\bn’a plus \{/, '… n’est plus dans la source'],
    [/\bvous êtes connecté/i, 'votre session est ouverte'],
    [/\brédact(?:eur|rice)s?\b/, 'les personnes qui rédigent'],
    [/\bCe lien y met fin\b/, 'met fin à ces e-mails'],
    [/\bmise? en avant\b/, 'à la une'],
    [/\btrop gros(?:se)?s?\b/, 'trop volumineux'],
    [/\bdevise\b/, 'monnaie'],
    [/\bla rédaction\b/i, 'les éditeurs'],
    [/\btexte de remplacement\b/, 'texte alternatif'],
    [/\bcourriers?\b/, 'e-mail'],
    [/\bprogrammée?s?\b/, 'planifié'],
    [/\btentatives erronées\b/i, 'échecs de connexion'],
    [/\bValeur attendue\b/, 'Attendu'],
    [/\bde ce(?:t|s) ID\b/, 'qui a cet ID'],
    [/\bl’identifiant d’une fiche\b/, 'l’ID d’une fiche'],
    [/\b(?:pour|par|que) qui peut\b/, 'les personnes qui peuvent'],
    [/\bl’adresse (?:n’existe pas|du site|de la page|du flux)\b/, 'URL'],
  ],
} satisfies Record<string, [RegExp, string][]>

const sentences = globSync('src/**/*.{ts,tsx}', { cwd: root })
  .filter(name => !name.includes('.test.') && !name.endsWith('heading-names.ts'))
  .flatMap(name => sentencesIn(sourceOf(name)).map(({ en, fr }) => ({ name, en, fr })))

/** A page without its code, in one line, and without the targets of its links. */
const proseOf = (page: string) =>
  read(page)
    .replace(/```[\s\S]*?```/g, '')
    .replace(/`[^`\n]*`/g, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')

const texts = [
  ...sentences,
  ...twins().map(([en, fr]) => ({ name: en, en: proseOf(en), fr: proseOf(fr) })),
]

test('a term has one name in each language', () => {
  assert.ok(texts.length > 1000, `only ${texts.length} texts were found`)
  const unequal = texts.flatMap(({ name, en, fr }) =>
    names
      .filter(([inEnglish, inFrench]) => inEnglish.test(en) !== inFrench.test(fr))
      .map(
        ([inEnglish]) => `${name}: ${inEnglish.source}: ${en.slice(0, 80)} | ${fr.slice(0, 80)}`,
      ),
  )
  assert.deepEqual(unequal, [])
})

test('no text has another word for what has a name', () => {
  const wrong = texts.flatMap(({ name, ...text }) =>
    languages.flatMap(language =>
      others[language].flatMap(([word, better]) => {
        const match = word.exec(text[language])
        return match ? [`${name}: “${match[0]}”, better “${better}”`] : []
      }),
    ),
  )
  assert.deepEqual(wrong, [])
})

for (const language of languages)
  test(`a link with the title of a page leads to that page (${language})`, () => {
    const pages = pagesOf(language).map(name => ({
      name,
      text: read(join('docs', language, name)),
    }))
    const titles = new Map<string, string>()
    for (const { name, text } of pages) {
      titles.set((/^# (.+)$/m.exec(text)?.[1] ?? '').toLowerCase(), name)
      if (name !== 'README.md') continue
      for (const [, label = '', page = ''] of text.matchAll(/^\| \[([^\]]+)\]\(([\w-]+\.md)\)/gm))
        titles.set(label.toLowerCase(), page)
    }
    assert.ok(titles.size >= pages.length, 'no two pages have one title')
    const wrong = pages.flatMap(({ name, text }) =>
      [...text.matchAll(/\[([^\]]+)\]\(([\w-]+\.md)(?:#[^)]*)?\)/g)].flatMap(
        ([, label = '', target = '']) => {
          const titled = titles.get(label.toLowerCase().replace(/\s+/g, ' '))
          return titled && titled !== target ? [`${name}: [${label}](${target})`] : []
        },
      ),
    )
    assert.deepEqual(wrong, [])
  })

const pagesOfScreens =
  /^(?:accounts|backup|editors|getting-started|importing|mail|monitoring|recurring-events|settings|sign-in|troubleshooting)\.md$/

for (const language of languages)
  test(`what a page has in bold is on a screen (${language})`, () => {
    const plain = (text: string) => text.replace(/[\s\u00a0\u202f]+/g, ' ').toLowerCase()
    const labels = sentences.map(sentence => plain(sentence[language]))
    const isShown = (label: string) =>
      labels.some(text => {
        const [beginning = '', value] = text.split('{')
        const hasValue = value !== undefined && beginning.length > 3
        return text.startsWith(label) || (hasValue && label.startsWith(beginning))
      })
    const pages = pagesOf(language).filter(name => pagesOfScreens.test(name))
    assert.ok(pages.length > 10)
    const wrong = pages.flatMap(name => {
      const prose = read(join('docs', language, name)).replace(/```[\s\S]*?```/g, '')
      return [...prose.matchAll(/\*\*([^*]+)\*\*/g)].flatMap(([, label = '']) =>
        /^HTML$|[.:]$/.test(label) || isShown(plain(label)) ? [] : [`${name}: ${label}`],
      )
    })
    assert.deepEqual(wrong, [])
  })
