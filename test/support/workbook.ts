import { buffer } from 'node:stream/consumers'
import { ZipFile } from 'yazl'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
const cellOf = (text: string) =>
  `<c t="inlineStr"><is><t>${text.replace(/[&<>]/g, sign => signs[sign] ?? '')}</t></is></c>`

/** The parts of a zip file, as a file of sheets has them. */
export async function zipOf(parts: Record<string, string>): Promise<Buffer> {
  const zip = new ZipFile()
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name)
  zip.end()
  return buffer(zip.outputStream as NodeJS.ReadableStream)
}

/** An .xlsx file with one sheet of texts. */
export const workbookOf = (rows: readonly (readonly string[])[]): Promise<Buffer> =>
  zipOf({
    'xl/workbook.xml': `${head}<workbook xmlns:r="x"><sheets><sheet name="Programme" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${head}<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${head}<worksheet><sheetData>${rows
      .map((row, at) => `<row r="${at + 1}">${row.map(cellOf).join('')}</row>`)
      .join('')}</sheetData></worksheet>`,
  })
