import { wordsOfImage } from '../../define/image-messages.ts'
import { fold } from '../../define/text/fold.ts'
import type { Database } from './driver.ts'

type Image = { id: number; title: string | null; alt: string | null; file: string | null }

/**
 * Title and alternative text of an image were facts, the same in both languages. They become texts of the language in which the
 * image was uploaded, and show in the other as its fallback.
 */
export function putTextsOfImages(db: Database) {
  const texts = ['title', 'alt', 'name_key', 'changed']
  for (const name of texts)
    for (const language of ['en', 'fr'])
      db.exec(
        `ALTER TABLE image ADD COLUMN "${name}_${language}" ${name === 'changed' ? 'INTEGER' : 'TEXT'}`,
      )
  const uploaded = db
    .prepare("SELECT id, language FROM journal WHERE kind = 'image' AND verb = 'create'")
    .all<{ id: number; language: string }>()
  const languageOf = new Map(uploaded.map(({ id, language }) => [id, language]))
  const images = db.prepare('SELECT id, title, alt, file FROM image').all<Image>()
  for (const { id, title, alt, file } of images) {
    const language = languageOf.get(id) === 'fr' ? 'fr' : 'en'
    const named = title || 'image'
    db.prepare(
      `UPDATE image SET main = ?, title_${language} = ?, alt_${language} = ?, name_key_${language} = ? WHERE id = ?`,
    ).run(language, named, alt ?? '', fold(named), id)
    find(db, id, wordsOfImage([{ title: named, alt }], String(file)))
  }
  for (const name of ['title', 'alt']) db.exec(`ALTER TABLE image DROP COLUMN "${name}"`)
}

/** Rows of searches follow from records; here there are none of images yet, and all others stay as they are. */
function find(db: Database, id: number, words: string) {
  const table = db.prepare('SELECT name FROM pragma_table_info(?)').values('search')
  const columns = ['kind', 'id', 'language', 'part', 'text']
  // tables of another form are rebuilt, images among them
  if (!columns.every(name => table.includes(name))) return
  for (const language of ['en', 'fr'])
    db.prepare(
      `INSERT OR REPLACE INTO search (${columns.join(', ')}) VALUES ('image', ?, ?, 0, ?)`,
    ).run(id, language, words)
}
