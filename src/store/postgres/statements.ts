import type pg from 'pg'
import type { Cell } from '../../define/record.ts'

/** Maximum number of named statements, whose plans the server caches. Visitors choose filters, so there are more texts than this. */
const maxNamed = 400
const maxTexts = 5000

/** The text of a statement for this engine, with numbered marks. A statement gets a name when it is used a second time. */
export function openStatements() {
  const named = new Map<string, { text: string; name: string }>()
  let once = new Map<string, string>()
  function statementOf(sql: string) {
    const existing = named.get(sql)
    if (existing) return existing
    const before = once.get(sql)
    if (before === undefined || named.size >= maxNamed) {
      let at = 0
      const text = before ?? sql.replace(/\?/g, () => `$${++at}`)
      if (once.size >= maxTexts) once = new Map()
      once.set(sql, text)
      return { text }
    }
    const statement = { text: before, name: `almanac_${named.size}` }
    named.set(sql, statement)
    return statement
  }
  return (sql: string, values: readonly Cell[]): pg.QueryConfig => ({
    ...statementOf(sql),
    values: values.map(sent),
  })
}

/** The largest integer that the columns of the database hold. */
const largest = 2n ** 63n - 1n

/**
 * A value as the server takes it. A number that its columns cannot hold becomes the largest that they can: no record has either.
 * It cannot hold the character zero, which is replaced, as it was in whatever was written.
 */
function sent(value: Cell): Cell | string {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value))
    return String(value > 0 ? largest : -largest)
  return typeof value === 'string' && value.includes('\0')
    ? value.replaceAll('\0', '\ufffd')
    : value
}
