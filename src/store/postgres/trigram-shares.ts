import type { Connection } from '../connection.ts'

/** Events from all over the calendar: enough to tell a share of one in eight from one in a hundred. */
const places = 256
/** From fewer texts nothing is estimated. */
const minTexts = 64
/** Texts that are counted before other work gets its turn. */
const atOnce = 8

/** Both texts of an event near each of so many ids, however many are missing between them. */
const sampled = `SELECT near.text
  FROM (SELECT min(id) AS first, max(id) AS last FROM search WHERE kind = 'event') AS ends,
    generate_series(first, last, greatest(1, (last - first) / ${places})) AS at,
    LATERAL (SELECT text FROM search WHERE kind = 'event' AND id >= at ORDER BY id, language LIMIT 2) AS near`

/**
 * Estimates, from a few hundred texts, the share of all texts that have the rarest trigram of some letters (0 to 1). An index search looks at that
 * many texts at least, and the server knows how many only once it has. Only the counts are stored, not the texts.
 */
export async function openShares(connection: Connection): Promise<(letters: string) => number> {
  const texts = await connection.all<{ text: string }>(sampled)
  if (texts.length < minTexts) return () => 0
  const having = new Map<string, number>()
  for (const [at, { text }] of texts.entries()) {
    if (at % atOnce === 0) await new Promise(setImmediate)
    for (const gram of gramsOf(text)) having.set(gram, (having.get(gram) ?? 0) + 1)
  }
  return letters =>
    Math.min(...[...gramsOf(letters)].map(gram => having.get(gram) ?? 0)) / texts.length
}

/** Trigrams within words, which are the same whatever the language of the server is. */
function gramsOf(text: string): Set<string> {
  const grams = new Set<string>()
  for (const word of text.match(/[a-z0-9]{3,}/g) ?? [])
    for (let at = 0; at + 3 <= word.length; at++) grams.add(word.slice(at, at + 3))
  return grams
}
