import { existing } from '../../define/base/objects.ts'
import type { CustomCondition } from '../../define/custom-fields.ts'
import { isTree } from '../../define/record.ts'
import type { Language } from '../../define/text/language.ts'
import { daySeconds } from '../../define/time/clock.ts'
import { type Bound, columnOf, dateColumns, showableTimes } from '../contract/bounds.ts'
import { boxAround, type Near } from '../contract/distance.ts'
import { type BySort, conditionsOf, type FilterValues } from '../contract/event-filters.ts'
import { minuteSql, partsOfDay, weekdaySql } from '../contract/start-times.ts'
import type {
  DatesQuery,
  EventOrder,
  EventQuery,
  EventsByTitle,
  Page,
  PostQuery,
  TermQuery,
  Visible,
} from '../contract/store.ts'
import { languageBits, maxCounted } from '../contract/store.ts'
import { all, anyOf, type Dialect, type Piece, piece, textColumn, usedIn } from './schema.ts'
import { showingImage, upTo, visibleImage } from './showing-image.ts'
import { beginningWith, sortedBy } from './sort-keys.ts'
import { behindIn, inLanguage, linkedTo, searched, widely, widelyIn } from './text-conditions.ts'
import { not, protectedFrom, visibleTo } from './visible-in-sql.ts'

/** Statements of the lists: one for the ids of a page, one for the exact total. */
export type ListStatements = { page: Piece; total: Piece }

const paged = ({ limit, offset }: { limit: number; offset: number }) =>
  piece('LIMIT ? OFFSET ?', limit, offset)

function statements(
  from: Piece,
  where: Piece,
  columns: string,
  order: Piece,
  page: { limit: number; offset: number },
): ListStatements {
  const { sql: limit, values } = paged(page)
  return {
    page: {
      sql: `SELECT ${columns} FROM ${from.sql} WHERE ${where.sql} ORDER BY ${order.sql} ${limit}`,
      values: [...from.values, ...where.values, ...order.values, ...values],
    },
    total: {
      sql: `SELECT count(*) AS total FROM ${from.sql} WHERE ${where.sql}`,
      values: [...from.values, ...where.values],
    },
  }
}

/** Venues with coordinates in the box around a point; their distance decides which of them are near. */
export function venuesInBox(near: Near): Piece {
  const { south, north, west, east } = boxAround(near)
  const seen = visibleTo(near.venues, 'status', 'author')
  return piece(
    `SELECT id, geo_lat AS lat, geo_lng AS lng FROM venue
      WHERE geo_lat BETWEEN ? AND ? AND geo_lng BETWEEN ? AND ? AND ${seen.sql}`,
    south,
    north,
    west,
    east,
    ...seen.values,
  )
}

/** The columns of each date in lists. */
export const dateNames =
  'o.event, o.id, o.original, o.starts, o.ends, o.utc_starts, o.utc_ends, o.published, o.patched'

const showableDate = piece(showableTimes(dateColumns, 'o.'))

/** Events in order of wall-clock start, publication, id (T3), or by the venues nearest to a point. */
export function eventStatements(
  query: EventQuery,
  dialect: Dialect,
  nearest?: readonly number[],
  columns = dateNames,
): ListStatements {
  const { visible, protectedOf, page, descending } = query
  const readable = not(protectedFrom(protectedOf))
  const conditions = [
    ...(nearest ? [nearCondition] : []),
    piece('o.hidden = 0'),
    showableDate,
    visibleTo(visible, 'o.status', 'o.author'),
    ...conditionsOf(query, {
      of: eventConditions(dialect),
      not,
      notOrProtected: condition => not(all([condition, readable])),
      readable,
    }),
  ]
  const from = nearest ? eventsAt(nearest, dialect) : piece('occurrence o')
  const down = descending ? ' DESC' : ''
  const keys = [
    ...(nearest ? ['near.rank'] : query.order ? [orderKeys[query.order]] : []),
    ...['starts', 'published', 'event', 'id'].map(key => `o.${key}`),
  ].map(key => `${key}${down}`)
  const order = piece(keys.join(', '))
  if (query.sorted) return sortedEvents(query, from, all(conditions), keys, dialect)
  const listed = statements(from, all(conditions), columns, order, page)
  return query.bySeries ? firstOfEach(from, all(conditions), keys, page, columns) : listed
}

/** That of the record: no row of lists is written again for it alone. */
const lastChange = '(SELECT e.modified FROM event e WHERE e.id = o.event)'

/** The first key of another order. */
const orderKeys: Record<EventOrder, string> = {
  ends: 'o.ends',
  event: 'o.event',
  modified: lastChange,
}

/** A time of change within these. */
function changedIn({ from, before }: FilterValues['change'], time: string): Piece {
  const bounds: Piece[] = []
  if (from !== undefined) bounds.push(piece(`${time} >= ?`, from))
  if (before !== undefined) bounds.push(piece(`${time} < ?`, before))
  return all(bounds)
}

/** In an order of their records: of each series the first date by its start, or each date. */
function sortedEvents(
  { sorted, bySeries, page }: EventQuery,
  from: Piece,
  where: Piece,
  keys: readonly string[],
  dialect: Dialect,
): ListStatements {
  const place = bySeries
    ? `row_number() OVER (PARTITION BY o.event ORDER BY ${keys.join(', ')})`
    : '1'
  const counted = bySeries ? 'count(*) OVER (PARTITION BY o.event)' : '1'
  const dates = piece(
    `(SELECT ${dateNames}, ${place} AS place, ${counted} AS in_list FROM ${from.sql} WHERE ${where.sql}) o
      JOIN event r ON r.id = o.event`,
    ...from.values,
    ...where.values,
  )
  const order = sortedBy('event', existing(sorted), 'r', dialect)
  const columns = bySeries ? `${dateNames}, o.in_list` : dateNames
  const total = `SELECT count(${bySeries ? 'DISTINCT o.event' : '*'}) AS total FROM ${from.sql} WHERE ${where.sql}`
  return {
    page: statements(
      dates,
      piece('o.place = 1'),
      columns,
      piece(`${order.sql}, o.starts, o.id`, ...order.values),
      page,
    ).page,
    total: { sql: total, values: [...from.values, ...where.values] },
  }
}

/** The first date of each series in the order of the list, and the number of its dates in the list. */
function firstOfEach(
  from: Piece,
  where: Piece,
  keys: readonly string[],
  page: Page,
  columns: string,
): ListStatements {
  const order = keys.join(', ')
  const firsts = piece(
    `(SELECT ${columns}, row_number() OVER (ORDER BY ${order}) AS in_order,
        row_number() OVER (PARTITION BY o.event ORDER BY ${order}) AS place,
        count(*) OVER (PARTITION BY o.event) AS in_list
      FROM ${from.sql} WHERE ${where.sql}) o`,
    ...from.values,
    ...where.values,
  )
  const listed = piece('o.in_order')
  return {
    page: statements(firsts, piece('place = 1'), `${columns}, o.in_list`, listed, page).page,
    total: {
      sql: `SELECT count(DISTINCT o.event) AS total FROM ${from.sql} WHERE ${where.sql}`,
      values: [...from.values, ...where.values],
    },
  }
}

/** Events by the titles that a language shows, after one of them, or of these. */
export function eventsByTitle(
  { language, descending, after, ids, limit }: EventsByTitle,
  dialect: Dialect,
): Piece {
  const title = usedIn(language, 'name_key', '')
  const way = descending ? 'DESC' : 'ASC'
  const conditions: Piece[] = []
  if (after) {
    const is = descending ? '<' : '>'
    // a comparison of pairs would not be looked up in an index of an expression
    conditions.push(
      piece(
        `${title} ${is}= ? AND (${title} ${is} ? OR id ${is} ?)`,
        after.title,
        after.title,
        after.id,
      ),
    )
  }
  if (ids) conditions.push(anyOf('id', ids, dialect))
  const { sql, values } = all(conditions)
  return piece(
    `SELECT id, ${title} AS title FROM event WHERE ${sql} ORDER BY ${title} ${way}, id ${way} LIMIT ?`,
    ...values,
    limit,
  )
}

/** Dates of one event in their order. */
export const dateStatements = (
  event: number,
  { from, before, endsBy, notOverAt, visibleAs, descending, ...page }: DatesQuery & Page,
): ListStatements => {
  const down = descending ? ' DESC' : ''
  const bounds: Piece[] = [piece('o.event = ?', event), showableDate]
  if (from !== undefined) bounds.push(piece('o.starts >= ?', from))
  if (before !== undefined) bounds.push(piece('o.starts < ?', before))
  if (endsBy !== undefined) bounds.push(piece('o.ends <= ?', endsBy))
  if (notOverAt !== undefined) bounds.push(piece('o.utc_ends >= ?', notOverAt))
  if (visibleAs) {
    const { status, hidden, protected: sealed } = visibleAs
    const sameVisibility = 'o.status = ? AND o.hidden = ? AND o.protected = ?'
    bounds.push(piece(`(o.patched = 0 OR (${sameVisibility}))`, status, hidden, sealed))
  }
  // of one event all have one publication: so it is the order of the index
  const order = piece(`o.starts${down}, o.published${down}, o.id${down}`)
  return statements(piece('occurrence o'), all(bounds), dateNames, order, page)
}

const eventConditions = (dialect: Dialect): BySort<Piece | undefined> => ({
  window: bounds =>
    all(
      bounds.flatMap(bound => [
        piece(`o.${columnOf(bound)} ${bound.is} ?`, bound.at),
        ...startingBy(bound),
      ]),
    ),
  flag: (_, name) => piece(`o.${name} = 1`),
  // The index of ids leaves out events without one.
  id: (id, name) => piece(`o.${name} = ? AND o.${name} <> 0`, id),
  choice: ({ numbers }, name) => anyOf(`o.${name}`, numbers),
  marks({ positions, every }, name) {
    const bits = positions.reduce((all, at) => all | (1 << at), 0)
    return piece(`o.${name} & ${bits} ${every ? `= ${bits}` : '<> 0'}`)
  },
  custom: conditions => all(conditions.map(each => customCondition(each, dialect))),
  ids: ids => withIds(ids, dialect),
  weekday: ({ days }) => anyOf(weekdaySql('o.starts'), days),
  clock(times) {
    const minute = minuteSql('o.starts')
    const parts = partsOfDay(times)
    return piece(
      `(${parts.map(() => `${minute} >= ? AND ${minute} < ?`).join(' OR ')})`,
      ...parts.flat(),
    )
  },
  change: times => changedIn(times, lastChange),
  authors: ids => anyOf('o.author', ids, dialect),
  link: ({ targets }, kind) => linkedTo(kind, targets, dialect),
  every: ({ kind, targets }) => all(targets.map(id => linkedTo(kind, [id], dialect))),
  none: ({ kind, targets }) => linkedTo(kind, targets, dialect),
  except: ({ ids }) => withIds(ids, dialect),
  place: ({ venues }) => placeCondition(venues, dialect),
  // It is in what the statement reads from (`eventsAt`).
  near: () => undefined,
  text: texts => searched(texts, dialect),
  wide: search => widely(search, dialect),
  language({ language, complete }) {
    const hasText = piece(`o.languages & ${languageBits[language]} <> 0`)
    if (!complete) return hasText
    const behind = behindIn('e', language, complete)
    return all([hasText, piece(`o.event NOT IN (SELECT e.id FROM event e WHERE ${behind})`)])
  },
})

/** Names of fields have small letters, digits and underscores. */
function customCondition(condition: CustomCondition, { member, type }: Dialect): Piece {
  // most rows have none, which is no JSON
  const valueAt = (part: 'w' | 'n') =>
    `CASE WHEN o.custom = '' THEN NULL ELSE ${member('o.custom', part, condition.name)} END`
  if ('words' in condition) return anyOf(valueAt('w'), condition.words)
  const number = `CAST(${valueAt('n')} AS ${type.real})`
  const ranges = condition.ranges.map(({ from, to }) => {
    const bounds: Piece[] = []
    if (from !== undefined) bounds.push(piece(`${number} >= ?`, from))
    if (to !== undefined) bounds.push(piece(`${number} <= ?`, to))
    return all(bounds)
  })
  return piece(
    `(${ranges.map(({ sql }) => sql).join(' OR ')})`,
    ...ranges.flatMap(({ values }) => values),
  )
}

/** Events with all their dates, and single dates of series. */
function withIds(ids: readonly number[], dialect: Dialect): Piece {
  const event = anyOf('o.event', ids, dialect)
  const date = anyOf('id', ids, dialect)
  const own = anyOf('o.id', ids, dialect)
  // by series, or all dates would be read
  return piece(
    `(${event.sql} OR (o.event IN (SELECT series FROM series_date WHERE ${date.sql}) AND ${own.sql}))`,
    ...event.values,
    ...date.values,
    ...own.values,
  )
}

/** Between two instants a wall clock is set back by less than this, and it is never as far from UTC. */
const maxSetBack = 2 * daySeconds

/** An event that ends by some time has begun by then: a condition on the key of the table spares reading all later rows. */
const startingBy = ({ edge, is, at }: Bound): Piece[] =>
  edge === 'end' && (is === '<' || is === '<=') ? [piece('o.starts <= ?', at + maxSetBack)] : []

/**
 * Events at these venues, and dates that differ from their series at these venues, with the rank of the first of them that they are at;
 * all occurrences with them, of which `nearCondition` selects.
 */
function eventsAt(venues: readonly number[], { elements }: Dialect): Piece {
  const ids = JSON.stringify(venues)
  return piece(
    `(SELECT l.event, 0 AS date, min(v.key) AS rank FROM ${elements('?', 'v')}
      CROSS JOIN link l WHERE l.kind = 'venue' AND l.target = v.value GROUP BY l.event
      UNION ALL SELECT d.event, d.id, (SELECT min(v.key) FROM ${elements('?', 'v')}
        JOIN ${elements('d.venue', 'e')} ON e.value = v.value)
      FROM occurrence d WHERE ${patchedCondition('d')}) near
      CROSS JOIN occurrence o`,
    ids,
    ids,
  )
}

/** The index of such dates leaves out all others. */
const patchedCondition = (of: string) => `${of}.patched = 1 AND ${of}.patched <> 0`

const nearCondition = piece(
  'o.event = near.event AND near.date = o.patched * o.id AND near.rank IS NOT NULL',
)

function placeCondition(venues: Visible, { elements }: Dialect): Piece {
  const seen = visibleTo(venues, 'v.status', 'v.author')
  return piece(
    `EXISTS (SELECT 1 FROM ${elements('o.venue', 'l')} JOIN venue v ON v.id = l.value WHERE v.geo_lat IS NOT NULL AND v.geo_lng IS NOT NULL AND ${seen.sql})`,
    ...seen.values,
  )
}

/** Venues and organizers, newest publication first; images likewise. */
export function postStatements(query: PostQuery, dialect: Dialect): ListStatements {
  const { kind, search, ids, events = [], withTextIn, withoutTextIn } = query
  const conditions: Piece[] = [visibleTo(query.visible, 'p.status', 'p.author')]
  if (search) {
    const has = dialect.position('s.text', '?')
    conditions.push(
      piece(
        `EXISTS (SELECT 1 FROM search s WHERE s.kind = '${kind}' AND s.id = p.id${inLanguage(search.language)}
          AND ${search.words.map(() => `${has} > 0`).join(' AND ') || '1 = 0'})`,
        ...search.words,
      ),
    )
  }
  if (query.wide) conditions.push(...widelyIn(kind, 'p', query.wide, dialect))
  if (ids) conditions.push(anyOf('p.id', ids, dialect))
  if (query.modified) conditions.push(changedIn(query.modified, 'p.modified'))
  if (query.seenBy) conditions.push(visibleImage(query.seenBy, dialect))
  for (const { has, visible, protectedOf, notOverAt } of events) {
    const seen = all([
      visibleTo(visible, 'o.status', 'o.author'),
      // The password of an event hides its links from this side too (A10).
      ...(protectedOf === 'all' ? [] : [not(protectedFrom(protectedOf))]),
    ])
    const later = notOverAt === undefined ? [] : [piece('o.utc_ends >= ?', notOverAt)]
    const condition = linkedBy(kind, all([seen, ...later]), dialect)
    conditions.push(has ? condition : not(condition))
  }
  if (withTextIn) conditions.push(piece(textCondition('p', withTextIn)))
  if (withoutTextIn) conditions.push(lackingText('p', withoutTextIn, query.complete))
  if (query.emptyText) conditions.push(emptyTextCondition(query.emptyText))
  if (query.initials) conditions.push(beginningWith(query.initials, 'p'))
  if (query.showing) conditions.push(showingImage(kind, query.showing, dialect))
  const way = query.isOldestFirst ? 'ASC' : 'DESC'
  // in the order of the index on images, thousands need not be sorted
  const order = query.sorted
    ? sortedBy(kind, query.sorted, 'p', dialect)
    : piece(query.showing ? 'p.id DESC' : `p.date ${way}, p.id ${way}`)
  const list = statements(piece(`"${kind}" p`), all(conditions), 'p.id AS id', order, query.page)
  return query.showing ? { ...list, total: upTo(maxCounted, list.total) } : list
}

const emptyTextCondition = ({ name, languages }: NonNullable<PostQuery['emptyText']>): Piece =>
  piece(`(${languages.map(of => `coalesce(p.${textColumn(name, of)}, '') = ''`).join(' OR ')})`)

/** True if a linked date meets a condition. A date that differs from its series has links of its own. */
function linkedBy(kind: string, condition: Piece, { elements }: Dialect): Piece {
  const { sql, values } = condition
  return piece(
    `(EXISTS (SELECT 1 FROM link l JOIN occurrence o ON o.event = l.event AND o.patched = 0
        WHERE l.kind = '${kind}' AND l.target = p.id AND ${sql})
      OR EXISTS (SELECT 1 FROM occurrence o WHERE ${patchedCondition('o')} AND ${sql}
        AND EXISTS (SELECT 1 FROM ${elements(`o.${kind}`, 'e')} WHERE e.value = p.id)))`,
    ...values,
    ...values,
  )
}

const textCondition = (of: string, language: Language) =>
  `${of}.${textColumn('name_key', language)} IS NOT NULL`

const lackingText = (of: string, language: Language, complete?: readonly string[]): Piece =>
  piece(
    `(NOT (${textCondition(of, language)})${complete ? ` OR ${behindIn(of, language, complete)}` : ''})`,
  )

/** Terms by the text shown in the requested language, which falls back to the main one (M4). */
export function termStatements(query: TermQuery, dialect: Dialect): ListStatements {
  const { kind, language, search, include, exclude, used, parent, ids } = query
  const conditions: Piece[] = []
  if (search !== undefined) {
    conditions.push(
      piece(
        `EXISTS (SELECT 1 FROM search s WHERE s.kind = '${kind}' AND s.id = t.id${inLanguage(query.searchIn ?? language)}
          AND ${dialect.position('s.text', '?')} > 0)`,
        search,
      ),
    )
  }
  if (query.wide) conditions.push(...widelyIn(kind, 't', query.wide, dialect))
  if (include) conditions.push(anyOf('t.id', include, dialect))
  if (exclude?.length) {
    const any = anyOf('t.id', exclude, dialect)
    conditions.push(piece(`NOT (${any.sql})`, ...any.values))
  }
  if (used) conditions.push(piece(isTree(kind) ? withUsedDescendants : 't.count > 0'))
  if (parent === 0) conditions.push(piece('coalesce(t.parent, 0) = 0'))
  else if (parent !== undefined) conditions.push(piece('t.parent = ?', parent))
  if (ids) conditions.push(anyOf('t.id', ids, dialect))
  if (query.modified) conditions.push(changedIn(query.modified, 't.modified'))
  if (query.withTextIn) conditions.push(piece(textCondition('t', query.withTextIn)))
  if (query.withoutTextIn) conditions.push(lackingText('t', query.withoutTextIn, query.complete))
  if (query.initials) conditions.push(beginningWith(query.initials, 't'))
  return statements(
    piece(`"${kind}" t`),
    all(conditions),
    't.id AS id',
    query.sorted ? sortedBy(kind, query.sorted, 't', dialect) : termOrder(query),
    query.page,
  )
}

/** An ancestor of a used category is not empty. */
const withUsedDescendants = `t.id IN (WITH RECURSIVE up (id) AS (SELECT id FROM category WHERE count > 0
  UNION SELECT c.parent FROM category c JOIN up ON up.id = c.id WHERE c.parent IS NOT NULL) SELECT id FROM up)`

function termOrder({ order: { by, descending }, include = [], kind, language }: TermQuery): Piece {
  const way = descending ? 'DESC' : 'ASC'
  const column = (name: string) => usedIn(language, name)
  const keys: Record<TermQuery['order']['by'], Piece> = {
    name: piece(`${column('name_key')} ${way}`),
    slug: piece(`${column('slug')} ${way}`),
    description: piece(`${column('description')} ${way}`),
    id: piece(`t.id ${way}`),
    count: piece(`coalesce(t.count, 0) ${way}`),
    parent: piece(isTree(kind) ? `coalesce(t.parent, 0) ${way}` : `t.id ${way}`),
    modified: piece(`coalesce(t.modified, 0) ${way}`),
    // those without one come last
    position: piece(isTree(kind) ? `coalesce(t.position, 10000) ${way}` : `t.id ${way}`),
    none: piece(`t.id ${way}`),
    include: include.length
      ? piece(
          `CASE t.id ${include.map((_, rank) => `WHEN ? THEN ${rank}`).join(' ')} END ${way}`,
          ...include,
        )
      : piece(`${column('name_key')} ${way}`),
  }
  const key = keys[by]
  return piece(`${key.sql}, ${column('name_key')}, t.id`, ...key.values)
}
