import assert from 'node:assert/strict'
import { rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Language } from '../../src/define/text/language.ts'
import { openFind } from '../../src/store/search/find.ts'
import { openDatabase, statementsOf } from '../../src/store/sqlite/driver.ts'
import { openIndexing } from '../../src/store/sqlite/search/indexing.ts'
import { anyText } from '../support/any-text.ts'

import { openTexts, type Texts } from './search-texts.ts'

/** Few of them, so that many texts have the same letters in a row. */
const common = ['ab', 'ba', 'c', ' ', 'abc']
const words = [
  'jazz',
  'ete',
  'a',
  'e',
  ' ',
  'fete',
  '"',
  '%',
  '_',
  '*',
  "'",
  '🎷',
  'é',
  '日本',
  '語',
  '\n',
  'the ',
  '-',
  'zz',
  '\0',
  '￿',
]
const text = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: fc.constantFrom(...common) },
      { weight: 4, arbitrary: fc.constantFrom(...words) },
      anyText({ maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map(list => list.join(''))
const texts = fc.oneof(
  text.map(both => ({ en: both, fr: both })),
  fc.record({ en: text, fr: text }),
  text.map(en => ({ en })),
  fc.constant({}),
)
const letters = fc.oneof(
  fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map(list => list.join('')),
  fc.array(fc.constantFrom(...common), { minLength: 2, maxLength: 4 }).map(list => list.join('')),
  anyText({ minLength: 1, maxLength: 5 }),
)
/** Letters that are somewhere: a piece of one of the texts. */
const piece = fc.record({ of: fc.nat(), from: fc.nat(), length: fc.integer({ min: 1, max: 6 }) })
const which = fc.nat()
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('ask' as const),
      language: fc.constantFrom<Language>('en', 'fr'),
      letters: fc.oneof(letters, piece),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: fc.constant('index' as const),
      steps: fc.integer({ min: 1, max: 20 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      list: fc.array(texts, { maxLength: 8 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('change' as const),
      which,
      texts: fc.option(texts, { nil: undefined }),
    }),
  },
  fc.record({ do: fc.constantFrom('stop' as const, 'lose' as const, 'spoil' as const) }),
)

function lettersOf(
  sought: string | { of: number; from: number; length: number },
  stored: Map<number, Texts>,
) {
  if (typeof sought === 'string') return sought
  const all = [...stored.values()].flatMap(each => Object.values(each))
  const points = [...(all[sought.of % all.length] ?? 'none')]
  const from = sought.from % Math.max(1, points.length)
  return points.slice(from, from + sought.length).join('') || 'none'
}

test('trigrams find what reading all texts through finds, however far behind, lost or spoilt they are', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(texts, { maxLength: 60, size: 'max' }),
      fc.array(step, { maxLength: 60, size: 'max' }),
      async (first, steps) => {
        const { file, store, texts, add, change, having } = await openTexts()
        await add(first)
        const database = openDatabase(file, { readOnly: true })
        const pace = { batch: 4, waiting: 3, ms: 0 }
        const open = () => openIndexing(statementsOf(database), `${file}.search`, undefined, pace)
        let indexing = open()
        let isSpoilt = false
        const find = openFind(store, {
          slice: 5,
          share: 1,
          few: 2,
          indexed: () => indexing.now(),
          spoiled: error => {
            assert.ok(isSpoilt, String(error))
            indexing.giveUp(error)
          },
        })
        try {
          for (const each of steps) {
            if (each.do === 'ask') {
              const sought = lettersOf(each.letters, texts)
              const faults = new Set<number>()
              await find(each.language, sought, ids => {
                for (const id of ids) faults.add(id)
              })
              assert.deepEqual(
                [...faults].sort((a, b) => a - b),
                having(each.language, sought),
                JSON.stringify(sought),
              )
            } else if (each.do === 'index')
              try {
                for (let n = 0; n < each.steps; n++) indexing.step()
              } catch (error) {
                assert.ok(isSpoilt, String(error))
                indexing.giveUp(error)
              }
            else if (each.do === 'add') await add(each.list)
            else if (each.do === 'change') {
              const ids = [...texts.keys()]
              if (ids.length > 0) await change(ids[each.which % ids.length]!, each.texts)
            } else {
              indexing.close()
              isSpoilt = each.do === 'spoil' || (isSpoilt && each.do === 'stop')
              if (each.do === 'lose') rmSync(`${file}.search`, { force: true })
              if (each.do === 'spoil')
                writeFileSync(`${file}.search`, 'no database at all'.repeat(300))
              indexing = open()
            }
          }
        } finally {
          indexing.close()
          database.close()
          await store.close()
        }
      },
    ),
    { numRuns: 40, endOnFailure: true },
  )
})
