import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { once } from '../../define/base/objects.ts'
import { fold } from '../../define/text/fold.ts'
import { inEachLanguage, type Language } from '../../define/text/language.ts'
import { anchorOf, plainOf } from './markdown.ts'

const docs = new URL('../../../docs/', import.meta.url)

/** The page that lists all others. */
export const indexName = 'README'

const isName = (name: string) => /^[\w-]{1,100}$/.test(name)

/** The text of a guide, without the links to its twin and the list above it; undefined: there is none of this name. */
export async function guideOf(language: Language, name: string): Promise<string | undefined> {
  const file = new URL(`${language}/${name}.md`, docs)
  return isName(name) && existsSync(file) ? textIn(file) : undefined
}

const textIn = async (file: URL) =>
  (await readFile(file, 'utf8')).replace(/^\[(?:Français|English)\].*\n/m, '')

/** An image of a guide. */
export async function imageOf(name: string): Promise<Buffer | undefined> {
  const file = new URL(`en/images/${name}`, docs)
  return /^[\w-]{1,100}\.webp$/.test(name) && existsSync(file) ? readFile(file) : undefined
}

/** A part of a guide below a heading, to be found by its words. */
export type Section = {
  name: string
  guide: string
  heading: string
  anchor: string
  text: string
  folded: string
}

/** Read with the first search; they change with the program alone. */
const sections = inEachLanguage(language => once(() => read(language)))

async function read(language: Language): Promise<Section[]> {
  const folder = new URL(`${language}/`, docs)
  const all = existsSync(folder) ? readdirSync(folder) : []
  const files = all.filter(file => file.endsWith('.md') && file !== `${indexName}.md`)
  const found: Section[] = []
  for (const file of files.toSorted()) {
    const name = file.slice(0, -'.md'.length)
    const [first = '', ...rest] = (await textIn(new URL(file, folder))).split(/^#{1,3} /m).slice(1)
    const guide = first.split('\n', 1)[0] ?? ''
    for (const part of [first, ...rest]) {
      const [title = '', ...lines] = part.split('\n')
      const text = plainOf(lines.join(' '))
        .replace(/[|\s-]+\|[|\s-]*|```\w*|(^|\s)-(?=\s)|\s+/g, ' ')
        .trim()
      const folded = fold(`${guide} ${title} ${text}`)
      found.push({
        name,
        guide: plainOf(guide),
        heading: plainOf(title),
        anchor: anchorOf(title),
        text,
        folded,
      })
    }
  }
  return found
}

const mostWords = 8
const mostFound = 40

/** The sections with all these words, those with them in a heading first. */
export async function searchGuides(language: Language, search: string): Promise<Section[]> {
  const words = fold(search.slice(0, 200)).split(/\s+/).filter(Boolean).slice(0, mostWords)
  if (words.length === 0) return []
  const all = await sections[language]()
  const found = all.filter(({ folded }) => words.every(word => folded.includes(word)))
  const isAbout = ({ guide, heading }: Section) => {
    const title = fold(`${guide} ${heading}`)
    return words.every(word => title.includes(word))
  }
  return [...found.filter(isAbout), ...found.filter(each => !isAbout(each))].slice(0, mostFound)
}
