import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { messages as backupWords } from '../../src/admin/screens/backups/messages.ts'
import { messages } from '../../src/admin/screens/imports/messages.ts'
import { importOptions } from '../../src/define/import-options.ts'
import { painted } from '../support/browser.ts'
import type { Person } from '../support/person.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'
import { workbookOf } from '../support/workbook.ts'

type At = () => { service: Service; en: Person; fr: Person }

const table = `ID,Event Name,Event Start Date,Event Start Time,Event Venue Name
1,Fair,2027-06-05,19:30,Old mill
2,Market,2027-06-06,10:00,Square
3,,2027-06-06,10:00,Square
`
const counts = (created: number) => ({ created, updated: 0, unchanged: 0, skipped: 0, refused: 1 })

async function open(person: Person, path: string) {
  await person.go(path)
  await person.settled()
  return person.page
}
/** Begins an import with a file. */
async function chooseFile(person: Person, name: string, text: string) {
  const page = await open(person, '/imports')
  await person.press(messages.create)
  const choosing = page.waitForEvent('filechooser')
  await person.press(messages.chooseFile)
  const buffer = Buffer.from(text)
  await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer })
  return page
}
const confirm = (person: Person, word: Parameters<Person['button']>[0]) =>
  person.press(word, person.page.getByRole('alertdialog'))

/** The tests of imports, by an administrator who is signed in. */
export function importTests(at: At) {
  test('an administrator previews, imports and undoes a file, and subscribes to a feed', async () => {
    const { service, en } = at()
    const page = await chooseFile(en, 'Spring.csv', table)
    await page.locator('details summary').first().click()
    await isFine(page, 'import-new')
    await en.press(messages.preview)
    await en.reads(messages.would, counts(2))
    const stored = await service.send('GET', '/events', { query: { source: 'Spring.csv' } })
    assert.equal(stored.body.total, 0)
    await isFine(page, 'import-preview')
    await en.press(messages.run)
    await en.reads(messages.counts, counts(2))
    await en.press(messages.undo)
    await confirm(en, messages.undo)
    await en.reads(messages.undone, { removed: 4, restored: 0, left: 0 })
    await en.follow(messages.back)
    await en.link('Spring').waitFor()
    await en.press(messages.subscribe)
    const dialog = en.window()
    await dialog.locator('input[name=url]').fill('https://feeds.example/all.ics')
    await isFine(page, 'feed-new')
    await en.press(messages.preview, dialog)
    // its site does not answer now
    await page.locator('.problem').waitFor()
    await en.press(messages.subscribeThus)
    await en.press(messages.subscribeNow, dialog)
    const feed = page.locator('.lines strong', { hasText: 'feeds.example/all' })
    await feed.waitFor()
    await en.press(messages.pause)
    await isFine(page, 'feed-list')
    await en.press(messages.unsubscribe)
    await confirm(en, messages.unsubscribe)
    await feed.waitFor({ state: 'detached' })
    assert.deepEqual(en.faults.splice(0), [])
  })

  test('a user who imports a table chooses the order in its dates, and another preview begins with it (fr)', async () => {
    const { fr } = at()
    const page = await chooseFile(fr, 'dates.csv', 'Title,Start date\nFair,05/06/2027\n')
    await page.locator('details summary').first().click()
    await page.locator('select[name=dates]').selectOption('mdy')
    await page.locator('select[name=policy]').selectOption('ask')
    await fr.press(messages.preview)
    await page
      .locator('.lines .hint', { hasText: importOptions.dates.names.mdy?.fr ?? '' })
      .waitFor()
    for (const [name, value] of Object.entries({ dates: 'mdy', policy: 'ask', gone: 'leave' }))
      assert.equal(await page.locator(`select[name=${name}]`).inputValue(), value, name)
    assert.deepEqual(fr.faults.splice(0), [])
  })

  test('a user chooses the fields of columns that are not known (fr)', async () => {
    const { fr } = at()
    // a heading with the signs that part columns in a mapping
    const text = 'What?;"When, exactly=";Where;Remark\nFair;2027-06-05 19:30;Old mill;loud\n'
    const page = await chooseFile(fr, 'columns.csv', text)
    await fr.press(messages.preview)
    await fr.reads(messages.asksColumns)
    const fieldOf = (name: string) =>
      page.getByRole('combobox', { name: fr.said(messages.column, { name }) })
    await fieldOf('What?').selectOption('title')
    await fieldOf('When, exactly=').selectOption('start_date')
    await fieldOf('Remark').selectOption('skip')
    await isFine(page, 'import-columns')
    await fr.press(messages.previewAgain)
    await fr.reads(messages.would, { ...counts(1), refused: 0 })
    await page.locator('.import-how > summary').click()
    assert.equal(await fieldOf('When, exactly=').inputValue(), 'start_date')
    assert.deepEqual(fr.faults.splice(0), [])
  })

  test('a festival’s spreadsheet becomes drafts to review in eight clicks (fr)', async () => {
    const { service, fr } = at()
    const headings =
      'Titre|Titre anglais|Jour|Heure|Heure de fin|Lieu|Adresse|CP|Ville|Genre|Tarif|Réservation|Présentation|Présentation EN'.split(
        '|',
      )
    const dayOf = (row: number) => String((row % 28) + 1).padStart(2, '0')
    const rows = Array.from({ length: 40 }, (_, row) => [
      `Soirée ${row + 1}`,
      row % 2 ? `Evening ${row + 1}` : '',
      row === 9 ? 'samedi prochain' : `${dayOf(row)}/06/2027`,
      row % 3 ? '20h30' : '9 h',
      '22h15',
      row % 4 ? 'Le Vieux Moulin' : 'Théâtre',
      row % 4 ? '3, rue du Moulin' : '1, place d’Armes',
      '01000',
      'Bourg-en-Bresse',
      row % 2 ? 'Musique' : 'Théâtre',
      row % 2 ? 'Entrée libre' : '12 € / 8 €',
      'https://billets.example/',
      `Une soirée n° ${row + 1}.\n\nAvec entracte ; « bar ».`,
      row % 2 ? 'An evening.' : '',
    ])
    const page = await open(fr, '/imports')
    // a list counts as one choice; what the page clicks by itself is none of the user
    await page.evaluate(
      `addEventListener('click', ({ isTrusted }) => { window.clicks = (window.clicks ?? 0) + Number(isTrusted) }, true)`,
    )
    await fr.press(messages.create)
    const choosing = page.waitForEvent('filechooser')
    await fr.press(messages.chooseFile)
    const mimeType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    const buffer = await workbookOf([headings, ...rows])
    await (await choosing).setFiles({ name: 'Festival.xlsx', mimeType, buffer })
    await fr.press(messages.preview)
    await fr.reads(messages.would, { ...counts(39) })
    await fr.reads('samedi prochain')
    await isFine(page, 'import-festival')
    const choose = async (name: string, value: string) => {
      const select = page.getByRole('combobox', { name, exact: true })
      await select.click()
      await select.selectOption(value)
    }
    await choose(fr.said(messages.column, { name: 'Réservation' }), 'registration_url')
    await choose(fr.said(importOptions.status.label), 'draft')
    const isRead = /\/admin\/api\/imports\/\d+$/
    const held = Promise.withResolvers<void>()
    await page.route(isRead, async route => {
      await held.promise
      await route.continue().catch(() => {})
    })
    const asked = page.waitForRequest(isRead)
    await fr.press(messages.previewAgain)
    // the former preview is still shown while the other is read
    await asked
    await painted(page)
    assert.equal(await fr.button(messages.run).isDisabled(), true)
    held.resolve()
    await page.unroute(isRead)
    await fr.reads(messages.would, { ...counts(39) })
    await fr.press(messages.run)
    await fr.reads(messages.counts, counts(39))
    await fr.follow(messages.seeWaiting)
    await fr.link('Soirée 1').waitFor()
    assert.equal(await page.evaluate('window.clicks'), 8)
    const { body } = await service.send('GET', '/events', {
      as: 'editor',
      query: {
        source: 'Festival',
        status: 'draft',
        start_date: '2027-01-01',
        context: 'edit',
        per_page: '50',
      },
    })
    const found: unknown[][] = []
    for (const { editing, venue, categories, ...of } of body.events)
      found.push([
        editing.texts.fr.title,
        editing.texts.en?.title,
        of.start_date,
        of.end_date,
        venue.venue,
        venue.address,
        venue.zip,
        venue.city,
        categories[0].name,
        editing.facts.cost,
        of.registration_url,
        editing.texts.fr.description,
        editing.texts.en?.description ?? '',
      ])
    const expected = rows.map((cells, row) => [
      cells[0],
      cells[1] || undefined,
      `2027-06-${dayOf(row)} ${row % 3 ? '20:30' : '09:00'}:00`,
      `2027-06-${dayOf(row)} 22:15:00`,
      ...cells.slice(5),
    ])
    const inOrder = (all: unknown[][]) => all.map(String).toSorted()
    assert.deepEqual(inOrder(found), inOrder(expected.toSpliced(9, 1)))
    assert.deepEqual(fr.faults.splice(0), [])
  })
}

/** The test of exports and backups, by an administrator who is signed in. */
export function backupTests(at: At) {
  test('an administrator downloads an export, and makes, verifies and downloads a backup (fr)', async () => {
    const { fr } = at()
    const page = await open(fr, '/backups')
    await page.locator('select').selectOption('csv')
    await page.locator('input[name=filter]').waitFor()
    const [exported] = await Promise.all([
      page.waitForEvent('download'),
      fr.button(backupWords.download).first().click(),
    ])
    assert.match(exported.suggestedFilename(), /^events-.*\.csv$/)
    assert.match(readFileSync(await exported.path(), 'utf8'), /Event Name|EVENT NAME/i)
    await fr.press(backupWords.make)
    const ofBackup = page.getByRole('button', { name: /almanac-.*Z/ })
    await ofBackup.first().click()
    await fr.reads(backupWords.complete)
    await page.getByText(fr.said(backupWords.restore), { exact: true }).click()
    await page.getByText(/almanac backup restore almanac-/).waitFor()
    const [backup] = await Promise.all([page.waitForEvent('download'), ofBackup.nth(1).click()])
    assert.match(backup.suggestedFilename(), /^almanac-.*\.zip$/)
    await isFine(page, 'backups-verified')
    assert.deepEqual(fr.faults.splice(0), [])
  })
}
