// npm run pages:screenshots -- FOLDER [fr]: takes screenshots of public pages, for people to look at after a change of styles.
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { look, openBrowser, painted } from '../test/support/browser.ts'
import { cityCalendar, cityPages } from '../test/support/city-calendar.ts'

const [folder, language] = process.argv.slice(2)
if (!folder) throw new Error('Name a folder: npm run pages:screenshots -- FOLDER [fr]')
const isFrench = language === 'fr'
mkdirSync(resolve(folder), { recursive: true })

const service = await cityCalendar()
const browser = await openBrowser()
try {
  const { page } = await look(browser, service.address, { language: isFrench ? 'fr' : 'en' })
  let taken = 0
  for (const [name, paths] of Object.entries(cityPages)) {
    await page.goto(service.address + paths[isFrench ? 1 : 0])
    for (const width of [360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 900 })
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme })
        await painted(page)
        const file = `${name}-${isFrench ? 'fr' : 'en'}-${width}-${colorScheme}.png`
        await page.screenshot({ path: join(folder, file), fullPage: true })
        taken++
      }
    }
  }
  console.log(`${taken} screenshots in ${resolve(folder)}`)
} finally {
  await browser.close()
  await service.close()
}
