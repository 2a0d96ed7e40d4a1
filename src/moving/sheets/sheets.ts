import type { Source } from '../base/item.ts'
import { ReadError } from '../base/item.ts'
import { odsSheets } from './ods.ts'
import { notSheets, openParts } from './parts.ts'
import { type Sheet, xlsxSheets } from './xlsx.ts'

/** True for a file whose first bytes are those of a zip file, as that of every file of sheets. */
export async function isSheets(source: Source): Promise<boolean> {
  for await (const [a, b, c, d] of source.bytes())
    return a === 0x50 && b === 0x4b && c === 3 && d === 4
  return false
}

/** The sheets of a file, in their order. */
export async function sheetsOf(source: Source): Promise<{ format: string; sheets: Sheet[] }> {
  const parts = await openParts(source)
  if (parts.has('xl/workbook.xml')) return { format: 'xlsx', sheets: await xlsxSheets(parts) }
  if (parts.has('content.xml')) return { format: 'ods', sheets: await odsSheets(parts) }
  throw new ReadError({ sentence: notSheets })
}
