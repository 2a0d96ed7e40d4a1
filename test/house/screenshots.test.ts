import assert from 'node:assert/strict'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { languages, pagesOf, read, root } from './pages.ts'

/** `![what it shows](images/name.webp)` */
const imageLink = /!\[([^\]]*)\]\((images\/[^)\s]+)\)/g

const screenshotsOf = (language: string): string[] => {
  const folder = join(root, 'docs', language, 'images')
  return existsSync(folder) ? readdirSync(folder).map(name => `images/${name}`) : []
}

for (const language of languages)
  test(`screenshots of the pages are few and small, each is shown once, and says what it shows (${language})`, () => {
    const pages = pagesOf(language).map(name => read(`docs/${language}/${name}`))
    const results = pages.flatMap(text => [...text.matchAll(imageLink)])
    assert.deepEqual(
      results.map(([, , path]) => path).toSorted(),
      screenshotsOf(language).toSorted(),
    )
    for (const [, alt = '', path = ''] of results) {
      assert.ok(alt.length > 20, `${path} says what it shows`)
      assert.ok(statSync(join(root, 'docs', language, path)).size <= 40_000, path)
    }
  })

test('both languages show the same screenshots, twelve at most', () => {
  const [en, fr] = [screenshotsOf('en'), screenshotsOf('fr')]
  assert.deepEqual(en.toSorted(), fr.toSorted())
  assert.ok(en.length + fr.length <= 12)
})
