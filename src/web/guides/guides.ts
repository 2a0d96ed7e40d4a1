import { guideNames, guideOf } from '../../common/index.ts'
import { once } from '../../define/base/objects.ts'
import { fold } from '../../define/text/fold.ts'
import { inEachLanguage, type Language } from '../../define/text/language.ts'
import { anchorOf, plainOf } from './markdown.ts'

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
  const found: Section[] = []
  for (const name of guideNames(language)) {
    const text = (await guideOf(language, name)) ?? ''
    const [first = '', ...rest] = text.split(/^#{1,3} /m).slice(1)
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
