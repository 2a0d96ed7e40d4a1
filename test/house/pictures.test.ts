import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages, pagesOf, read, root } from './pages.ts'

/** `![what it shows](pictures/name.webp)` */
const shown = /!\[([^\]]*)\]\((pictures\/[^)\s]+)\)/g

const picturesOf = (language: string): string[] => {
  const folder = join(root, 'docs', language, 'pictures')
  return existsSync(folder) ? readdirSync(folder).map(name => `pictures/${name}`) : []
}

for (const language of languages)
  test(`pictures of the pages are few and small, each is shown once, and says what it shows (${language})`, () => {
    const pages = pagesOf(language).map(name => read(`docs/${language}/${name}`))
    const found = pages.flatMap(text => [...text.matchAll(shown)])
    assert.deepEqual(found.map(([, , path]) => path).toSorted(), picturesOf(language).toSorted())
    for (const [, alt = '', path = ''] of found) {
      assert.ok(alt.length > 20, `${path} says what it shows`)
      assert.ok(statSync(join(root, 'docs', language, path)).size <= 40_000, path)
    }
  })

test('both languages show the same pictures, twelve at most', () => {
  const [en, fr] = [picturesOf('en'), picturesOf('fr')]
  assert.deepEqual(en.toSorted(), fr.toSorted())
  assert.ok(en.length + fr.length <= 12)
})
