import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable } from '../../../test/support/read-table.ts'

const table = 'Titre;Début;Lieu;Tarif\nÉté à Besançon;2027-06-05;Cœur de ville, salle d’été;5 €'

const bytesOf = (text: string, codes: Record<string, number>) =>
  Uint8Array.from(text, sign => codes[sign] ?? sign.charCodeAt(0))

test('a few wrong bytes make no other encoding of UTF-8, and are counted', async () => {
  const wrong = Buffer.concat([
    Buffer.from(`${table}\nCaf`),
    Uint8Array.of(0xe9),
    Buffer.from(';2027-06-06;;'),
  ])
  const { values, about } = await readTable(wrong)
  assert.deepEqual(
    values.map(({ title }) => title),
    ['Été à Besançon', 'Caf\ufffd'],
  )
  assert.match(about[0] ?? '', /^The file is UTF-8, but for 1 sign,/)
})

test('a text without any sign of UTF-8 is Windows-1252', async () => {
  const { values, about, read } = await readTable(bytesOf(table, { '€': 0x80, '’': 0x92, œ: 0x9c }))
  assert.deepEqual([values[0]?.title, values[0]?.cost], ['Été à Besançon', '5 €'])
  assert.deepEqual([read.encoding, about], ['windows-1252', []])
})

test('older alphabets are read where they are named', async () => {
  const latin = bytesOf(table, { '€': 0xa4, '’': 0x27, œ: 0xbd })
  const { values } = await readTable(latin, { encoding: 'iso-8859-15' })
  assert.deepEqual(values[0]?.venue, [{ venue: "Cœur de ville, salle d'été" }])
  const mac = bytesOf(table.replace('Début', 'Date'), {
    É: 0x83,
    é: 0x8e,
    à: 0x88,
    ç: 0x8d,
    œ: 0xcf,
    '’': 0xd5,
    '€': 0xdb,
  })
  const { values: ofMac } = await readTable(mac, { encoding: 'macintosh' })
  assert.deepEqual([ofMac[0]?.title, ofMac[0]?.cost], ['Été à Besançon', '5 €'])
  // else their signs are noticed
  for (const bytes of [latin, mac]) {
    const { about } = await readTable(bytes)
    assert.match(about[0] ?? '', /^The file is not UTF-8 and is read as Windows-1252\./)
  }
})
