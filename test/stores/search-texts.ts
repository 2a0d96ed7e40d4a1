import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import type { Language } from '../../src/define/text/language.ts'
import type { Store } from '../../src/store/contract/store.ts'
import { openFind } from '../../src/store/search/find.ts'
import { openDatabase, statementsOf } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'
import { openIndexing } from '../../src/store/sqlite/search/indexing.ts'
import { plainEvent, plainShapes } from '../support/plain-events.ts'
import '../support/own-process.ts'

/** For the tests of the search index: calendars of nothing but texts. */

export const folder = mkdtempSync(join(tmpdir(), 'almanac-search-'))
after(() => rmSync(folder, { recursive: true, force: true }))
let folders = 0

export type Texts = Partial<Record<Language, string>>

/** A calendar of nothing but texts, and what is known to be in it. */
export async function openTexts() {
  const file = join(folder, `${++folders}.db`)
  const store = sqlite(file)
  await store.prepare(plainShapes)
  const texts = new Map<number, Texts>()
  const index = (
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
  return {
    file,
    store,
    texts,
    add: (list: Texts[]) =>
      store.write(async tx => {
        for (const each of list) {
          const id = await tx.insert('event', { status: 'publish', timezone: 'UTC' }, {})
          await tx.derive(plainEvent(id, {}, each))
          await index(tx, 'create', id)
          texts.set(id, each)
        }
      }),
    change: (id: number, text: Texts | undefined) =>
      store.write(async tx => {
        if (text) await tx.derive(plainEvent(id, {}, text))
        else await tx.remove('event', id)
        await index(tx, 'change', id)
        if (text) texts.set(id, text)
        else texts.delete(id)
      }),
    having: (language: Language, letters: string) =>
      [...texts].filter(([, of]) => of[language]?.includes(letters)).map(([id]) => id),
  }
}

/** The index of a file, and what is found with it. */
export function openIndexed(file: string, store: Store) {
  const database = openDatabase(file, { readOnly: true })
  const pace = { batch: 4, waiting: 3, ms: 0 }
  const indexing = openIndexing(statementsOf(database), `${file}.search`, undefined, pace)
  const find = openFind(store, { slice: 100, share: 1, few: 2, indexed: indexing.now })
  return {
    step: indexing.step,
    now: indexing.now,
    found: (letters: string) => idsWith(find, letters),
    close() {
      indexing.close()
      database.close()
    },
  }
}

export async function idsWith(find: ReturnType<typeof openFind>, letters: string) {
  const faults = new Set<number>()
  await find('en', letters, ids => {
    for (const id of ids) faults.add(id)
  })
  return [...faults].sort((a, b) => a - b)
}

export const nine = (en: string) => Array.from({ length: 9 }, (_, n) => ({ en: `${en} ${n}` }))
