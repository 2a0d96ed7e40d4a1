/** The plans that may work without an index, or sort: the statements, the line of the plan, and the reason. */
export const allowed: { of: RegExp; line: RegExp; why: string }[] = [
  {
    of: /^page of events(?!.*(parent|ids))/,
    line: /^SCAN o$/,
    why: 'the table itself is kept in list order: the walk ends with the page',
  },
  {
    of: /^total of events(?!.*(parent|ids))/,
    line: /^SCAN o$/,
    why: 'counts each event, and is asked only until the list index is built',
  },
  {
    of: /^page of (events|venue|organizer|image).* ids/,
    line: /^USE TEMP B-TREE FOR ORDER BY$/,
    why: 'a few records by their ids are sorted',
  },
  {
    of: /^page of events.* by (end|change)/,
    line: /^USE TEMP B-TREE FOR ORDER BY$/,
    why: 'another order is sorted, and is asked only until the list index is built',
  },
  {
    of: /^(page of (venue|organizer|image).* changed since|eventsByTitle ids)/,
    line: /^USE TEMP B-TREE FOR ORDER BY$/,
    why: 'records that were found by an index, or by their ids, are sorted',
  },
  {
    of: /of events.* near/,
    line: /^(SCAN v VIRTUAL TABLE .*|SCAN near|USE TEMP B-TREE FOR (GROUP|ORDER) BY)$/,
    why: 'venues that were found near a point, and their events by distance; asked only until the list index is built',
  },
  {
    of: /of (category|tag)/,
    line: /^(SCAN (base|t|category|up)( USING .*)?|USE TEMP B-TREE FOR ORDER BY)$/,
    why: 'terms are few, and sorted by what is shown in a language, which falls back',
  },
  {
    of: /^count /,
    line: /^SCAN user_id$/,
    why: 'ids that were given, a few bytes each; asked when the service starts',
  },
  {
    of: /^total of (venue|organizer).* French/,
    line: /^SCAN p$/,
    why: 'whether there is a name stands in the row, and each is counted: asked until the list index is built, and with words',
  },
  { of: /of (event|venue|organizer)|sOf/, line: /^SCAN [le] .*VIRTUAL /, why: 'links of a date' },
  { of: /./, line: /^SCAN json_each VIRTUAL TABLE /, why: 'many values given as one' },
  {
    of: /^initials/,
    line: /^(SCAN r|USE TEMP B-TREE FOR GROUP BY|SEARCH r .*)$/,
    why: 'names of venues, organizers or categories, for a page that is cached until one of them changes',
  },
  { of: /^withDescendants/, line: /^SCAN down$/, why: 'categories that were just found' },
  { of: /^eventCounts/, line: /^SCAN c$/, why: 'up to 1001 that were just found' },
  { of: /^postEntries all/, line: /^SCAN p$/, why: 'read whole, once for the list index' },
  {
    of: /^named/,
    line: /^USE TEMP B-TREE FOR (DISTINCT|ORDER BY)$/,
    why: 'records of one name, in two languages',
  },
  {
    of: /^lookup unset/,
    line: /^SCAN report$/,
    why: 'reports that wait: the others go a month after they were closed, and are not read whole',
  },
  {
    of: /^countWith/,
    line: /^SCAN event$/,
    why: 'protected events are counted when the key that opens them is lost, to say so',
  },
]
