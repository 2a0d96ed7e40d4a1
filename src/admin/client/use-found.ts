import { othersThan } from '../../define/text/language.ts'
import { plainText } from '../../sdk/client.ts'
import type { Query } from '../../sdk/query.ts'
import { useApp } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import { queryText } from '../screens/records/question.ts'
import type { Row } from './records.ts'

/** A record for a choice: its name, and those in other languages that are not the same. */
type Found = { row: Row; name: string; others: string[] }

const max = 20

/** Finds records by letters of their texts in any language, as tables do. */
export function useFound({ written, titled, family }: Form) {
  const { server, place } = useApp()
  return async (query: Query, fields: readonly string[], signal: AbortSignal): Promise<Found[]> => {
    if (!written) return []
    const { rows } = await server.admin(
      'GET /table',
      {
        kind: written,
        query: queryText({ ...(family === 'term' && { hide_empty: false }), ...query }),
        page: 1,
        per_page: max,
        fields: ['id', titled, 'translations', ...fields].join(),
      },
      { signal },
    )
    return rows.map(({ id, record }) => {
      const row: Row = { ...record, id }
      const name = plainText(String(row[titled] ?? '')) || String(id)
      const names = othersThan(place.language).flatMap(of => {
        const text = row.translations?.[of]?.[titled]
        return typeof text === 'string' ? [plainText(text)] : []
      })
      return { row, name, others: names.filter(other => other !== name) }
    })
  }
}
