import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTable, timesIn } from '../../../test/support/read-table.ts'
import { ReadError } from '../base/item.ts'

const lines = (...of: string[]) => of.join('\n')

test('nothing in a table is relative to the moment of reading', async () => {
  const { values, refused } = await readTable(
    lines(
      'Title,Date,Time,Venue',
      ...['19:30,', 'Saturday,20:00', 'March,20:00', 'may,', 'now,', 'z,20:00', '+1,'].map(
        cells => `A,${cells},Hall`,
      ),
      ...['June 2027,', 'tomorrow,', '2027-05-05,19:30 U', ',22h'].map(cells => `A,${cells},Hall`),
    ),
  )
  assert.deepEqual(values, [])
  assert.equal(refused.length, 11)
  assert.match(refused[1] ?? '', /^3: Date is “Saturday”\. Expected a day such as 2027-06-05/)
  assert.match(refused[9] ?? '', /^11: Time is “19:30 U”\. Expected an hour/)
  assert.match(refused[10] ?? '', /^12: The row has no day/)
})

test('nor is a date of publication', async () => {
  for (const cell of ['tomorrow', '12:00', 'a', '+1', '2027', 'next week']) {
    const { values, notes } = await readTable(
      lines('Title,Date,Publication Date', `A,2027-06-05,${cell}`),
    )
    assert.deepEqual(
      values.map(({ date }) => date),
      [undefined],
    )
    assert.match(
      notes[0] ?? '',
      /^2: Publication Date is “.*” and is left out\. Expected a day such/,
    )
  }
})

test('an empty day is that of the row above, with a note', async () => {
  const { values, notes } = await readTable(
    lines('Time,Title,Date', '20h,A,2027-06-05', '22h,B,', '20h,C,2027-06-06', ',D,'),
  )
  assert.deepEqual(timesIn(values), [
    '2027-06-05 20:00:00 / 2027-06-05 20:00:00',
    '2027-06-05 22:00:00 / 2027-06-05 22:00:00',
    '2027-06-06 20:00:00 / 2027-06-06 20:00:00',
    '2027-06-06 / 2027-06-06',
  ])
  assert.deepEqual(notes, [
    '3: The row has no day of its own: it is read as that above, 2027-06-05.',
    '5: The row has no day of its own: it is read as that above, 2027-06-06.',
  ])
})

test('a day without a year is the coming one, and an open hour none, with notes', async () => {
  const { values, notes } = await readTable(
    lines('Title,Date,Time', 'A,June 13,7pm', 'B,2027-05-05,TBA', 'C,2027-05-05,"19:30, 21:00"'),
  )
  assert.deepEqual(
    values.map(({ start_date, all_day }) => [start_date, all_day]),
    [
      ['2027-06-13 19:00:00', undefined],
      ['2027-05-05', true],
      ['2027-05-05 19:30:00', undefined],
    ],
  )
  assert.deepEqual(notes, [
    '2: Date is “June 13”, without a year: it is read as the coming one, 2027-06-13.',
    '3: Time is “TBA”: the event is stored without an hour.',
    '4: Time is “19:30, 21:00”: only the first hour is read. Write a row for each.',
  ])
})

test('an end without a year is the next one after its start', async () => {
  const { values } = await readTable(
    lines('Title,Start,End', 'A,2026-06-05,June 7', 'B,2027-12-30,2 January', 'C,June 5,June 7'),
  )
  assert.deepEqual(timesIn(values), [
    '2026-06-05 / 2026-06-07',
    '2027-12-30 / 2028-01-02',
    '2027-06-05 / 2027-06-07',
  ])
})

test('the night after a start is that of the next day, whatever the end date', async () => {
  const { values, notes } = await readTable(
    lines(
      'Title,Start Date,Start Time,End Date,End Time',
      'A,2027-06-05,22:00,2027-06-05,02:00',
      'B,2027-06-05,22:00,,02:00',
      'C,2027-06-05,22:00,2027-06-04,23:00',
      'D,2027-06-05,10:00,2027-06-07,',
      'E,2027-06-05,10:00,2027-06-05,later',
      'F,2027-06-05,10:00,2027-06-05,09:00',
      'G,2027-06-05,,2027-06-05,18:00',
      'H,2027-06-05,,2027-06-06,18:00',
    ),
  )
  assert.deepEqual(timesIn(values), [
    '2027-06-05 22:00:00 / 2027-06-06 02:00:00',
    '2027-06-05 22:00:00 / 2027-06-06 02:00:00',
    '2027-06-05 22:00:00 / 2027-06-05 22:00:00',
    '2027-06-05 10:00:00 / 2027-06-07 23:59:59',
    '2027-06-05 10:00:00 / 2027-06-05 10:00:00',
    '2027-06-05 10:00:00 / 2027-06-05 10:00:00',
    '2027-06-05 / 2027-06-05',
    '2027-06-05 / 2027-06-06',
  ])
  assert.deepEqual(
    notes.map(note => note.slice(0, 32)),
    [
      '4: End Date is “2027-06-04”, bef',
      '6: End Time is “later” and is le',
      '7: End Date is “2027-06-05”, bef',
      '8: End Time is “18:00” and is le',
      '9: End Time is “18:00” and is le',
    ],
  )
})

test('hours of a range of days are those of each day', async () => {
  const { values } = await readTable(
    lines('Titre;Date;Heure', 'Expo;du 5 au 7 juin 2027;14h-18h', 'Foire;5–7 juin 2027;'),
  )
  assert.deepEqual(
    values.map(({ start_date, end_date, recurrence }) => [start_date, end_date, recurrence]),
    [
      ['2027-06-05 14:00:00', '2027-06-05 18:00:00', ['RRULE:FREQ=DAILY;COUNT=3']],
      ['2027-06-05', '2027-06-07', undefined],
    ],
  )
})

test('the order of day and month is read from the file', async () => {
  const startOf = async (table: string, language: 'en' | 'fr' = 'en') => {
    const { values, about } = await readTable(table, {}, { language })
    return [values[0]?.start_date, about.length]
  }
  // the language of the headings, with a note
  const concert = lines('Titre;Date;Heure;Tarif', 'Concert;05/06/2027;20h30;12,50 €')
  assert.deepEqual(await startOf(concert), ['2027-06-05 20:30:00', 1])
  const parade = lines('Title,Start Date,Start Time,Cost', 'Parade,07/04/2027,7:00 PM,$5')
  assert.deepEqual(await startOf(parade, 'fr'), ['2027-07-04 19:00:00', 1])
  assert.deepEqual(await startOf(lines('Titel;Datum', 'A;03/04/2027')), ['2027-04-03', 1])
  // dots, and a day above 12 in any row
  assert.deepEqual(await startOf(lines('Title,Start', 'A,03.04.2027')), ['2027-04-03', 0])
  const late = lines('Title,Start', 'A,03/04/2027', 'B,', 'C,13/04/2027')
  assert.deepEqual(await startOf(late), ['2027-04-03', 0])
  const range = lines('Title,Start', 'A,03/04/2027', 'B,03/04/2027 - 14/04/2027')
  assert.deepEqual(await startOf(range), ['2027-04-03', 0])
})

test('headings are found below titles, and days stand on rows of their own', async () => {
  const { values, about, refused } = await readTable(
    lines(
      'Programme 2027;;;',
      ';;;',
      'Titre;Date;Heure;Lieu',
      'Vendredi 13 juin 2027;;;',
      'A;;20h;Salle',
      'Grande scène;;;',
      'B;;22h;Salle',
      'Samedi;;;',
      'C;;20h;Salle',
    ),
  )
  assert.deepEqual(
    values.map(({ start_date }) => start_date),
    ['2027-06-13 20:00:00', '2027-06-13 22:00:00'],
  )
  assert.deepEqual(about, [
    'Row 6 has one cell, “Grande scène”: it is no event.',
    'Row 8 has one cell, “Samedi”: it is no event.',
  ])
  assert.deepEqual(refused, ['9: The row has no day, and none stands above it.'])
  // a table whose days are such rows alone has no column for them
  const { values: without } = await readTable(
    lines('Heure;Titre;Lieu', 'Samedi 14 juin 2027;;', '20h;A;Salle'),
  )
  assert.deepEqual(timesIn(without), ['2027-06-14 20:00:00 / 2027-06-14 20:00:00'])
})

const tables: Record<string, string> = {
  'nom;date_debut;date_fin;latitude;longitude;ville': 'A;2027-06-05;2027-06-05;48;2;Lyon',
  'Nom du spectacle;Jour;Horaire;Lieu;Ville': 'A;05/06/2027;20h;Théâtre;Lyon',
  'Titre de l’évènement;Date de l’évènement': 'A;05/06/2027',
  'Name,When,Website': 'A,2027-06-05,www.example.org',
  'Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private':
    'A,06/05/2027,,06/05/2027,,True,x,Hall,False',
  'StartDate, EndDate, Subject': '2027-06-05, 2027-06-05, A',
  'Titel;Datum;Uhrzeit;Ort;Eintritt': 'A;5.6.2027;19.30 Uhr;Halle;12 €',
  'Título;Fecha;Hora;Lugar;Precio': 'A;5/6/2027;20h;Sala;12 €',
  'Titolo;Data;Ora;Luogo;Prezzo': 'A;5/6/2027;20:00;Sala;12 €',
  'Titel;Datum;Aanvang;Locatie;Prijs': 'A;5-6-2027;20.00 uur;Zaal;12 €',
  'Date;Titre;Début;Fin': '05/06/2027;A;20h;22h',
  'Jour;Date;Heure;Titre': 'samedi;05/06/2027;20h;A',
  'Tag;Datum;Uhrzeit;Veranstaltung': 'Sa.;05.06.2027;20 Uhr;A',
  'Veranstaltung;Beginn;Termin': 'A;20 Uhr;05.06.2027',
  'name,start_time,end_time': 'A,2027-06-05 20:00,2027-06-05 22:00',
  'Objet;Début;Début;Fin;Fin;Privé': 'A;05/06/2027;19:00;05/06/2027;21:00;Faux',
  'Betreff;Beginnt am;Beginnt um;Endet am;Endet um': 'A;5.6.2027;19:00:00;5.6.2027;21:00:00',
  'Asunto;Fecha de comienzo;Comienzo;Fecha de finalización;Finalización':
    'A;5/6/2027;19:00:00;5/6/2027;21:00:00',
  'Nome evento;Data inizio;Ora inizio;Luogo': 'A;5/6/2027;20.30;Sala',
  'NOM_EVENEMENT;DATES;HORAIRES;COMMUNE': 'A;05/06/2027;20h;Lyon',
}
for (const [headings, row] of Object.entries(tables))
  test(`a table of events is known by its headings: ${headings}`, async () => {
    const { values, read } = await readTable(lines(headings, row))
    assert.equal(read.kind, 'event')
    assert.deepEqual(
      values.map(({ title, start_date }) => [title, String(start_date).slice(0, 10)]),
      [['A', '2027-06-05']],
    )
  })

test('a table that does not say what it is asks, and is never one of venues', async () => {
  for (const table of [
    lines('Name,Foo,Website', 'Fair,2027-06-05,www.example.org'),
    lines('Nom;Lieu;Quand;Ville', 'Fair;Hall;2027-06-05;Lyon'),
    lines('Nom,Description', 'Fair,Text'),
    lines('a,b', '1,2'),
  ])
    await assert.rejects(readTable(table), (error: unknown) => {
      assert.ok(error instanceof ReadError)
      assert.match(error.message, /^No columns for title and start/)
      assert.ok(error.columns.length > 1)
      return true
    })
  const { read, values } = await readTable(lines('Venue Name,Address,City', 'Hall,1 rue,Lyon'))
  assert.equal(read.kind, 'venue')
  assert.deepEqual(values, [{ address: '1 rue', city: 'Lyon', venue: 'Hall' }])
})

test('a mapping is obeyed, also against what the reader knows', async () => {
  const { values } = await readTable(
    lines('Quoi,Title,Quand,Private', 'Fair,Foire,2027-01-01,TRUE'),
    { mapping: { Quoi: 'title', Quand: 'start_date', Title: 'skip', Private: 'skip' } },
  )
  assert.deepEqual(
    values.map(({ title, status }) => [title, status]),
    [['Fair', undefined]],
  )
  await assert.rejects(
    readTable(lines('Quoi,Quand,Qui', 'Fair,2027-01-01,x'), {
      mapping: { Quoi: 'title', Quand: 'start_date', Qui: 'performer_name' },
    }),
    /cannot be read as/,
  )
})

test('texts below headings of a language are in it; English headings are those of a format', async () => {
  const languageOf = async (table: string) => (await readTable(table)).items[0]?.language
  assert.equal(await languageOf(lines('Titre;Début;Fin', 'A;2027-06-05;')), 'fr')
  assert.equal(await languageOf(lines('Title;Start;End', 'A;2027-06-05;')), undefined)
  assert.equal(await languageOf(lines('Titel;Datum;Ende', 'A;2027-06-05;')), undefined)
})

test('a title without any sign between cells does not decide which one it is', async () => {
  for (const sign of [';', '\t', ',']) {
    const rows = ['Asociación', 'Programa, primera parte', '', 'Título|Fecha|Hora|Lugar']
    const { values, refused } = await readTable(
      lines(...rows, 'Concierto|05.06.2027|20:00|"Sala, 2"', 'Baile||22:00|Sala').replaceAll(
        '|',
        sign,
      ),
    )
    assert.deepEqual(refused, [], sign)
    assert.deepEqual(
      values.map(({ title, start_date }) => [title, start_date]),
      [
        ['Concierto', '2027-06-05 20:00:00'],
        ['Baile', '2027-06-05 22:00:00'],
      ],
    )
  }
})

test('columns without a meaning are named', async () => {
  const { about } = await readTable(
    lines('Title,Date,Location,Location,Foo,Bar', 'A,2027-06-05,Hall,Other,x,'),
  )
  assert.deepEqual(about, ['Columns that are not read: Location, Foo.'])
})

test('a formula in place of its result is no text of an event', async () => {
  const { values, refused, notes } = await readTable(
    lines(
      'Title,Date,Time,Venue,Cost',
      'A,2027-06-05,20:00,#REF!,=SUM(B2:B9)',
      'B,2027-06-05,20:00,#NV,#¡VALOR!',
      '=Sheet1!A$4,2027-06-05,20:00,Hall,5',
      'C,#NAME?,20:00,Hall,5',
      'D,2027-06-05,#N/A,Hall,5',
      "'=SUM(1),2027-06-05,20:00,#METOO!,=) free",
    ),
  )
  assert.deepEqual(
    values.map(({ title, venue, cost }) => [title, venue, cost]),
    [
      ['A', [], ''],
      ['B', [], ''],
      [undefined, [{ venue: 'Hall' }], '5'],
      ['=SUM(1)', [{ venue: '#METOO!' }], '=) free'],
    ],
  )
  assert.equal(refused.length, 2)
  assert.equal(notes.length, 5)
  assert.equal(notes[0], '2: Venue is “#REF!” and is left out. Expected the result of the formula.')
})

test('a day is named where it is another day of the week than is written', async () => {
  const days = ['Sat 5 June 2027', 'Saturday, 6 June 2027', 'le dim. 5 juin', '5 mar 2027']
  const { values, notes } = await readTable(
    lines('Title;Date', ...days.map(day => `A;${day}`), 'A;Sat 5 June - Mon 7 June 2027'),
  )
  assert.equal(values.length, 5)
  assert.deepEqual(
    notes.filter(note => note.includes('week')),
    [
      '3: Date is “Saturday, 6 June 2027”: it is read as 2027-06-06, which is another day of the week.',
      '4: Date is “le dim. 5 juin”: it is read as 2027-06-05, which is another day of the week.',
    ],
  )
})

test('a column of hours has no other day than that of the row', async () => {
  const { values, refused, notes } = await readTable(
    lines(
      'Title,Start Date,Start Time,End Date,End Time',
      'A,2027-06-05,19.5,,',
      'B,2027-06-05,2027-06-06 20:00,,',
      'C,2027-06-05,2027-06-05 20:00,,2027-06-07 21:00',
      'D,2027-06-05,1904-01-01 20:00,2027-06-06,1899-12-30 21:00',
      'E,2027-06-05,20:00,2027-06-06,2027-06-09 21:00',
    ),
  )
  assert.deepEqual(timesIn(values), [
    '2027-06-05 20:00:00 / 2027-06-07 21:00:00',
    '2027-06-05 20:00:00 / 2027-06-06 21:00:00',
    '2027-06-05 20:00:00 / 2027-06-06 23:59:59',
  ])
  assert.match(refused[0] ?? '', /^2: Start Time is “19\.5”\. Expected an hour/)
  assert.match(refused[1] ?? '', /^3: Start Time is “2027-06-06 20:00”\. Expected an hour/)
  assert.match(notes.join(), /^6: End Time is “2027-06-09 21:00” and is left out/)
})

test('of two rows of headings, the one that says more counts', async () => {
  const { values, about } = await readTable(
    lines(
      'Date;;Event;;Place;',
      'Start;End;Title;Cost;Venue;City;',
      '13/06/2027 20:30;13/06/2027 22:00;Concert;12,50 €;Hall;Lyon;x',
    ),
  )
  assert.deepEqual(timesIn(values), ['2027-06-13 20:30:00 / 2027-06-13 22:00:00'])
  assert.deepEqual(values[0]?.venue, [{ venue: 'Hall', city: 'Lyon' }])
  assert.match(about.join(), /not read: \(7\)/)
})

test('a year of two digits from 70 on is of the last century', async () => {
  const { values } = await readTable(lines('Title;Date', 'A;05.06.99', 'B;05.06.69', 'C;5 June 98'))
  assert.deepEqual(
    values.map(({ start_date }) => start_date),
    ['1999-06-05', '2069-06-05', '1998-06-05'],
  )
})
