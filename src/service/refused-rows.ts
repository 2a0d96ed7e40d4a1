import { type Context, type ImportRun, listedPage, listedPerPage } from '../calendar/index.ts'
import type { Language } from '../define/text/language.ts'
import { refusedTable } from '../moving/csv/write-csv.ts'

/** The refused rows of a table as a file: imported under its name, they have the same source. */
export async function refusedFile(
  store: Context['store'],
  { id, source, report }: ImportRun,
  language: Language,
): Promise<{ name: string; content: string }> {
  const rows: { cells: readonly string[]; reason: string }[] = []
  for (let page = 1; ; page++) {
    const records = await listedPage(store, id, { outcome: 'refused', page })
    for (const { cells, reason = '' } of records) if (cells) rows.push({ cells, reason })
    if (records.length < listedPerPage) break
  }
  const headings = (report?.columns ?? []).map(({ name }) => name)
  const sign = report?.read.delimiter
  return {
    name: `${source.replace(/[^\p{L}\p{N} ._-]+/gu, '-')}.csv`,
    content: refusedTable(headings, rows, { language, delimiter: sign }),
  }
}
