import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { signIn, startAdmin } from '../support/admin.ts'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, look, openBrowser, takeScreenshot as screenshot } from '../support/browser.ts'
import { dropped } from '../support/editor.ts'
import { imageFile } from '../support/openapi-body.ts'
import { isFine } from '../support/screens.ts'
import type { Service } from '../support/service.ts'
import { storedEvent } from '../support/stored-event.ts'

let browser: Browser
let service: Service
before(async () => {
  service = await startAdmin()
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await service?.close()
})

const at = { start_date: '2027-06-01 10:00', end_date: '2027-06-01 12:00' }
const file = async (name: string, width: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await imageFile(width, 300),
})

/** An image as it is stored. */
const stored = async (search: string) =>
  (await service.send('GET', '/images', { as: 'editor', query: { search } })).body.images[0]

const details = async (page: Page, name: string, label = 'Details of') => {
  await page.getByRole('button', { name: `${label} ${name}`, exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('slider').first().waitFor()
  return window
}

describe('images, in a browser', { timeout: 280_000 }, () => {
  test('images are uploaded, described in both languages, found, replaced and deleted', async () => {
    const { page, faults, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/images' })
    await page
      .locator('input[type=file]')
      .setInputFiles([
        await file('bridge.png', 400),
        await file('tower.png', 410),
        { name: 'virus.png', mimeType: 'image/png', buffer: Buffer.from('not an image') },
      ])
    await page.getByText('2 uploaded, 1 refused').waitFor()
    await matches(() => page.locator('.uploads .wrong').innerText(), /^virus\.png: .*JPEG, PNG/)
    const window = await details(page, 'bridge')
    await window.getByLabel('Alternative text (English)').fill('An old bridge')
    await window.getByLabel('Alternative text (French)').fill('Un vieux pont')
    // by keys, as screen readers do it
    const left = window.getByRole('slider', { name: 'From the left' })
    await left.focus()
    for (let press = 0; press < 5; press++) await page.keyboard.press('ArrowLeft')
    await becomes(() => left.inputValue(), '45')
    // and by pointer
    const box = await window.locator('.focus-image').boundingBox()
    assert.ok(box)
    await page.mouse.click(box.x + box.width / 4, box.y + box.height * 0.75)
    await becomes(() => left.inputValue(), '25')
    assert.deepEqual(await axeFindings(page), [])
    await screenshot(page, 'images-details')
    await window.getByRole('button', { name: 'Save the image' }).click()
    await page.getByText('The image is saved.').waitFor()
    const bridge = await stored('old bridge')
    assert.deepEqual(
      [bridge.translations.en.alt, bridge.translations.fr.alt, bridge.focus],
      ['An old bridge', 'Un vieux pont', { x: 25, y: 75 }],
    )

    await service.send('POST', '/events', {
      as: 'editor',
      body: { title: 'Bridge day', ...at, image: bridge.id },
    })
    await page.reload()
    await page.getByRole('searchbox').fill('vieux pont')
    await page.getByRole('button', { name: 'Details of tower' }).waitFor({ state: 'detached' })
    const again = await details(page, 'bridge')
    await again.getByRole('link', { name: 'Bridge day' }).waitFor()
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      again.getByRole('button', { name: 'Replace the file' }).click(),
    ])
    await chooser.setFiles(await file('new.png', 700))
    await page.getByText('The file is replaced.').waitFor()
    const { width, id } = await stored('old bridge')
    assert.deepEqual([width, id], [700, bridge.id])

    await again.getByRole('button', { name: 'Delete' }).click()
    const alert = page.getByRole('alertdialog')
    await alert.getByRole('button', { name: 'Delete' }).click()
    await alert.getByRole('link', { name: 'Bridge day' }).waitFor()
    await alert.getByRole('button', { name: 'Delete it anyway' }).click()
    await page.getByText('The image is deleted.').waitFor()
    assert.equal(await stored('old bridge'), undefined)
    assert.deepEqual(
      faults.filter(fault => !/4(00|09)/.test(fault)),
      [],
    )
    await close()
  })

  test('in the editor an image is found by its texts, and described in place', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/fr/admin/events/new' })
    const field = page.locator('.is-image')
    await field.getByRole('button', { name: 'Choisir une image enregistrée' }).click()
    const window = page.getByRole('dialog')
    await window.getByRole('searchbox').fill('tower')
    await window.getByRole('button', { name: 'tower' }).click()
    const figure = field.getByRole('figure')
    await figure.getByText('Sans texte alternatif en anglais').waitFor()
    await field.getByRole('button', { name: 'Textes et point d’intérêt' }).click()
    await field.getByLabel('Texte alternatif (anglais)').fill('A tower')
    await field.getByLabel('Texte alternatif (français)').fill('Une tour')
    assert.deepEqual(await axeFindings(page), [])
    await field.getByRole('button', { name: 'Enregistrer l’image' }).click()
    await page.getByText('L’image est enregistrée.').waitFor()
    await figure.getByText('Sans texte').first().waitFor({ state: 'detached' })
    const { translations } = await stored('tower')
    assert.deepEqual([translations.en.alt, translations.fr.alt], ['A tower', 'Une tour'])
    await close()
  })

  test('typed texts of an image stay when another user changes it, and do not undo what they changed', async () => {
    const image = await stored('tower')
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/images' })
    const window = await details(page, 'tower')
    await window.getByLabel('Alternative text (English)').fill('A tall tower')
    const byAnother = { alt: 'Une tour haute', ml_language: 'fr' }
    const path = `/images/${image.id}`
    const sent = { as: 'administrator', body: byAnother }
    assert.equal((await service.send('PATCH', path, sent)).status, 200)
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      window.getByRole('button', { name: 'Replace the file' }).click(),
    ])
    // its images are read again
    await chooser.setFiles(await file('tall.png', 500))
    await page.getByText('The file is replaced.').waitFor()
    const own = window.getByLabel('Alternative text (English)')
    await window.locator('img[src*=tall]').first().waitFor()
    assert.equal(await own.inputValue(), 'A tall tower')
    const save = window.getByRole('button', { name: 'Save the image' })
    await save.click()
    await window.getByText('Someone else changed the image').waitFor()
    await becomes(() => window.getByLabel('Alternative text (French)').inputValue(), byAnother.alt)
    assert.equal(await own.inputValue(), 'A tall tower')
    await save.click()
    await page.getByText('The image is saved.').waitFor()
    const { translations } = await stored('tower')
    assert.deepEqual([translations.en.alt, translations.fr.alt], ['A tall tower', 'Une tour haute'])
    await close()
  })

  test('images without alternative text are filtered, and several are deleted but those that are shown', async () => {
    const send = async (alt: string) => {
      const buffer = await imageFile(40, 30)
      const headers = {
        'Content-Type': 'image/png',
        'Content-Disposition': `attachment; filename=several${alt}.png`,
      }
      const query = { title: `Several ${alt || 'none'}`, ...(alt && { alt }) }
      return (await service.send('POST', '/images', { as: 'editor', body: buffer, headers, query }))
        .body
    }
    const [none, spare, used] = [await send(''), await send('spare'), await send('shown')]
    await storedEvent(service, { image: used.id })
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'editor', { path: '/admin/images' })
    await page.getByLabel('Search images').fill('several')
    await page.getByLabel('Select Several spare').waitFor()
    await page.getByLabel('Alternative text', { exact: true }).selectOption('en')
    await page.getByLabel('Select Several spare').waitFor({ state: 'detached' })
    await page.getByLabel('Select Several none').check()
    await page.getByLabel('Alternative text', { exact: true }).selectOption('')
    for (const name of ['spare', 'shown']) await page.getByLabel(`Select Several ${name}`).check()
    await isFine(page, 'images-several')
    await page.getByRole('button', { name: 'Delete 3 images' }).first().click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 images' }).click()
    await page.getByText('2 images deleted.').waitFor()
    const statuses = await Promise.all(
      [none, spare, used].map(
        async ({ id }) => (await service.send('GET', `/images/${id}`, { as: 'editor' })).status,
      ),
    )
    assert.deepEqual(statuses, [400, 400, 200])
    await close()
  })

  test('files dropped onto the grid are uploaded; axe finds no errors, and nothing is too wide', async () => {
    const { page, close } = await look(browser, service.address)
    await signIn(page, service, 'author', { path: '/fr/admin/images' })
    await page.locator('.skeleton').waitFor({ state: 'detached' })
    const clean = await dropped(page.locator('.drop-images'), await file('mill.png', 420))
    await page.getByText('1 envoyée').waitFor()
    await page.getByRole('button', { name: 'Détails de mill' }).waitFor()
    clean()
    await isFine(page, 'images')
    await close()
  })
})
