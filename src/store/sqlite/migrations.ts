import { wordsOfImage } from '../../define/image-messages.ts'
import { fold } from '../../define/text/fold.ts'
import { DatabaseError } from '../contract/database-error.ts'
import type { Shape } from '../contract/store.ts'
import { type Ends, ends, partsOf, renewable, renewed } from '../sql/journal-detail.ts'
import { setting } from '../sql/notes.ts'
import { schema } from '../sql/schema.ts'
import { type Database, dialect, openDatabase } from './driver.ts'

type Image = { id: number; title: string | null; alt: string | null; file: string | null }

/**
 * Title and alternative text of an image were facts, the same in both languages. They become texts of the language in which the
 * image was uploaded, and show in the other as its fallback.
 */
function putTextsOfImages(db: Database) {
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

/** “Almn”: the application ID of the file, also for the tool `file`. */
export const applicationId = 0x416c6d6e

/** A step from one version of the tables to the next. Each change of a table adds one (`test/stores/version.test.ts`). */
type Migration = { to: number; about: string; run(db: Database): void }

/** Columns of records in 0.1.0. */
const columnsOf010 = {
  category: 'id version parent main count modified',
  category_text: 'id language name description slug name_key',
  credential:
    'id version user form name scope language hash hint created expires revoked used address',
  credential_id: 'id kind',
  event:
    'id version author status timezone all_day image cost show_map show_map_link hide_from_listings sticky featured ticketed post_parent date date_utc modified main starts ends utc_starts utc_ends timezone_abbr password',
  event_text: 'id language title description slug excerpt website name_key',
  image:
    'id version title alt date date_utc modified main file mime width height filesize original sizes source status author',
  journal: 'seq instant actor verb kind id language version detail',
  link: 'event kind position target',
  note: 'key value',
  organizer: 'id version author status image phone email date date_utc modified main',
  organizer_text: 'id language organizer description website slug excerpt name_key',
  post_id: 'id kind',
  slug: 'kind slug id',
  tag: 'id version main count modified',
  tag_text: 'id language name description slug name_key',
  term_id: 'id kind',
  user: 'id version login login_key email email_key name role language password created',
  user_id: 'id kind',
  venue:
    'id version author status image show_map show_map_link address city country province state zip phone stateprovince geo_lat geo_lng date date_utc modified main',
  venue_text: 'id language venue description website slug excerpt name_key',
}

/** In order. The numbers are those in `PRAGMA user_version`. */
export const migrations: readonly Migration[] = [
  { to: 1, about: 'the tables of 0.1.0, which had no number yet', run() {} },
  {
    to: 2,
    about: 'columns are noted, and tables that follow from records have a form',
    run(db) {
      db.exec('CREATE TABLE IF NOT EXISTS note (key TEXT PRIMARY KEY, value TEXT NOT NULL)')
      db.exec("DELETE FROM note WHERE key = 'runs'")
      const columns = Object.entries(columnsOf010).map(([table, of]) => [table, of.split(' ')])
      setNote(db, columnsNote, JSON.stringify(Object.fromEntries(columns)))
    },
  },
  {
    to: 3,
    about: 'a venue whose maps nobody has spoken of says that they are shown, as new ones do',
    run(db) {
      for (const fact of ['show_map', 'show_map_link'])
        db.exec(`UPDATE venue SET ${fact} = 1 WHERE ${fact} IS NULL`)
    },
  },
  { to: 4, about: 'the texts and links of a record stand in its own row', run: putInOneRow },
  { to: 5, about: 'title and alternative text of an image are texts', run: putTextsOfImages },
  { to: 6, about: 'lines of the change log say the dates of an event as today', run: renewJournal },
]

function renewJournal(db: Database) {
  const lines = db.prepare(renewable)
  const update = db.prepare('UPDATE journal SET detail = ? WHERE seq = ?')
  for (const each of db.prepare(ends).all<Ends>())
    for (const part of partsOf(each))
      for (const { seq, detail } of lines.all<{ seq: number; detail: string }>(...part)) {
        const written = renewed(detail)
        if (written !== undefined) update.run(written, seq)
      }
}

function putInOneRow(db: Database) {
  const columns = (table: string) => {
    const rows = db
      .prepare('SELECT name, type FROM pragma_table_info(?)')
      .all<Pick<Column, 'name' | 'type'>>(table)
    if (rows.length === 0) throw new DatabaseError('DATABASE_SCHEMA', { missing: table })
    return rows
  }
  const languages = ['en', 'fr']
  columns('link')
  for (const kind of ['event', 'venue', 'organizer', 'category', 'tag']) {
    const facts = columns(kind).filter(({ name }) => name !== 'id' && name !== 'version')
    const links = kind === 'event' ? ['venue', 'organizer', 'category', 'tag'] : []
    // Long texts last: they may fill pages of their own.
    const long = ['excerpt', 'description']
    const texts = columns(`${kind}_text`)
      .filter(({ name }) => name !== 'id' && name !== 'language')
      .toSorted((a, b) => long.indexOf(a.name) - long.indexOf(b.name))
      .flatMap(({ name, type }) =>
        languages.map(of => ({ of, from: name, name: `${name}_${of}`, type })),
      )
    const all = [...facts, ...links.map(name => ({ name, type: 'TEXT' })), ...texts]
    // Emptied first: SQLite holds the rows of a dropped table in memory until the commit.
    db.exec(`CREATE TABLE ${kind}_next (id INTEGER PRIMARY KEY, version INTEGER NOT NULL
        ${all.map(({ name, type }) => `, "${name}" ${type}`).join('')});
      INSERT INTO ${kind}_next SELECT r.id, r.version
        ${facts.map(({ name }) => `, r."${name}"`).join('')}
        ${links.map(of => `, (SELECT json_group_array(target ORDER BY position) FROM link WHERE event = r.id AND kind = '${of}')`).join('')}
        ${texts.map(({ of, from }) => `, ${of}."${from}"`).join('')}
        FROM "${kind}" r ${languages.map(of => `LEFT JOIN ${kind}_text ${of} ON ${of}.id = r.id AND ${of}.language = '${of}'`).join(' ')}
        ORDER BY r.id;
      DELETE FROM ${kind}_text;
      DROP TABLE ${kind}_text;
      DELETE FROM "${kind}";
      DROP TABLE "${kind}";
      ALTER TABLE ${kind}_next RENAME TO "${kind}"`)
  }
  db.exec(`CREATE TABLE link_next (kind TEXT NOT NULL, target INTEGER NOT NULL, event INTEGER NOT NULL,
      PRIMARY KEY (kind, target, event)) WITHOUT ROWID;
    INSERT INTO link_next SELECT DISTINCT kind, target, event FROM link ORDER BY kind, target, event;
    DELETE FROM link;
    DROP TABLE link;
    ALTER TABLE link_next RENAME TO link`)
}

/**
 * Brings the database to the version of this program: a new file gets all tables, an older one the migrations it has not had, in
 * one transaction, which may be open already. A newer one is refused, and so is one whose tables are not those of its version. Writes nothing when nothing is to be done.
 */
export function bringUpToDate(
  db: Database,
  shapes: readonly Shape[],
  steps: readonly Migration[] = migrations,
) {
  const current = steps.at(-1)?.to ?? 0
  const statements = schema(shapes, dialect)
  const work = () => {
    const version = Number(db.value('PRAGMA user_version'))
    const application = Number(db.value('PRAGMA application_id'))
    const isNew = isEmpty(db)
    if (application !== 0 && application !== applicationId)
      throw new DatabaseError('DATABASE_FOREIGN')
    if (version > current) throw new DatabaseError('DATABASE_NEWER', { version, current })
    if (!isNew) for (const step of steps) if (step.to > version) step.run(db)
    addColumns(db, statements)
    if (version !== current) db.exec(`PRAGMA user_version = ${current}`)
    if (application === 0) db.exec(`PRAGMA application_id = ${applicationId}`)
  }
  if (db.isInTransaction) work()
  else db.transaction(work)
}

/** The columns of the database when it was last prepared: one of them that is missing is damage, not a new column. */
const columnsNote = 'columns'
type Column = { table: string; name: string; type: string; isRequired: number }

/** Adds the columns that a new field brings: empty for every record so far. Any other difference is refused. */
function addColumns(db: Database, statements: readonly string[]) {
  const wanted = openDatabase(':memory:')
  try {
    for (const statement of statements)
      if (statement.startsWith('CREATE TABLE')) wanted.exec(statement)
    const columns = columnsOf(wanted)
    const present = new Set(columnsOf(db).map(nameOf))
    const note = isEmpty(db) ? '{}' : db.value('SELECT value FROM note WHERE key = ?', columnsNote)
    const noted: Record<string, string[]> = JSON.parse(String(note ?? '{}'))
    const missing = columns.filter(column => !present.has(nameOf(column)))
    const lost = missing.filter(
      ({ table, name, isRequired }) =>
        noted[table] && (noted[table].includes(name) || isRequired !== 0),
    )
    if (lost.length > 0)
      throw new DatabaseError('DATABASE_SCHEMA', {
        missing: lost.slice(0, 5).map(nameOf).join(', '),
      })
    for (const { table, name, type } of missing)
      if (noted[table]) db.exec(`ALTER TABLE "${table}" ADD COLUMN "${name}" ${type}`)
    // Creates new tables and missing indexes.
    for (const statement of statements) db.exec(statement)
    const all = Object.groupBy(columns, ({ table }) => table)
    const now = Object.entries(all).map(([table, of = []]) => [table, of.map(({ name }) => name)])
    const text = JSON.stringify(Object.fromEntries(now))
    if (text !== note) setNote(db, columnsNote, text)
  } finally {
    wanted.close()
  }
}

const isEmpty = (db: Database) => Number(db.value('SELECT count(*) FROM sqlite_schema')) === 0

const nameOf = ({ table, name }: Column) => `${table}.${name}`

function setNote(db: Database, key: string, value: string) {
  db.prepare(setting).run(key, value)
}

const columnsOf = (db: Database) =>
  db
    .prepare(
      `SELECT t.name AS "table", c.name, c.type, c."notnull" AS "isRequired"
        FROM sqlite_schema t JOIN pragma_table_info(t.name) c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'`,
    )
    .all<Column>()
