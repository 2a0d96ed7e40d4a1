// npm run docs:screenshots: takes the screenshots of the pages for editors and of the themes, in both languages, from the demonstration
// calendar. Names of screenshots after the command take these alone.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { demoCalendar } from '../demo/calendar.ts'
import { writeDemo } from '../demo/write.ts'
import { languages } from '../src/define/text/language.ts'
import { plainTheme, themePresets } from '../src/define/theme.ts'
import { connect } from '../src/sdk/client.ts'
import { password, startAdmin } from '../test/support/admin.ts'
import { look, openBrowser } from '../test/support/browser.ts'
import { sitDown } from '../test/support/person.ts'

const today = '2030-01-02'
/** A page of the documentation is read on phones and in mail too. */
const maxBytes = 40_000

const wanted = process.argv.slice(2)
const isWanted = (name: string) => wanted.length === 0 || wanted.includes(name)

const service = await startAdmin(
  { clock: `${today}T09:00:00Z` },
  { given: new Set(), replaces: true },
)
await set({ siteName: 'Almanac' })
const browser = await openBrowser()
try {
  const screens = await fill()
  for (const language of languages) {
    const folder = join(import.meta.dirname, '..', 'docs', language, 'images')
    mkdirSync(folder, { recursive: true })
    const person = await sitDown(browser, service.address, { language, width: 1200, height: 780 })
    // what is to come is what comes after that day
    await person.page.clock.setFixedTime(`${today}T09:00:00Z`)
    await person.signIn('editor', password)
    for (const [name, path] of Object.entries(screens)) {
      if (!isWanted(name)) continue
      await person.go(path)
      await person.settled()
      // the editor of rich text comes after the rest
      if (name === 'editor') await person.page.locator('[contenteditable=true]').first().waitFor()
      await write(folder, name, await person.page.screenshot())
    }
    await person.close()
    if (isWanted('themes')) await write(folder, 'themes', await themes(language))
  }
} finally {
  await browser.close()
  await service.close()
}

/** The demonstration calendar, and something that waits; which screens are shown. */
async function fill(): Promise<Record<string, string>> {
  const { authorization } = await service.bearer('editor', { scope: 'admin' })
  const client = connect(service.root.plain, { token: authorization.replace('Bearer ', '') })
  await writeDemo(client, demoCalendar(today, 40))
  const { items } = await client.events.list({ per_page: 50 })
  const pictured = items.find(({ image, venue }) => image && venue) ?? items[0]
  for (const title of ['Street party of rue Haute', 'Open workshop: repairing bicycles'])
    await service.send('POST', '/events', {
      as: 'contributor',
      body: {
        title,
        status: 'pending',
        start_date: '2030-02-09 14:00',
        end_date: '2030-02-09 18:00',
      },
    })
  return {
    events: '/events',
    editor: `/events/${pictured?.id}`,
    calendar: `/calendar?view=month&date=${today}`,
    review: '/review',
  }
}

async function write(folder: string, name: string, image: Buffer) {
  const bytes = await small(image)
  writeFileSync(join(folder, `${name}.webp`), bytes)
  console.log(`${join(folder, name)}.webp ${bytes.length}`)
}

/** Changes settings, as an administrator does. */
async function set(settings: object) {
  const { authorization } = await service.bearer('administrator', { scope: 'admin' })
  const url = `${service.address}/admin/api/settings`
  const { status, text } = await service.send('PATCH', url, {
    as: authorization,
    body: { settings },
  })
  if (status !== 200) throw new Error(text)
}

/** The list of events in each preset theme, side by side. */
async function themes(language: 'en' | 'fr'): Promise<Buffer> {
  const [width, height, gap] = [640, 900, 20]
  const { page, close } = await look(browser, service.address, { language, width, height })
  const images: Buffer[] = []
  for (const theme of Object.values(themePresets)) {
    await set(theme)
    await page.goto(
      `${service.address}${language === 'fr' ? '/fr/evenements/liste/' : '/events/list/'}`,
    )
    images.push(await page.screenshot())
  }
  await set(plainTheme)
  await close()
  const fullWidth = images.length * (width + gap) - gap
  return sharp({ create: { width: fullWidth, height, channels: 3, background: '#ffffff' } })
    .composite(images.map((input, at) => ({ input, left: at * (width + gap), top: 0 })))
    .png()
    .toBuffer()
}

/** As good as it can be within what a page may weigh. */
async function small(image: Buffer): Promise<Buffer> {
  for (let quality = 80; ; quality -= 5) {
    const bytes = await sharp(image).resize({ width: 1000 }).webp({ quality, effort: 6 }).toBuffer()
    if (bytes.length <= maxBytes || quality <= 20) return bytes
  }
}
