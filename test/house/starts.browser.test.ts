import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { openBrowser } from '../support/browser.ts'

test('the browser of the tests has fonts on a machine without any, with an empty home and temporary folder', async t => {
  const empty = mkdtempSync(join(tmpdir(), 'almanac-'))
  const before = { HOME: process.env.HOME, TMPDIR: process.env.TMPDIR }
  Object.assign(process.env, { HOME: empty, TMPDIR: empty })
  t.after(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    rmSync(empty, { recursive: true, force: true })
  })
  const browser = await openBrowser()
  t.after(() => browser.close())
  const page = await browser.newPage()
  // without a font the browser dies at a field, and not yet at a paragraph
  await page.setContent('<input value="Été"><p style="font-family: system-ui, sans-serif">Été</p>')
  const session = await page.context().newCDPSession(page)
  await session.send('DOM.enable')
  await session.send('CSS.enable')
  const { root } = await session.send('DOM.getDocument')
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector: 'p' })
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
  assert.deepEqual(
    fonts.map(({ familyName, glyphCount }) => [familyName, glyphCount]),
    [['Open Sans', 3]],
  )
})
