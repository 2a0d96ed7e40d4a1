import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { shapes } from '../../src/calendar/schema/shapes.ts'
import { openDatabase } from '../../src/store/sqlite/driver.ts'
import { sqlite } from '../../src/store/sqlite/engine.ts'

const old = ['title', 'alt']
const texts = ['title', 'alt', 'name_key', 'changed']

/** A current database, with its images as the version before had them. */
async function before(
  file: string,
  images: readonly [id: number, language: string, title: string][],
) {
  const store = sqlite(file)
  await store.prepare(shapes)
  await store.close()
  const database = openDatabase(file)
  for (const name of texts)
    for (const language of ['en', 'fr'])
      database.exec(`ALTER TABLE image DROP COLUMN ${name}_${language}`)
  for (const name of old) database.exec(`ALTER TABLE image ADD COLUMN ${name} TEXT`)
  for (const [id, language, title] of images) {
    database
      .prepare(
        "INSERT INTO image (id, version, title, alt, file, sizes) VALUES (?, 1, ?, '', ?, '{}')",
      )
      .run(id, title, `2026/05/file-${id}.png`)
    database
      .prepare(
        "INSERT INTO journal (instant, actor, verb, kind, id, language, version, detail) VALUES (1, 1, 'create', 'image', ?, ?, 1, '')",
      )
      .run(id, language)
  }
  database.exec("DELETE FROM note WHERE key = 'columns'")
  database.exec('PRAGMA user_version = 4')
  database.close()
}

test('images of an earlier version keep their texts in the language in which they came, and are found', async t => {
  const folder = mkdtempSync(join(tmpdir(), 'almanac-images-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'almanac.db')
  await before(file, [
    [1, 'fr', 'L’été'],
    [2, 'en', 'Summer'],
    [3, 'en', ''],
  ])
  const store = sqlite(file)
  await store.prepare(shapes)
  const images = await store.getMany('image', [1, 2, 3])
  assert.deepEqual(
    images.map(({ facts, texts }) => [facts.main, texts]),
    [
      ['fr', { fr: { title: 'L’été', alt: '', name_key: "l'ete", changed: null } }],
      ['en', { en: { title: 'Summer', alt: '', name_key: 'summer', changed: null } }],
      ['en', { en: { title: 'image', alt: '', name_key: 'image', changed: null } }],
    ],
  )
  const rows = () => {
    const database = openDatabase(file, { readOnly: true })
    const results = database
      .prepare("SELECT * FROM search WHERE kind = 'image' ORDER BY id, language")
      .all()
    database.close()
    return results
  }
  const migrated = rows()
  assert.equal(migrated.length, 6)
  await store.write(async tx => {
    for (const image of images) await tx.derive(image)
  })
  assert.deepEqual(migrated, rows())
  await store.close()
})
