import { existsSync, readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Language } from '../define/text/language.ts'

const docs = new URL('../../docs/', import.meta.url)

/** The page that lists all others. */
export const indexName = 'README'

const isName = (name: string) => /^[\w-]{1,100}$/.test(name)

/** The names of all guides in a language, without the page that lists them. */
export function guideNames(language: Language): string[] {
  const folder = new URL(`${language}/`, docs)
  const files = existsSync(folder) ? readdirSync(folder) : []
  return files
    .filter(file => file.endsWith('.md') && file !== `${indexName}.md`)
    .map(file => file.slice(0, -'.md'.length))
    .toSorted()
}

/** The text of a guide, without the links to its twin and the list above it; undefined: there is none of this name. */
export async function guideOf(language: Language, name: string): Promise<string | undefined> {
  const file = new URL(`${language}/${name}.md`, docs)
  if (!isName(name) || !existsSync(file)) return undefined
  return (await readFile(file, 'utf8')).replace(/^\[(?:Français|English)\].*\n/m, '')
}

/** An image of a guide. */
export async function imageOfGuide(name: string): Promise<Buffer | undefined> {
  const file = new URL(`en/images/${name}`, docs)
  return /^[\w-]{1,100}\.webp$/.test(name) && existsSync(file) ? readFile(file) : undefined
}
