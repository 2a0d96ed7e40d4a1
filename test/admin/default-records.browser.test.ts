import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { messages } from '../../src/admin/messages.ts'
import { messages as said } from '../../src/admin/screens/settings/messages.ts'
import { eventSettings } from '../../src/config/event-settings.ts'
import { formatMessage } from '../../src/define/text/language.ts'
import { password, startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { input, openEditor, press, textIn, untilSaved } from '../support/editor.ts'
import { sitDown } from '../support/person.ts'
import { isFine } from '../support/screens.ts'

const {
  service,
  browser,
  close: end,
} = await startScreens(
  { clock: '2026-06-15T12:00:00Z' },
  { given: new Set(['clock']), sources: {}, replaces: true },
)
after(end)

const create = async (path: string, body: object) =>
  Number((await service.send('POST', path, { as: 'editor', body })).body.id)
const venue = await create('/venues', { venue: 'Old harbour', status: 'publish' })
const organizer = await create('/organizers', { organizer: 'Town', status: 'publish' })
const category = await create('/categories', { name: 'Concerts' })
const { body: image } = await service.send('POST', '/images', {
  as: 'editor',
  body: await sharp({ create: { width: 40, height: 30, channels: 3, background: '#0a6' } })
    .png()
    .toBuffer(),
  headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="leaf.png"' },
})

const { defaultVenue, defaultOrganizer, defaultCategory, defaultImage, defaultShowMap } =
  eventSettings
const choices = [
  [defaultVenue, 'Old harbour'],
  [defaultOrganizer, 'Town'],
  [defaultCategory, 'Concerts'],
  [defaultImage, 'leaf'],
] as const

test('an administrator chooses what new events begin with, by names, in both languages', async () => {
  for (const language of ['en', 'fr'] as const) {
    const person = await sitDown(browser, service.address, { language })
    const { page } = person
    await person.signIn('administrator', password, '/settings')
    await person.settled()
    for (const [{ live }, name] of choices) {
      const picker = page.getByRole('combobox', { name: live[language], exact: true })
      if (language === 'fr') {
        await becomes(() => picker.inputValue(), name)
        continue
      }
      await picker.fill(name.slice(0, 3))
      await page.getByRole('option', { name, exact: true }).click()
    }
    if (language === 'en') {
      await page.getByText(defaultShowMap.live.en, { exact: true }).click()
      await person.press(messages.save)
      await page.locator('.done', { hasText: messages.saved.en }).waitFor()
    }
    await isFine(page, `settings-defaults-${language}`)
    await person.close()
  }
})

test('the form of a new event begins with them, and stores them', async () => {
  const { page, faults, close } = await openEditor({ browser, service }, '/admin/events/new')
  await page.locator('[data-field=venue] .linked').getByText('Old harbour').waitFor()
  await page.keyboard.type('Swim')
  await becomes(() => textIn(page, 'en', 'title').inputValue(), 'Swim')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  await press(page, 'Publish')
  await untilSaved(page)
  await page.waitForURL(/\/events\/\d+$/)
  const { body } = await service.send('GET', `/events/${page.url().split('/').at(-1)}`)
  const ids = [body.venue.id, body.organizer[0].id, body.categories[0].id, body.image.id]
  assert.deepEqual(ids, [venue, organizer, category, image.id])
  assert.deepEqual([body.show_map, body.show_map_link], [false, false])
  assert.deepEqual(faults, [])
  await close()
})

test('the form begins without a default that is deleted, in the trash, or hidden from the user', async () => {
  await service.send('DELETE', `/venues/${venue}?force=true`, { as: 'editor' })
  await service.send('DELETE', `/organizers/${organizer}`, { as: 'editor' })
  await service.send('DELETE', `/categories/${category}`, { as: 'editor' })
  for (const login of ['editor', 'author']) {
    const { page, close } = await openEditor({ browser, service }, '/admin/events/new', { login })
    await becomes(() => page.locator('[data-field=image] figure img').count(), 1)
    assert.equal(await page.locator('.linked').count(), 0)
    assert.equal(await page.locator('[data-field=categories] [data-selected]').count(), 0)
    assert.equal(await page.locator('.problem, [role=alert]').count(), 0)
    await close()
  }
  const draft = await create('/venues', { venue: 'Secret cellar', status: 'draft' })
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const { status, text } = await service.send('PATCH', `${service.address}/admin/api/settings`, {
    as: authorization,
    body: { settings: { defaultVenue: draft } },
  })
  assert.equal(status, 200, text)
  const { page, close } = await openEditor({ browser, service }, '/admin/events/new', {
    login: 'author',
  })
  await becomes(() => page.locator('[data-field=image] figure img').count(), 1)
  assert.equal(await page.locator('.linked').count(), 0)
  await close()
})

test('the settings name a deleted default record, without an error', async () => {
  const person = await sitDown(browser, service.address, { language: 'fr' })
  await person.signIn('administrator', password, '/settings')
  await person.page.getByText(formatMessage(said.recordGone, 'fr', { id: category })).waitFor()
  await person.press(messages.save)
  await person.page.locator('.setting .wrong').waitFor({ state: 'detached' })
  await person.close()
})
