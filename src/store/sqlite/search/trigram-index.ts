import { type Language, languages } from '../../../define/text/language.ts'
import { allLanguageBits, languageBits } from '../../contract/store.ts'
import { type Database, openDatabase } from '../driver.ts'

/** Another form of the file: those in an older one are made again, as with another number of languages. */
const form = languages.length - 1

/** The position up to which the file is complete. */
export type Reach = {
  /** Everything that the journal tells up to this line is in it. */
  seq: number
  /** Nothing that it tells after this line is. */
  read: number
  /** The text of that line: it identifies the journal, since a calendar may be restored from a backup. */
  line: string
  /** Events up to this id are in it. */
  until: number
  isWhole: boolean
}

/** The folded texts of an event by language. */
export type EventTexts = { id: number; texts: Partial<Record<Language, string>> }

export type Trigrams = ReturnType<typeof openTrigrams>

/** Row numbers hold an event and the languages of the text: most are the same in all, and stored once. */
const rowsOfOne = allLanguageBits + 1
const rowOf = (id: number, bits: number) => BigInt(id) * BigInt(rowsOfOne) + BigInt(bits)
const all = allLanguageBits

/**
 * The events that contain three letters in a row: a full-text index without the texts, in a file of its own, so that writers to the calendar never
 * wait for it. It yields candidates; the texts decide.
 */
export function openTrigrams(file: string) {
  const db = openFile(file)
  const add = db.prepare('INSERT INTO gram (rowid, text) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM gram WHERE rowid = ?')
  const note = db.prepare('INSERT OR REPLACE INTO reach (one, note) VALUES (1, ?)')
  const noted = db.prepare('SELECT note FROM reach')
  const within = db.prepare(
    'SELECT rowid FROM gram WHERE gram MATCH ? AND rowid > ? AND rowid <= ? LIMIT ?',
  )
  const having = db.prepare('SELECT rowid FROM gram WHERE gram MATCH ? LIMIT ?')

  return {
    reach(): Reach | undefined {
      const text = noted.values<string>()[0]
      return text === undefined ? undefined : JSON.parse(text)
    },

    /** Takes these events out, puts in those with texts, and says how far it goes then: all of it or nothing. */
    put(removed: readonly number[], events: readonly EventTexts[], reach: Reach) {
      db.transaction(() => {
        for (const id of removed)
          for (let bits = 1; bits <= all; bits++) remove.run(rowOf(id, bits))
        for (const event of events) for (const row of rowsOf(event)) add.run(...row)
        note.run(JSON.stringify(reach))
      })
    },

    /** Events that may have all of these in a language; none of the response if they are more than `most`. */
    withAny(gram: string, language: Language, max: number): number[] | undefined {
      const rows = having.values<number>(matchOf([gram]), max + 1)
      return rows.length > max ? undefined : eventsIn(rows, language)
    },

    /** The same of events after an id, up to another. */
    withAll(
      grams: readonly string[],
      language: Language,
      { after, last }: { after: number; last: number },
      max: number,
    ): number[] | undefined {
      const rows = within.values<number>(
        matchOf(grams),
        rowOf(after, all),
        rowOf(last, all),
        max + 1,
      )
      return rows.length > max ? undefined : eventsIn(rows, language)
    },

    close: db.close,
  }
}

/** The texts of an event under the numbers of their rows: one for the languages that have the same. */
function rowsOf({ id, texts }: EventTexts): [row: bigint, text: string][] {
  const bitsOf = new Map<string, number>()
  for (const language of languages) {
    const text = texts[language]
    if (text !== undefined) bitsOf.set(text, (bitsOf.get(text) ?? 0) | languageBits[language])
  }
  return [...bitsOf].map(([text, bits]) => [rowOf(id, bits), text])
}

const eventsIn = (rows: number[], language: Language): number[] =>
  rows.filter(row => row & languageBits[language]).map(row => Math.floor(row / rowsOfOne))

const matchOf = (grams: readonly string[]) =>
  grams.map(gram => `"${gram.replaceAll('"', '""')}"`).join(' AND ')

function openFile(file: string) {
  const db = openDatabase(file, { timeout: 1000 })
  try {
    // Nobody else opens the file: without shared memory every read is quicker.
    db.exec(`PRAGMA locking_mode = EXCLUSIVE;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -4000`)
    if (db.value('PRAGMA user_version') !== form) make(db)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}

const make = (db: Database) =>
  db.transaction(() =>
    db.exec(`DROP TABLE IF EXISTS gram;
        DROP TABLE IF EXISTS reach;
        CREATE VIRTUAL TABLE gram USING fts5(text, tokenize = 'trigram case_sensitive 1', detail = none,
          content = '', contentless_delete = 1);
        INSERT INTO gram (gram, rank) VALUES ('hashsize', 8000000);
        CREATE TABLE reach (one INTEGER PRIMARY KEY, note TEXT NOT NULL);
        PRAGMA user_version = ${form}`),
  )
