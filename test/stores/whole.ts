import { wantedDates } from '../../src/calendar/write/series.ts'
import type { Settings } from '../../src/config/config.ts'
import type { Row } from '../../src/define/record.ts'
import { dialect as onServer } from '../../src/store/postgres/tables.ts'
import type { Dialect } from '../../src/store/sql/schema.ts'
import { dialect as inFile } from '../../src/store/sqlite/driver.ts'
import { openRows, type Rows } from '../support/engine.ts'

const records = ['event', 'venue', 'organizer', 'category', 'tag']
const linked = ['venue', 'organizer', 'category', 'tag']

/** The faults that a complete calendar never has: a sentence, and the rows that would prove it. */
const faultsBy = ({ position, elements }: Dialect): [sentence: string, sql: string][] => [
  ...records.flatMap((kind): [string, string][] => [
    [
      `a ${kind} without text in its main language`,
      `SELECT id FROM ${kind} WHERE main IS NULL OR CASE main WHEN 'en' THEN name_key_en IS NULL OR coalesce(slug_en, '') = ''
        ELSE name_key_fr IS NULL OR coalesce(slug_fr, '') = '' END`,
    ],
    ...['en', 'fr'].flatMap((language): [string, string][] => [
      [
        `text of a ${kind} whose slug does not lead to it`,
        `SELECT r.id, r.slug_${language} FROM ${kind} r LEFT JOIN slug s ON s.kind = '${kind}' AND s.slug = r.slug_${language}
          WHERE r.slug_${language} IS NOT NULL AND coalesce(s.id, 0) <> r.id`,
      ],
      [
        `a ${kind} that is not found by its name`,
        `SELECT r.id FROM ${kind} r WHERE r.name_key_${language} IS NOT NULL AND NOT EXISTS (SELECT 1 FROM search s
          WHERE s.kind = '${kind}' AND s.id = r.id AND s.language = '${language}' AND ${position('s.text', `r.name_key_${language}`)} > 0)`,
      ],
    ]),
    [
      `a slug that leads to no ${kind}`,
      `SELECT s.slug FROM slug s LEFT JOIN ${kind} r ON r.id = s.id
        WHERE s.kind = '${kind}' AND s.slug IS DISTINCT FROM r.slug_en AND s.slug IS DISTINCT FROM r.slug_fr`,
    ],
    [
      `a former slug that leads to no ${kind}`,
      `SELECT name FROM moved WHERE kind = '${kind}' AND id NOT IN (SELECT id FROM ${kind})`,
    ],
    [
      `words of no ${kind}`,
      `SELECT id FROM search WHERE kind = '${kind}' AND id NOT IN (SELECT id FROM ${kind})`,
    ],
    [
      `a ${kind} with versions that the journal does not know, each once`,
      `SELECT r.id, r.version, j.lines, j.versions FROM ${kind} r LEFT JOIN (SELECT id, count(*) AS lines,
          count(DISTINCT version) AS versions, min(version) AS first, max(version) AS last
        FROM journal WHERE kind = '${kind}' GROUP BY id) j ON j.id = r.id
        WHERE j.lines IS DISTINCT FROM r.version OR j.versions IS DISTINCT FROM r.version OR j.first IS DISTINCT FROM 1 OR j.last IS DISTINCT FROM r.version`,
    ],
    [
      `a ${kind} without each of its earlier versions, once`,
      `SELECT r.id, r.version, count(e.version), max(e.version) FROM ${kind} r LEFT JOIN replaced e ON e.kind = '${kind}' AND e.id = r.id
        GROUP BY r.id HAVING count(e.version) <> r.version - 1 OR coalesce(max(e.version), 0) <> r.version - 1`,
    ],
    [
      `an earlier version of a ${kind} that another line of the journal speaks of, or none`,
      `SELECT e.id, e.version FROM replaced e LEFT JOIN journal j ON j.kind = e.kind AND j.id = e.id AND j.version = e.version + 1
        WHERE e.kind = '${kind}' AND (j.instant IS DISTINCT FROM e.instant OR j.actor IS DISTINCT FROM e.actor)`,
    ],
    [
      `a ${kind} in the journal that is nowhere`,
      `SELECT id FROM journal WHERE kind = '${kind}' AND id NOT IN (SELECT id FROM ${kind})`,
    ],
  ]),
  [
    'an event that is not in the list index as it is',
    `SELECT e.id FROM event e LEFT JOIN occurrence o ON o.event = e.id WHERE e.recurrence_until IS NULL AND (o.starts IS DISTINCT FROM e.starts
      OR o.ends IS DISTINCT FROM e.ends OR o.utc_starts IS DISTINCT FROM e.utc_starts OR o.utc_ends IS DISTINCT FROM e.utc_ends
      OR o.status IS DISTINCT FROM e.status OR o.author IS DISTINCT FROM e.author OR o.id IS DISTINCT FROM e.id)`,
  ],
  [
    'a date of a series that is not in the list index as it is',
    `SELECT d.id FROM series_date d JOIN event e ON e.id = d.series LEFT JOIN occurrence o ON o.event = d.series AND o.id = d.id
      WHERE d.gone = 0 AND (o.original IS DISTINCT FROM d.original OR o.starts IS DISTINCT FROM d.starts OR o.ends IS DISTINCT FROM d.ends
        OR o.utc_starts IS DISTINCT FROM d.utc_starts OR o.utc_ends IS DISTINCT FROM d.utc_ends
        OR o.patched <> CASE d.patch WHEN '' THEN 0 ELSE 1 END
        OR (d.patch = '' AND (o.status IS DISTINCT FROM e.status OR o.author IS DISTINCT FROM e.author)))`,
  ],
  [
    'a date in the list index that its series does not have',
    `SELECT o.id FROM occurrence o JOIN event e ON e.id = o.event WHERE e.recurrence_until IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM series_date d WHERE d.id = o.id AND d.series = o.event AND d.gone = 0)`,
  ],
  [
    'a date of no series',
    `SELECT d.id FROM series_date d LEFT JOIN event e ON e.id = d.series
      WHERE e.id IS NULL OR (d.gone = 0 AND e.recurrence_until IS NULL)`,
  ],
  [
    'a series without dates',
    `SELECT id FROM event WHERE recurrence_until IS NOT NULL
      AND NOT EXISTS (SELECT 1 FROM series_date d WHERE d.series = event.id AND d.gone = 0)`,
  ],
  [
    'two dates of a series at one start',
    `SELECT series, original FROM series_date WHERE gone = 0 GROUP BY series, original HAVING count(*) > 1`,
  ],
  [
    'a date with the ID of a record',
    'SELECT d.id FROM series_date d JOIN post_id p ON p.id = d.id WHERE d.gone = 0',
  ],
  [
    'no event in the list index',
    'SELECT event FROM occurrence WHERE event NOT IN (SELECT id FROM event)',
  ],
  ...linked.flatMap((kind): [string, string][] => [
    [
      `a link to no ${kind}`,
      `SELECT event, target FROM link WHERE kind = '${kind}' AND target NOT IN (SELECT id FROM ${kind})`,
    ],
    [
      `an event that its ${kind} does not lead to`,
      `SELECT e.id FROM event e WHERE EXISTS (SELECT 1 FROM ${elements(`e.${kind}`, 't')} WHERE NOT EXISTS
        (SELECT 1 FROM link l WHERE l.kind = '${kind}' AND l.target = t.value AND l.event = e.id))`,
    ],
    [
      `a ${kind} that leads to an event without it`,
      `SELECT l.event FROM link l LEFT JOIN event e ON e.id = l.event WHERE l.kind = '${kind}'
        AND NOT EXISTS (SELECT 1 FROM ${elements(`e.${kind}`, 't')} WHERE t.value = l.target)`,
    ],
    [
      `an event whose ${kind} is another in the list index`,
      `SELECT e.id FROM event e JOIN occurrence o ON o.event = e.id WHERE o.patched = 0 AND o.${kind} IS DISTINCT FROM e.${kind}`,
    ],
  ]),
  [
    'a link to a venue in the trash',
    `SELECT event FROM link l JOIN venue v ON v.id = l.target WHERE l.kind = 'venue' AND v.status = 'trash'`,
  ],
  ...['category', 'tag'].map((kind): [string, string] => [
    `a ${kind} that miscounts its published events`,
    `SELECT t.id, t.count FROM ${kind} t WHERE t.count <> (SELECT count(*) FROM link l JOIN event e ON e.id = l.event
      WHERE l.kind = '${kind}' AND l.target = t.id AND e.status = 'publish')`,
  ]),
  [
    'an id that was given to no record',
    `SELECT id FROM post_id WHERE kind IN ('event', 'venue', 'organizer') AND id NOT IN
      (SELECT id FROM event UNION SELECT id FROM venue UNION SELECT id FROM organizer)`,
  ],
  [
    'an id that was given to no term',
    'SELECT id FROM term_id WHERE id NOT IN (SELECT id FROM category UNION SELECT id FROM tag)',
  ],
]

/** One process alone numbers the lines of a file; a server gives no number twice, so what was undone there leaves a gap. */
const gaps: [sentence: string, sql: string] = [
  'a gap in the journal',
  'SELECT 1 WHERE (SELECT max(seq) FROM journal) <> (SELECT count(*) FROM journal)',
]

/** Everything that is wrong with a calendar's database: nothing, when no write was ever left half done. */
export async function faultsOf(settings: Pick<Settings, 'dataFolder' | 'databaseUrl'>) {
  const { rows, close } = openRows(settings)
  const isFile = !settings.databaseUrl
  const faults: string[] = []
  for (const [sentence, sql] of isFile ? [...faultsBy(inFile), gaps] : faultsBy(onServer)) {
    const wrong = await rows(sql)
    if (wrong.length > 0) faults.push(`${sentence}: ${JSON.stringify(wrong.slice(0, 5))}`)
  }
  if (isFile) {
    const [check] = await rows<{ integrity_check: string }>('PRAGMA integrity_check')
    if (check?.integrity_check !== 'ok') faults.push(`integrity_check: ${check?.integrity_check}`)
  }
  faults.push(...(await unruly(rows)))
  await close()
  return faults
}

/** Series that have other dates than their rule gives, up to when they are stored: dates of their own may be at other times. */
async function unruly(rows: Rows): Promise<string[]> {
  const faults: string[] = []
  const series = await rows<Row & { id: number }>(
    'SELECT id, recurrence, recurrence_until, starts, ends, timezone FROM event WHERE recurrence_until IS NOT NULL',
  )
  for (const { id, ...facts } of series) {
    const dates = await rows<{ original: number }>(
      'SELECT original FROM series_date WHERE series = ? AND gone = 0 ORDER BY original',
      id,
    )
    const stored = dates.map(({ original }) => original).join()
    if (
      stored !==
      wantedDates({ facts })
        .map(({ original }) => original)
        .join()
    )
      faults.push(`series ${id} has other dates than its rule: ${facts.recurrence}, ${stored}`)
  }
  return faults
}
