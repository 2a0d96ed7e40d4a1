import { openDatabase } from '../../src/store/sqlite/driver.ts'

const records = ['event', 'venue', 'organizer', 'category', 'tag']
const linked = ['venue', 'organizer', 'category', 'tag']

/** What is never true of a whole calendar: a sentence, and the rows that would prove it. */
const faults: [sentence: string, sql: string][] = [
  ...records.flatMap((kind): [string, string][] => [
    [
      `a ${kind} without text in its main language`,
      `SELECT r.id FROM ${kind} r LEFT JOIN ${kind}_text t ON t.id = r.id AND t.language = r.main
        WHERE t.name_key IS NULL OR coalesce(t.slug, '') = ''`,
    ],
    [`text of no ${kind}`, `SELECT id FROM ${kind}_text WHERE id NOT IN (SELECT id FROM ${kind})`],
    [
      `text of a ${kind} whose slug does not lead to it`,
      `SELECT t.id, t.slug FROM ${kind}_text t LEFT JOIN slug s ON s.kind = '${kind}' AND s.slug = t.slug
        WHERE t.slug IS NOT NULL AND coalesce(s.id, 0) <> t.id`,
    ],
    [
      `a slug that leads to no ${kind}`,
      `SELECT s.slug FROM slug s LEFT JOIN ${kind}_text t ON t.id = s.id AND t.slug = s.slug
        WHERE s.kind = '${kind}' AND t.id IS NULL`,
    ],
    [
      `a ${kind} that is not found by its name`,
      `SELECT t.id FROM ${kind}_text t WHERE t.name_key IS NOT NULL AND NOT EXISTS (SELECT 1 FROM search s
        WHERE s.kind = '${kind}' AND s.id = t.id AND s.language = t.language AND instr(s.text, t.name_key) > 0)`,
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
        WHERE j.lines IS NOT r.version OR j.versions IS NOT r.version OR j.first IS NOT 1 OR j.last IS NOT r.version`,
    ],
    [
      `a ${kind} in the journal that is nowhere`,
      `SELECT id FROM journal WHERE kind = '${kind}' AND id NOT IN (SELECT id FROM ${kind})`,
    ],
  ]),
  [
    'an event that is not in the list index as it is',
    `SELECT e.id FROM event e LEFT JOIN occurrence o ON o.event = e.id WHERE o.starts IS NOT e.starts
      OR o.ends IS NOT e.ends OR o.utc_starts IS NOT e.utc_starts OR o.utc_ends IS NOT e.utc_ends
      OR o.status IS NOT e.status OR o.author IS NOT e.author`,
  ],
  [
    'no event in the list index',
    'SELECT event FROM occurrence WHERE event NOT IN (SELECT id FROM event)',
  ],
  ['a link from no event', 'SELECT event FROM link WHERE event NOT IN (SELECT id FROM event)'],
  ...linked.map((kind): [string, string] => [
    `a link to no ${kind}`,
    `SELECT event, target FROM link WHERE kind = '${kind}' AND target NOT IN (SELECT id FROM ${kind})`,
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
  [
    'a gap in the journal',
    'SELECT 1 WHERE (SELECT max(seq) FROM journal) <> (SELECT count(*) FROM journal)',
  ],
]

/** Everything that is wrong with a calendar's database: nothing, when no write was ever left half done. */
export function faultsOf(file: string): string[] {
  const database = openDatabase(file, { readOnly: true })
  const integrity = database.value('PRAGMA integrity_check')
  const found = faults.flatMap(([sentence, sql]) => {
    const rows = database.prepare(sql).all()
    return rows.length > 0 ? [`${sentence}: ${JSON.stringify(rows.slice(0, 5))}`] : []
  })
  database.close()
  return integrity === 'ok' ? found : [`integrity_check: ${integrity}`, ...found]
}
