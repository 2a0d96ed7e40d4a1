import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { startScreens } from '../support/admin.ts'
import { becomes } from '../support/becomes.ts'
import { axeFindings, takeScreenshot } from '../support/browser.ts'
import { openEditor, press, untilSaved } from '../support/editor.ts'
import { imageFile } from '../support/openapi-body.ts'
import { storedEvent } from '../support/stored-event.ts'

const { service, browser, close: end } = await startScreens({ clock: '2026-06-15T12:00:00Z' })
after(end)

async function openText(description: string) {
  const { id, path } = await storedEvent(service, { description })
  const { page, close, faults } = await openEditor({ browser, service }, `/admin/events/${id}`)
  const field = page.locator('.text[data-language=en]').filter({ has: page.locator('.rich') })
  const text = field.first().locator('.tiptap')
  await text.waitFor()
  return { page, text, field: field.first(), path, close, faults }
}

async function saved(page: Page, path: string): Promise<string> {
  await press(page, 'Update')
  await untilSaved(page)
  const { body } = await service.send('GET', path, { as: 'editor', query: { context: 'edit' } })
  return body.editing.texts.en.description
}

/** Pastes as a browser does with what another program has copied. */
const paste = (page: Page, html: string, plain = '') =>
  page.evaluate(`(() => {
    const clipboardData = new DataTransfer()
    if (${JSON.stringify(html)}) clipboardData.setData('text/html', ${JSON.stringify(html)})
    clipboardData.setData('text/plain', ${JSON.stringify(plain)})
    const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
    document.activeElement.dispatchEvent(pasted)
  })()`)

test('imported HTML is edited without its source, and stays as it is around a new word', async () => {
  const imported = [
    '<h5 class="small">Programme</h5>',
    '<table class="plan"><caption>Times</caption><thead><tr><th scope="col">When</th><th scope="col">What</th></tr></thead>' +
      '<tbody><tr><td colspan="2">All day</td></tr></tbody><tfoot><tr><td>a</td><td>b</td></tr></tfoot></table>',
    '<figure class="wp-block-image"><a href="https://example.org/"><img src="/a.png" alt="A tent" width="30" height="20" /></a><figcaption>Our <em>tent</em></figcaption></figure>',
    '<div class="note"><p>Bring <span class="x">warm</span> <abbr title="clothes">cl.</abbr>, H<sub>2</sub>O</p></div>',
    '<dl><dt>Doors</dt><dd>19:00</dd></dl>',
    '<p><img class="alignleft" src="/b.png" alt="b" />Words</p>',
    '<ul><li>one<ul><li>two</li></ul></li></ul>',
    '<pre>a <b>b</b></pre>',
  ].join('')
  const { page, text, path, close, faults } = await openText(`${imported}<p>Last</p>`)
  await text.getByText('Doors').waitFor()
  await text.getByText('Last').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' word')
  assert.equal(await saved(page, path), `${imported}<p>Last word</p>`)
  // its images are on the site that it comes from
  assert.deepEqual(
    faults.filter(fault => !/\/[ab]\.png$/.test(fault)),
    [],
  )
  await close()
})

test('a table is made, filled by Tab, and gets rows and columns', async () => {
  const { page, text, field, path, close } = await openText('')
  await text.click()
  await field.getByRole('button', { name: 'Table', exact: true }).click()
  for (const word of ['Day', 'Hour', 'Act', 'Sat', '20:00']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Choir')
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'rich-table')
  for (const name of ['Row below', 'Column before', 'Delete column', 'Row below', 'Delete row'])
    await field.getByRole('button', { name, exact: true }).click()
  const cells = (tag: string, words: string[]) =>
    `<tr>${words.map(word => `<${tag}>${word}</${tag}>`).join('')}</tr>`
  const rows = [
    cells('td', ['Sat', '20:00', '']),
    cells('td', ['', '', '']),
    cells('td', ['', '', '']),
  ]
  assert.equal(
    (await saved(page, path)).replace('<p></p>', ''),
    `<table><thead>${cells('th', ['Day', 'Hour', ''])}</thead><tbody>${rows.join('')}</tbody></table>`,
  )
  await close()
})

test('an image of the library stands in the text with its alternative text and a caption', async () => {
  const image = await service.send('POST', '/images', {
    as: 'editor',
    body: await imageFile(1200, 800),
    headers: { 'Content-Type': 'image/png', 'Content-Disposition': 'filename="tent.png"' },
  })
  assert.equal(image.status, 201)
  const alt = { alt: 'A red tent' }
  await service.send('PATCH', `/images/${image.body.id}`, { as: 'editor', body: alt })
  const { page, text, field, path, close } = await openText('<p>Words</p>')
  await text.click()
  await page.keyboard.press('End')
  await field.getByRole('button', { name: 'Image', exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('button', { name: 'Choose a stored image' }).click()
  await page.getByRole('button', { name: 'A red tent' }).click()
  await text.locator('figure img').waitFor()
  await text.locator('figcaption').click()
  await page.keyboard.type('On the lawn')
  await field.getByRole('button', { name: 'Image', exact: true }).click()
  await window.getByLabel('Alternative text').fill('A red tent on a lawn')
  assert.deepEqual(await axeFindings(page), [])
  await takeScreenshot(page, 'rich-image')
  await window.getByRole('button', { name: 'Save' }).click()
  assert.match(
    await saved(page, path),
    /<p>Words<\/p><figure><img src="[^"]+" alt="A red tent on a lawn" width="\d+" height="\d+" loading="lazy" \/><figcaption>On the lawn<\/figcaption><\/figure>/,
  )
  await close()
})

test('a video is a link on its own line, from its page or from the code of its player', async () => {
  const { page, text, field, path, close } = await openText('<p>Words</p>')
  await text.click()
  await page.keyboard.press('End')
  await field.getByRole('button', { name: 'Video' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('URL of the video').fill('not a video')
  await window.getByRole('button', { name: 'Add the video' }).click()
  await window.getByText('Type a URL that begins with https://').waitFor()
  assert.deepEqual(await axeFindings(page), [])
  await window.getByLabel('URL of the video').fill('https://www.youtube.com/embed/abcdefghijk')
  await window.getByLabel('Title').fill('Trailer')
  await window.getByRole('button', { name: 'Add the video' }).click()
  await paste(page, '', '<iframe src="https://player.vimeo.com/video/123"></iframe>')
  await text.getByText('https://vimeo.com/123').waitFor()
  assert.match(
    await saved(page, path),
    /<p><a href="https:\/\/www.youtube.com\/watch\?v=abcdefghijk">Trailer<\/a><\/p>.*<a href="https:\/\/vimeo.com\/123">https:\/\/vimeo.com\/123<\/a>/,
  )
  await close()
})

const word = `<html><head><style>p.MsoNormal{margin:0}</style></head><body lang=FR><!--StartFragment-->
<h1>Fête</h1><p class=MsoNormal>Bonjour <b>tous</b><o:p></o:p></p>
${[
  [1, '1.', 'Un'],
  [2, 'o', 'Deux'],
  [2, '·', 'Trois'],
  [1, '2.', 'Quatre'],
]
  .map(
    ([level, sign, text]) =>
      `<p class=MsoListParagraph style='text-indent:-18pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>`,
  )
  .join('\n')}
<table class=MsoTableGrid border=1 style='border-collapse:collapse'><tr style='height:1pt'><td width=100 style='width:75pt' onclick="x()"><p class=MsoNormal>A</p></td><td colspan=2><p class=MsoNormal>B</p></td></tr></table>
<p class=MsoNormal><o:p>&nbsp;</o:p></p><!--EndFragment--></body></html>`

const docs = `<meta charset='utf-8'><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:1.38"><span style="font-weight:700;">Bold</span><span style="font-weight:400;font-style:italic"> it</span> <a href="https://www.google.com/url?q=https://example.org/a&amp;sa=D" style="text-decoration:none"><span style="text-decoration:underline">link</span></a></p><br /><ul><li dir="ltr" style="list-style-type:disc" aria-level="1"><p dir="ltr" role="presentation"><span>a</span></p></li><ul><li dir="ltr" aria-level="2"><p role="presentation"><span>b</span></p></li></ul></ul><div dir="ltr" style="margin-left:0pt;" align="left"><table style="border:none"><colgroup><col width="100" /></colgroup><tbody><tr style="height:0pt"><td style="border:solid"><p dir="ltr"><span>c</span></p></td></tr></tbody></table></div><img src="https://lh7.example/x.png"><script>alert(1)</script></b>`

test('text of Word and Google Docs keeps its lists, tables and emphasis, and nothing else', async () => {
  for (const [html, expected] of [
    [
      word,
      '<h2>Fête</h2><p>Bonjour <strong>tous</strong></p><ol><li>Un<ul><li>Deux</li><li>Trois</li></ul></li><li>Quatre</li></ol>' +
        '<table><tbody><tr><td>A</td><td colspan="2">B</td></tr></tbody></table>',
    ],
    [
      docs,
      '<p><strong>Bold</strong><em> it</em> <a href="https://example.org/a">link</a></p><ul><li>a<ul><li>b</li></ul></li></ul>' +
        '<table><tbody><tr><td>c</td></tr></tbody></table>',
    ],
  ] as const) {
    const { page, text, path, close, faults } = await openText('')
    await text.click()
    await paste(page, html)
    await becomes(() => text.locator('table').count(), 1)
    assert.equal((await saved(page, path)).replace(/(<p><\/p>)+$/, ''), expected)
    assert.deepEqual(faults, [])
    await close()
  }
})
