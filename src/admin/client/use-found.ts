import { othersThan } from '../../define/text/language.ts'
import { plainText, type Query } from '../../sdk/index.ts'
import { useApi, useApp } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import { queryText, type Row, recordsOf } from '../forms/records.ts'

/** A record for a choice: its name, and those in other languages that are not the same. */
type Found = { row: Row; name: string; others: string[] }

const max = 20

/** Finds records by letters of their texts in any language, as tables do. */
export function useFound() {
  const api = useApi()
  const { server, place } = useApp()
  return async (
    { path, written, titled, family }: Form,
    query: Query,
    asked: readonly string[] = [],
    signal?: AbortSignal,
  ): Promise<Found[]> => {
    const question = { ...(family === 'term' && { hide_empty: false }), ...query }
    const how = signal && { signal }
    const fields = ['id', titled, 'translations', ...asked]
    const rows = written ? await inTable(written) : await inList()
    return rows.map(row => {
      const name = plainText(String(row[titled] ?? '')) || String(row.id)
      const names = othersThan(place.language).flatMap(of => {
        const text = row.translations?.[of]?.[titled]
        return typeof text === 'string' ? [plainText(text)] : []
      })
      return { row, name, others: names.filter(other => other !== name) }
    })

    async function inTable(kind: NonNullable<Form['written']>): Promise<Row[]> {
      const page = { query: queryText(question), page: 1, per_page: max, fields: fields.join() }
      const table = await server.admin('GET /table', { kind, ...page }, how)
      return table.rows.map(({ id, record }) => ({ ...record, id }))
    }

    /** Images have no table; each is found by its words in every language. */
    async function inList(): Promise<readonly Row[]> {
      const page = { ...question, per_page: max, _fields: fields }
      return (await recordsOf(api, path).list(page, how)).items
    }
  }
}
