import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linearIn } from '../../../test/support/growth.ts'
import { readTable } from '../../../test/support/read-table.ts'
import { zipOf } from '../../../test/support/workbook.ts'
import { ReadError } from '../base/item.ts'

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'

/** A workbook as Excel writes it: shared texts, styles of dates, a hidden sheet, one without headings, and one of events. */
const workbook = (rows: string) => ({
  '[Content_Types].xml': `${head}<Types/>`,
  'xl/workbook.xml': `${head}<workbook xmlns:r="x"><workbookPr/><sheets><sheet name="Lists" sheetId="1" state="hidden" r:id="rId1"/><sheet name="Notes" sheetId="2" r:id="rId2"/><sheet name="Events &amp; more" sheetId="3" r:id="rId3"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships>${[1, 2, 3].map(n => `<Relationship Id="rId${n}" Target="worksheets/sheet${n}.xml"/>`).join('')}</Relationships>`,
  'xl/styles.xml': `${head}<styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-40C]d mmm yyyy;@"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="20"/><xf numFmtId="22"/><xf numFmtId="165"/></cellXfs></styleSheet>`,
  'xl/sharedStrings.xml': `${head}<sst><si><t>Titre</t></si><si><t>Début</t></si><si><t>Heure</t></si><si><t>Tarif</t></si><si><r><t xml:space="preserve">Fête </t></r><r><t>d’été</t></r><rPh><t>x</t></rPh></si></sst>`,
  'xl/worksheets/sheet1.xml': `${head}<worksheet><sheetData/></worksheet>`,
  'xl/worksheets/sheet2.xml': `${head}<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Programme</t></is></c></row></sheetData></worksheet>`,
  'xl/worksheets/sheet3.xml': `${head}<worksheet><sheetData><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c><c r="D2" t="s"><v>3</v></c></row>${rows}</sheetData></worksheet>`,
})

test('the days and hours of an .xlsx file are those of its cells, however they are shown', async () => {
  const { values, items, about, read, notes } = await readTable(
    await zipOf(
      workbook(
        '<row r="5"><c r="A5" t="s"><v>4</v></c><c r="B5" s="1"><v>46543</v></c><c r="C5" s="2"><v>0.8125</v></c><c r="D5" s="4"><v>12.5</v></c></row>' +
          '<row r="6"><c r="A6" t="str"><f>A5</f><v>B &amp; C</v></c><c r="C6" t="inlineStr"><is><t>20h</t></is></c></row>' +
          '<row r="7"><c r="A7" t="b"><v>1</v></c><c r="B7" s="3"><v>46544.875</v></c></row>',
      ),
    ),
  )
  assert.deepEqual(
    values.map(({ title, start_date, cost }) => [title, start_date, cost]),
    [
      ['Fête d’été', '2027-06-05 19:30:00', '12.5'],
      ['B & C', '2027-06-05 20:00:00', ''],
      ['TRUE', '2027-06-06 21:00:00', ''],
    ],
  )
  assert.deepEqual(
    items.map(({ at }) => at.line),
    [5, 6, 7],
  )
  assert.deepEqual(about, [
    'Of 2 sheets, “Events & more” is read, the first with headings that say what it is.',
  ])
  assert.deepEqual([read.format, read.sheet, notes.length], ['xlsx', 'Events & more', 1])
})

test('a formula that failed is not an empty cell, and numbers have the digits that were typed', async () => {
  const row = (line: number, day: string, cost: string) =>
    `<row r="${line}"><c r="A${line}" t="s"><v>4</v></c>${day}${cost}</row>`
  const { values, refused, notes } = await readTable(
    await zipOf(
      workbook(
        row(5, '<c r="B5" s="1"><v>46543</v></c>', '<c r="D5"><v>19.989999999999998</v></c>') +
          row(6, '<c r="B6" t="e"><f>B5+X</f><v>#NAME?</v></c>', '') +
          row(7, '<c r="B7" s="1"><v>46544</v></c>', '<c r="D7" t="e"><v>#DIV/0!</v></c>'),
      ),
    ),
  )
  assert.deepEqual(
    values.map(({ start_date, cost }) => [start_date, cost]),
    [
      ['2027-06-05', '19.99'],
      ['2027-06-06', ''],
    ],
  )
  assert.match(refused.join(), /^6: Début is “#NAME\?”\. Expected a day/)
  assert.match(notes.join(), /^7: Tarif is “#DIV\/0!” and is left out/)
})

test('a sheet is chosen by its name, and another name is answered with those that there are', async () => {
  const row = '<row r="5"><c r="A5" t="s"><v>4</v></c><c r="B5" s="1"><v>46543</v></c></row>'
  const file = await zipOf(workbook(row))
  const { values, about } = await readTable(file, { sheet: 'events & MORE' })
  assert.deepEqual([values.length, about], [1, []])
  for (const [sheet, sentence] of [
    ['Notes', /No columns|no columns/],
    ['Other', /no sheet/],
  ] as const)
    await assert.rejects(readTable(file, { sheet }), sentence)
})

test('the same of an .ods file', async () => {
  const cell = (text: string) =>
    `<table:table-cell office:value-type="string"><text:p>${text}</text:p></table:table-cell>`
  const content = `${head}<office:document-content><office:body><office:spreadsheet><table:table table:name="Agenda">
    <table:table-row>${['Titre', 'Début', 'Heure', 'Tarif'].map(cell).join('')}<table:table-cell table:number-columns-repeated="16380"/></table:table-row>
    <table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    <table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>Note</text:p></office:annotation><text:p>Fête<text:s text:c="1"/>d’été</text:p></table:table-cell>
      <table:table-cell office:value-type="date" office:date-value="2027-06-05"><text:p>05/06/27</text:p></table:table-cell>
      <table:table-cell office:value-type="time" office:time-value="PT19H30M00S"><text:p>19:30</text:p></table:table-cell>
      <table:table-cell office:value-type="float" office:value="12.5"><text:p>12,5</text:p></table:table-cell></table:table-row>
    <table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
    </table:table></office:spreadsheet></office:body></office:document-content>`
  const { values, items, read } = await readTable(await zipOf({ 'content.xml': content }))
  assert.deepEqual(
    values.map(({ title, start_date, cost }) => [title, start_date, cost]),
    [['Fête d’été', '2027-06-05 19:30:00', '12.5']],
  )
  assert.deepEqual([items[0]?.at.line, read.format, read.sheet], [4, 'ods', 'Agenda'])
})

test('other zip files, and broken ones, are refused', async () => {
  const broken = (await zipOf(workbook(''))).subarray(0, 300)
  const wrong = await zipOf(workbook('<row><c t="str"><v>A</v></c></row>'.repeat(99)))
  const at = wrong.indexOf('xl/worksheets/sheet3.xml')
  wrong.fill(0, at + 30, at + 90)
  for (const bytes of [await zipOf({ 'a.txt': 'x' }), broken, wrong])
    await assert.rejects(readTable(bytes), ReadError)
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)])
  await assert.rejects(readTable(old), /Save it as \.xlsx without a password/)
})

test('long runs in sheets cost little', () =>
  linearIn(
    20_000,
    size =>
      zipOf(
        workbook(
          `<row><c t="str"><v>${'x<y '.replace('<', '&lt;').repeat(size)}</v></c></row>${'<c r="XFD1"/>'.repeat(size)}`,
        ),
      ),
    async zip => readTable(await zip).catch(() => undefined),
  ))
