import assert from 'node:assert/strict'
import { test } from 'node:test'
import { blocksOf, levelsOf, read, skeletonOf, twins } from './pages.ts'

for (const [en, fr] of twins()) {
  test(`${fr} has the headings and the code of ${en}`, () => {
    const [english, french] = [read(en), read(fr)]
    assert.deepEqual(levelsOf(french), levelsOf(english), 'headings')
    assert.deepEqual(
      blocksOf(french).filter(isCode).map(skeletonOf),
      blocksOf(english).filter(isCode).map(skeletonOf),
    )
  })
}

/** The output of a program, as text, is translated. */
const isCode = ({ language }: { language: string }) => language !== 'text'

test('each README begins with a link to the other', () => {
  assert.match(read('README.md'), /^\[Français\]\(README\.fr\.md\)\n/)
  assert.match(read('README.fr.md'), /^\[English\]\(README\.md\)\n/)
})
