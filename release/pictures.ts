// npm run docs:pictures: makes the pictures of the page for editors, in both languages, from the demonstration calendar.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { demoCalendar } from '../demo/calendar.ts'
import { writeDemo } from '../demo/write.ts'
import { languages } from '../src/define/text/language.ts'
import { connect } from '../src/sdk/client.ts'
import { password, startAdmin } from '../test/support/admin.ts'
import { openBrowser } from '../test/support/browser.ts'
import { sitDown } from '../test/support/person.ts'

const today = '2030-01-02'
/** A page of the documentation is read on phones and in mail too. */
const mostBytes = 40_000

const service = await startAdmin({ clock: `${today}T09:00:00Z`, siteName: 'Almanac' })
const browser = await openBrowser()
try {
  const screens = await fill()
  for (const language of languages) {
    const folder = join(import.meta.dirname, '..', 'docs', language, 'pictures')
    mkdirSync(folder, { recursive: true })
    const person = await sitDown(browser, service.address, { language, width: 1200, height: 780 })
    // what is to come is what comes after that day
    await person.page.clock.setFixedTime(`${today}T09:00:00Z`)
    await person.signIn('editor', password)
    for (const [name, path] of Object.entries(screens)) {
      await person.go(path)
      await person.settled()
      // the editor of rich text comes after the rest
      if (name === 'editor') await person.page.locator('[contenteditable=true]').first().waitFor()
      const bytes = await small(await person.page.screenshot())
      writeFileSync(join(folder, `${name}.webp`), bytes)
      console.log(`docs/${language}/pictures/${name}.webp ${bytes.length}`)
    }
    await person.close()
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
  const shown = items.find(({ image, venue }) => image && venue) ?? items[0]
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
    editor: `/events/${shown?.id}`,
    calendar: `/calendar?view=month&date=${today}`,
    review: '/review',
  }
}

/** As good as it can be within what a page may weigh. */
async function small(picture: Buffer): Promise<Buffer> {
  for (let quality = 80; ; quality -= 5) {
    const bytes = await sharp(picture)
      .resize({ width: 1000 })
      .webp({ quality, effort: 6 })
      .toBuffer()
    if (bytes.length <= mostBytes || quality <= 20) return bytes
  }
}
