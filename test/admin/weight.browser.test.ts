import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signIn, startScreens } from '../support/admin.ts'
import { look } from '../support/browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens()
after(end)

/** Bytes, as a browser takes them. */
const max = 250_000
/** HTTP/1.1 loads six at a time. */
const maxFiles = 30

test('the first screen weighs 250 kB at most, compressed, in at most 30 files, in both languages', async () => {
  await storedEvent(service)
  for (const path of ['/admin/events', '/fr/admin/events']) {
    const { page, close } = await look(browser, service.address)
    const files = new Set([service.address + path])
    page.on('request', request => {
      if (request.url().includes('/assets/')) files.add(request.url())
    })
    await signIn(page, service, 'administrator', { path })
    await page.locator('tbody tr').first().waitFor()
    // what is loaded for later is part of it
    await page.waitForLoadState('networkidle')
    let weight = 0
    for (const url of files) {
      const response = await fetch(url, { headers: { 'Accept-Encoding': 'gzip' } })
      await response.arrayBuffer()
      assert.equal(response.status, 200, url)
      weight += Number(response.headers.get('content-length'))
    }
    assert.ok(files.size > 3, 'its scripts and styles were counted')
    assert.ok(files.size <= maxFiles, `${path}: ${files.size} files`)
    assert.ok(weight <= max, `${path}: ${weight} bytes`)
    await close()
  }
})
