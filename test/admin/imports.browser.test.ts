import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { messages } from '../../src/admin/screens/imports/messages.ts'
import type { Language } from '../../src/define/text/language.ts'
import { signIn, startScreens } from '../support/admin.ts'
import { sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'

let screens: Awaited<ReturnType<typeof startScreens>>
before(async () => {
  screens = await startScreens()
})
after(() => screens?.close())

const table = `ID,Event Name,Event Start Date,Event Start Time,Event Venue Name
1,Fair,2027-06-05,19:30,Old mill
2,Market,2027-06-06,10:00,Square
3,,2027-06-06,10:00,Square
`

describe('imports, in a browser', { timeout: 120_000 }, () => {
  for (const language of ['en', 'fr'] satisfies Language[])
    test(`an administrator previews, imports and undoes a file (${language})`, async () => {
      const { browser, service } = screens
      const person = await sitDown(browser, service.address, { language })
      const { page } = person
      const path = `${language === 'fr' ? '/fr' : ''}/admin/imports`
      await signIn(page, service, 'administrator', { path })
      await person.press(messages.create)
      const choosing = page.waitForEvent('filechooser')
      await person.press(messages.chooseFile)
      const name = `Spring-${language}.csv`
      const buffer = Buffer.from(table)
      await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer })
      await page.locator('details summary').first().click()
      await isFine(page, `import-new-${language}`)
      await person.press(messages.preview)
      await page.getByText(person.said(messages.would, counts(2))).waitFor()
      assert.equal(
        (await service.send('GET', '/events', { query: { source: name } })).body.total,
        0,
      )
      await isFine(page, `import-preview-${language}`)
      await person.press(messages.run)
      await page.getByText(person.said(messages.counts, counts(2))).waitFor()
      await isFine(page, `import-done-${language}`)
      await person.press(messages.undo)
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: person.said(messages.undo) })
        .click()
      await page
        .getByText(person.said(messages.undone, { removed: 4, restored: 0, left: 0 }))
        .waitFor()
      await page.getByRole('link', { name: person.said(messages.back) }).click()
      await page.getByRole('link', { name: `Spring-${language}` }).waitFor()
      await isFine(page, `import-list-${language}`)
      await person.press(messages.subscribe)
      const dialog = page.getByRole('dialog')
      await dialog.locator('input[name=url]').fill(`https://feeds.example/${language}.ics`)
      await isFine(page, `feed-new-${language}`)
      await person.press(messages.subscribe, dialog)
      await page.getByText(`feeds.example/${language}`, { exact: true }).waitFor()
      await person.press(messages.pause)
      await isFine(page, `feed-list-${language}`)
      await person.press(messages.unsubscribe)
      await page
        .getByRole('alertdialog')
        .getByRole('button', { name: person.said(messages.unsubscribe) })
        .click()
      await page
        .getByText(`feeds.example/${language}`, { exact: true })
        .waitFor({ state: 'detached' })
      assert.deepEqual(person.faults, [])
      await person.close()
    })
})

test('a user who imports a table chooses the order in its dates, and another preview begins with it', {
  timeout: 120_000,
}, async () => {
  const { browser, service } = screens
  const person = await sitDown(browser, service.address, { language: 'fr' })
  const { page } = person
  await signIn(page, service, 'administrator', { path: '/fr/admin/imports' })
  await person.press(messages.create)
  const choosing = page.waitForEvent('filechooser')
  await person.press(messages.chooseFile)
  const buffer = Buffer.from('Title,Start date\nFair,05/06/2027\n')
  await (await choosing).setFiles({ name: 'dates.csv', mimeType: 'text/csv', buffer })
  await page.locator('details summary').first().click()
  await page.locator('select[name=dates]').selectOption('mdy')
  await page.locator('select[name=policy]').selectOption('ask')
  await person.press(messages.preview)
  await page.getByText('mdy', { exact: true }).waitFor()
  await person.press(messages.previewAgain)
  for (const [name, value] of Object.entries({ dates: 'mdy', policy: 'ask', gone: 'leave' }))
    assert.equal(await page.locator(`select[name=${name}]`).inputValue(), value, name)
  assert.deepEqual(person.faults, [])
  await person.close()
})

describe('columns, in a browser', { timeout: 120_000 }, () => {
  for (const language of ['en', 'fr'] satisfies Language[])
    test(`a user chooses the field of each column of a table that could not be read (${language})`, async () => {
      const { browser, service } = screens
      const person = await sitDown(browser, service.address, { language })
      const { page } = person
      const path = `${language === 'fr' ? '/fr' : ''}/admin/imports`
      await signIn(page, service, 'administrator', { path })
      await person.press(messages.create)
      const choosing = page.waitForEvent('filechooser')
      await person.press(messages.chooseFile)
      const name = `columns-${language}.csv`
      // a heading with the signs that part columns in a mapping
      const text = 'What?;"When, exactly=";Where;Remark\nFair;2027-06-05 19:30;Old mill;loud\n'
      await (await choosing).setFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
      await person.press(messages.preview)
      await page.locator('.problem').waitFor()
      await person.press(messages.previewAgain)
      const fieldOf = (column: string) =>
        page.getByRole('combobox', { name: person.said(messages.column, { name: column }) })
      await fieldOf('What?').selectOption('title')
      await fieldOf('When, exactly=').selectOption('start_date')
      await fieldOf('Where').selectOption('venue')
      assert.equal(await fieldOf('Remark').inputValue(), 'skip')
      await isFine(page, `import-columns-${language}`)
      await person.press(messages.preview)
      const one = { ...counts(1), refused: 0 }
      await page.getByText(person.said(messages.would, one)).waitFor()
      await person.press(messages.previewAgain)
      assert.equal(await fieldOf('When, exactly=').inputValue(), 'start_date')
      assert.deepEqual(person.faults, [])
      await person.close()
    })
})

const counts = (created: number) => ({ created, updated: 0, unchanged: 0, skipped: 0, refused: 1 })
