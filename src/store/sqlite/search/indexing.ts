import { rmSync } from 'node:fs'
import { codeOf } from '../../../define/base/objects.ts'
import { type Language, languages } from '../../../define/text/language.ts'
import { allLanguageBits, languageBits } from '../../contract/store.ts'
import type { Indexed } from '../../search/find.ts'
import { type Database, openDatabase, type Statements } from '../driver.ts'

type Pace = {
  /** Events per transaction: more would delay readers, fewer would cost more each. */
  batch: number
  /** Changed events are indexed once there are this many, or after `ms`: a few cost as much as many. Searches check them too. */
  waiting: number
  ms: number
}
const usual: Pace = { batch: 500, waiting: 1000, ms: 10_000 }
/** Further behind than this, it is quicker made again. */
const maxBehind = 200_000
const linesAtOnce = 5000

export type Progress = (done: number, total: number) => void

/** The file while it is open, and what it lacks. */
type Index = {
  trigrams: Trigrams
  reach: Reach
  /** Events that have changed since, each with the first line that tells of it, in the order of these. */
  changed: Map<number, number>
  /** The last line of the journal that was looked at. */
  seen: number
  /** The last moment without waiting work. */
  since: number
  isDue: boolean
  done: number
  total: number
}

/**
 * Makes the trigrams of all events and follows the journal, a batch at a time. All that is here can be lost: it is made
 * again from the database.
 */
export function openIndexing(
  statements: Statements,
  file: string,
  progress: Progress = () => {},
  { batch, waiting, ms }: Pace = usual,
) {
  let index: Index | undefined

  function close() {
    index?.trigrams.close()
    index = undefined
  }

  return {
    /** Does one batch of the work; returns whether there is more. */
    step(): boolean {
      index ??= open(statements, file)
      look(statements, index)
      if (!index.reach.isWhole) {
        build(statements, index, batch)
        progress(index.done, Math.max(index.done, index.total))
        return true
      }
      const { changed } = index
      index.isDue ||= changed.size >= waiting || performance.now() - index.since >= ms
      if (index.isDue && changed.size > 0) follow(statements, index, batch)
      index.isDue &&= changed.size > 0
      return index.isDue
    },

    /** As of now; none while there is nothing to ask. */
    now(): Indexed | undefined {
      if (!index) return undefined
      look(statements, index)
      const { trigrams, reach, changed } = index
      const until = reach.isWhole ? Number.POSITIVE_INFINITY : reach.until
      return { trigrams, until, changed: [...changed.keys()] }
    },

    close,

    /** After an error: discards the file, unless the disk or another process is at fault. */
    giveUp(error: unknown) {
      close()
      if (!/SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY)/.test(codeOf(error))) discard(file)
    },
  }
}

function open(statements: Statements, file: string): Index {
  let trigrams = openTrigrams(file)
  try {
    const stored = trigrams.reach()
    if (stored && !isOfThisJournal(statements, stored)) {
      trigrams.close()
      discard(file)
      trigrams = openTrigrams(file)
    }
    const reach = trigrams.reach() ?? begin(statements, trigrams)
    const built = { done: 0, total: 0 }
    if (!reach.isWhole) {
      built.done = eventsUntil(statements, reach.until)
      built.total = eventsUntil(statements, lastEvent(statements))
    }
    return { ...fresh(trigrams, reach), ...built }
  } catch (error) {
    trigrams.close()
    throw error
  }
}

const fresh = (trigrams: Trigrams, reach: Reach): Index => ({
  trigrams,
  reach,
  changed: new Map(),
  seen: reach.seq,
  since: 0,
  isDue: false,
  done: 0,
  total: 0,
})

function discard(file: string) {
  for (const end of ['', '-wal', '-shm', '-journal']) rmSync(file + end, { force: true })
}

const isOfThisJournal = (statements: Statements, { seq, read, line }: Reach) =>
  line === lineAt(statements, read) &&
  lastLine(statements) - seq < maxBehind &&
  !isPruned(statements, seq)

function begin(statements: Statements, { put }: Trigrams): Reach {
  const seq = lastLine(statements)
  const first = { ...readNow(statements), seq, until: 0, isWhole: false }
  put([], [], first)
  return first
}

/** Read after the texts, which contain nothing later. */
function readNow(statements: Statements) {
  const read = lastLine(statements)
  return { read, line: lineAt(statements, read) }
}

/** Applies the lines of the journal about events. */
function look(statements: Statements, index: Index) {
  const { changed } = index
  const last = lastLine(statements)
  if (index.seen < last && isPruned(statements, index.seen))
    throw new Error('The journal was pruned beyond the search index.')
  if (changed.size === 0) index.since = performance.now()
  while (index.seen < last) {
    const until = Math.min(index.seen + linesAtOnce, last)
    for (const { seq, id } of linesOfEvents(statements, index.seen, until))
      if (!changed.has(id)) changed.set(id, seq)
    index.seen = until
  }
  if (changed.size > maxBehind) throw new Error('The search index is too far behind.')
}

/** Puts in the next events that are not in it, in the order of their ids. */
function build(statements: Statements, index: Index, batch: number) {
  const first = index.reach.until + 1
  const ids = fitting(
    statements,
    Array.from({ length: batch }, (_, n) => first + n),
  )
  const events = textsOf(statements, ids)
  const until = index.reach.until + ids.length
  const isComplete = until >= lastEvent(statements)
  const next = { ...index.reach, ...readNow(statements), until, isWhole: isComplete }
  index.trigrams.put([], events, next)
  index.reach = next
  index.done += events.length
}

/** Puts in events that have changed, those that have waited longest first. */
function follow(statements: Statements, index: Index, batch: number) {
  const { changed } = index
  const ids = fitting(statements, [...changed.keys()].slice(0, batch))
  const events = textsOf(statements, ids)
  const waits = [...changed.values()][ids.length]
  const seq = waits === undefined ? index.seen : waits - 1
  const next = { ...index.reach, ...readNow(statements), seq }
  index.trigrams.put(ids, events, next)
  index.reach = next
  for (const id of ids) changed.delete(id)
}

// The source of the search index: the texts of events, and the lines of the journal about them.

const maxBytes = 8 * 1024 * 1024
const among = 'id IN (SELECT value FROM json_each(?))'

/** The position of the last line of the journal. */
const lastLine = ({ row }: Statements): number =>
  row<{ seq: number | null }>('SELECT max(seq) AS seq FROM journal')?.seq ?? 0

const lastEvent = ({ row }: Statements): number =>
  row<{ id: number | null }>('SELECT max(id) AS id FROM event')?.id ?? 0

const eventsUntil = ({ row }: Statements, id: number): number =>
  row<{ count: number }>('SELECT count(*) AS count FROM event WHERE id <= ?', id)?.count ?? 0

/** The line at a position, and the form of the texts: they identify the journal of an index. */
const lineAt = ({ row }: Statements, seq: number): string =>
  JSON.stringify([
    row(`SELECT value FROM note WHERE key = 'form of search'`) ?? null,
    row(
      `SELECT instant, actor, verb, kind, id, language, version, length(detail) FROM journal WHERE seq = ?`,
      seq,
    ) ?? null,
  ])

/** True if lines after this position were pruned (`journal/retention.ts`). */
const isPruned = ({ row }: Statements, position: number): boolean =>
  Number(
    row<{ value: string }>(`SELECT value FROM note WHERE key = 'journal-pruned'`)?.value ?? 0,
  ) > position

/** The lines about events after one position, up to another. */
const linesOfEvents = ({ rows }: Statements, after: number, last: number) =>
  rows<{ seq: number; id: number }>(
    `SELECT seq, id FROM journal WHERE seq > ? AND seq <= ? AND kind = 'event' ORDER BY seq`,
    after,
    last,
  )

/** The first of these events, as many as have texts of some megabytes together: one alone may have two. */
function fitting({ rows }: Statements, ids: number[]): number[] {
  const sizes = new Map(
    rows<{ id: number; size: number }>(
      `SELECT id, sum(octet_length(text)) AS size FROM search WHERE kind = 'event' AND ${among} GROUP BY id`,
      JSON.stringify(ids),
    ).map(({ id, size }) => [id, size]),
  )
  let bytes = 0
  const over = ids.findIndex(id => {
    bytes += sizes.get(id) ?? 0
    return bytes > maxBytes
  })
  return over < 0 ? ids : ids.slice(0, Math.max(1, over))
}

function textsOf({ rows }: Statements, ids: number[]): EventTexts[] {
  const events = new Map<number, EventTexts>()
  for (const { id, language, text } of rows<{ id: number; language: Language; text: string }>(
    `SELECT id, language, text FROM search WHERE kind = 'event' AND ${among} ORDER BY id, language, part`,
    JSON.stringify(ids),
  )) {
    const event = events.get(id) ?? { id, texts: {} }
    const before = event.texts[language]
    event.texts[language] = before === undefined ? text : `${before}\n${text}`
    events.set(id, event)
  }
  return [...events.values()]
}

/** Another form of the file: those in an older one are made again, as with another number of languages. */
const form = languages.length - 1

/** The position up to which the file is complete. */
type Reach = {
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
type EventTexts = { id: number; texts: Partial<Record<Language, string>> }

type Trigrams = ReturnType<typeof openTrigrams>

/** Row numbers hold an event and the languages of the text: most are the same in all, and stored once. */
const rowsOfOne = allLanguageBits + 1
const rowOf = (id: number, bits: number) => BigInt(id) * BigInt(rowsOfOne) + BigInt(bits)
const all = allLanguageBits

/**
 * The events that contain three letters in a row: a full-text index without the texts, in a file of its own, so that writers to the calendar never
 * wait for it. It yields candidates; the texts decide.
 */
function openTrigrams(file: string) {
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
