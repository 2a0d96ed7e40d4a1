import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as passed } from 'node:timers/promises'
import fc from 'fast-check'
import { shapes } from '../../src/calendar/shapes.ts'
import type { Language } from '../../src/define/text/language.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { openFind } from '../../src/store/sqlite/search/find.ts'
import { openIndexing } from '../../src/store/sqlite/search/indexing.ts'
import { openSearch } from '../../src/store/sqlite/search/search.ts'
import { openThread } from '../../src/store/sqlite/search/thread.ts'
import { statementsOf } from '../../src/store/sqlite/statements.ts'
import type { Store } from '../../src/store/store.ts'

const folder = mkdtempSync(join(tmpdir(), 'almanac-search-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0

type Texts = Partial<Record<Language, string>>

/** A calendar of nothing but texts, and what is known to be in it. */
async function openTexts() {
  const file = join(folder, `${++folders}.db`)
  const store = sqlite(file)
  await store.prepare(shapes)
  const texts = new Map<number, Texts>()
  const tell = (
    tx: Parameters<Parameters<Store['write']>[0]>[0],
    verb: 'create' | 'change',
    id: number,
  ) =>
    tx.log({
      instant: 0,
      actor: 1,
      verb,
      kind: 'event',
      id,
      language: 'en',
      version: 1,
      detail: null,
    })
  const parts = (of: Texts) =>
    Object.fromEntries(Object.entries(of).map(([language, text]) => [language, [text]]))
  return {
    file,
    store,
    texts,
    add: (list: Texts[]) =>
      store.write(async tx => {
        for (const each of list) {
          const id = await tx.insert('event', { status: 'publish' }, {})
          await tx.setSearch('event', id, parts(each), true)
          await tell(tx, 'create', id)
          texts.set(id, each)
        }
      }),
    change: (id: number, text: Texts | undefined) =>
      store.write(async tx => {
        if (text) await tx.setSearch('event', id, parts(text))
        else await tx.remove('event', id)
        await tell(tx, 'change', id)
        if (text) texts.set(id, text)
        else texts.delete(id)
      }),
    having: (language: Language, letters: string) =>
      [...texts].filter(([, of]) => of[language]?.includes(letters)).map(([id]) => id),
  }
}

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
      fc.string({ unit: 'binary', maxLength: 3 }),
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
  fc.string({ unit: 'binary', minLength: 1, maxLength: 5 }),
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
  known: Map<number, Texts>,
) {
  if (typeof sought === 'string') return sought
  const all = [...known.values()].flatMap(each => Object.values(each))
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
              const found = new Set<number>()
              await find(each.language, sought, ids => {
                for (const id of ids) found.add(id)
              })
              assert.deepEqual(
                [...found].sort((a, b) => a - b),
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

/** The index of a file, and what is found with it. */
function openIndexed(file: string, store: Store) {
  const database = openDatabase(file, { readOnly: true })
  const pace = { batch: 4, waiting: 3, ms: 0 }
  const indexing = openIndexing(statementsOf(database), `${file}.search`, undefined, pace)
  const find = openFind(store, { slice: 100, share: 1, few: 2, indexed: indexing.now })
  return {
    step: indexing.step,
    now: indexing.now,
    found: (letters: string) => foundBy(find, letters),
    close() {
      indexing.close()
      database.close()
    },
  }
}

async function foundBy(find: ReturnType<typeof openFind>, letters: string) {
  const found = new Set<number>()
  await find('en', letters, ids => {
    for (const id of ids) found.add(id)
  })
  return [...found].sort((a, b) => a - b)
}

const nine = (en: string) => Array.from({ length: 9 }, (_, n) => ({ en: `${en} ${n}` }))

test('an index that is stopped half-way goes on from there', async t => {
  const { file, store, add, change, texts, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  for (const letters of ['carnival', 'biennale'])
    for (let steps = 1; steps < 9; steps++) {
      const index = openIndexed(file, store)
      index.step()
      index.close()
      if (steps === 5)
        for (const id of [...texts.keys()]) await change(id, { en: `biennale ${id}` })
      const again = openIndexed(file, store)
      again.step()
      assert.deepEqual(await again.found(letters), having('en', letters))
      again.close()
    }
})

test('an index of another calendar is not believed, nor one of days that a restored copy does not know', async t => {
  const { file, store, add, texts } = await openTexts()
  await add(nine('carnival'))
  await store.close()
  copyFileSync(file, `${file}.copy`)

  const later = sqlite(file)
  await later.prepare(shapes)
  const change = (of: Store, word: string) =>
    of.write(async tx => {
      for (const id of texts.keys()) {
        await tx.setSearch('event', id, { en: [`${word} ${id}`] })
        await tx.log({
          ...{ instant: word.length, actor: 1, verb: 'change', kind: 'event', id },
          ...{ language: 'en', version: 1, detail: null },
        })
      }
    })
  await change(later, 'exhibition')
  const index = openIndexed(file, later)
  while (index.step());
  index.close()
  await later.close()

  copyFileSync(`${file}.copy`, file)
  const restored = sqlite(file)
  t.after(() => restored.close())
  await restored.prepare(shapes)
  await change(restored, 'fireworks')
  const other = openIndexed(file, restored)
  t.after(() => other.close())
  other.step()
  assert.deepEqual(await other.found('fireworks'), [...texts.keys()])
  while (other.step());
  assert.deepEqual(await other.found('fireworks'), [...texts.keys()])
  assert.deepEqual(await other.found('exhibition'), [])
})

test('an index knows what a copy made while it was built does not know', async t => {
  const { file, store, add, texts } = await openTexts()
  await add(nine('carnival'))
  await store.close()
  copyFileSync(file, `${file}.copy`)

  const later = sqlite(file)
  await later.prepare(shapes)
  const index = openIndexed(file, later)
  index.step()
  await later.write(async tx => {
    await tx.setSearch('event', 9, { en: ['exhibition'] })
    await tx.log({
      ...{ instant: 1, actor: 1, verb: 'change', kind: 'event', id: 9 },
      ...{ language: 'en', version: 2, detail: null },
    })
  })
  index.step()
  index.step()
  index.close()
  await later.close()

  copyFileSync(`${file}.copy`, file)
  const restored = sqlite(file)
  t.after(() => restored.close())
  await restored.prepare(shapes)
  const other = openIndexed(file, restored)
  t.after(() => other.close())
  for (let steps = 0; steps < 4; steps++) {
    other.step()
    assert.deepEqual(await other.found('carnival'), [...texts.keys()])
  }
})

test('a thread keeps the index beside the service, and ends with it', async t => {
  const { file, store, add, change, having } = await openTexts()
  t.after(() => store.close())
  await add([...nine('carnival'), ...nine('jazz')])
  const failures: unknown[] = []
  const built = Promise.withResolvers<void>()
  const open = () =>
    openThread(
      { file, index: `${file}.search` },
      {
        progress: (done, total) => done === total && built.resolve(),
        failed: error => failures.push(error),
      },
      () => {},
    )
  const thread = open()
  await built.promise
  await change(3, { en: 'no more of it' })
  await change(12, { en: 'a second carnival' })
  assert.deepEqual(await foundBy(thread.find, 'carnival'), having('en', 'carnival'))
  await thread.close()
  assert.ok(existsSync(`${file}.search`))
  const again = open()
  assert.deepEqual(await foundBy(again.find, 'jazz'), having('en', 'jazz'))
  await again.close()
  assert.deepEqual(failures, [])
})

test('what is found does not depend on the index being there', async t => {
  const { file, store, add, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  // No index can be made where a folder is in the way.
  mkdirSync(file.replace(/\.db$/, '.search.db'))
  const failures: unknown[] = []
  const search = openSearch(file, store, 0)
  search.begin(9, { failed: error => failures.push(error) })
  assert.deepEqual(await foundBy(search.find, 'carnival'), having('en', 'carnival'))
  assert.equal(failures.length, 1)
  await search.close()
})

test('what is found does not depend on the thread being there', async t => {
  const { store, add, having } = await openTexts()
  t.after(() => store.close())
  await add(nine('carnival'))
  const failures: unknown[] = []
  // A thread that cannot open the database ends at once.
  const search = openSearch(join(folder, 'nowhere', 'almanac.db'), store, 0)
  search.begin(9, { failed: error => failures.push(error) })
  assert.deepEqual(await foundBy(search.find, 'carnival'), having('en', 'carnival'))
  assert.equal(failures.length, 1)
  assert.deepEqual(await foundBy(search.find, 'nival'), having('en', 'nival'))
  await search.close()
})

test('an index whose process was killed, however often, lacks nothing that it says it has', async t => {
  const { file, store, add, change, texts } = await openTexts()
  t.after(() => store.close())
  const word = (n: number) => `concert ${n} of ${['jazz', 'blues', 'songs'][n % 3]}`
  await add(Array.from({ length: 6000 }, (_, n) => ({ en: word(n), fr: `${word(n)} ${n * 7}` })))
  for (let round = 0; round < 6; round++) {
    const child = fork(join(import.meta.dirname, 'search-thread.ts'), [file], { execArgv: [] })
    await Promise.race([once(child, 'message'), passed(500)])
    await passed(Math.random() * 100)
    child.kill('SIGKILL')
    await once(child, 'exit')
    for (let n = 1; n < 20; n++)
      await change(n * 17 + round, n % 3 ? { en: word(n + round) } : undefined)
  }
  const database = openDatabase(file, { readOnly: true })
  const indexing = openIndexing(statementsOf(database), `${file}.search`)
  t.after(() => {
    indexing.close()
    database.close()
  })
  while (indexing.step());
  const failures: unknown[] = []
  const find = openFind(store, {
    ...{ slice: 100, share: 1, indexed: indexing.now, spoiled: error => failures.push(error) },
  })
  for (const letters of ['blues', 'concert 77', 'of s', '99 of', 'zz'])
    assert.deepEqual(
      await foundBy(find, letters),
      [...texts].filter(([, { en }]) => en?.includes(letters)).map(([id]) => id),
    )
  assert.deepEqual(failures, [])
})

test('an event that is erased leaves the search index', async t => {
  const { file, store, add, change, texts } = await openTexts()
  t.after(() => store.close())
  await add(nine('zebrafish'))
  const indexed = openIndexed(file, store)
  while (indexed.step());
  for (const id of [...texts.keys()]) await change(id, undefined)
  while (indexed.step());
  assert.deepEqual(await indexed.found('zebrafish'), [])
  indexed.close()
  const trigrams = openDatabase(`${file}.search`)
  assert.deepEqual(trigrams.prepare(`SELECT rowid FROM gram WHERE gram MATCH '"zeb"'`).all(), [])
  trigrams.close()
})
