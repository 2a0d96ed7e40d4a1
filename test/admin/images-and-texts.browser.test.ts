import assert from 'node:assert/strict'
import { after, afterEach, test } from 'node:test'
import { becomes, matches } from '../support/becomes.ts'
import { axeFindings, takeScreenshot, widthOf } from '../support/browser.ts'
import {
  dropped,
  input,
  press,
  savedId,
  shareEditor,
  textIn,
  untilSaved,
} from '../support/editor.ts'
import { imageFile } from '../support/openapi-body.ts'
import { startScreens } from '../support/shared-browser.ts'
import { storedEvent } from '../support/stored-event.ts'

const world = await startScreens({ clock: '2026-06-15T12:00:00Z' })
const { service } = world
after(world.close)
const { page, faults, show, open } = await shareEditor(world)

// what is refused on purpose, and images on the site that a text comes from
const expected = / 4(00|09|12) |\/[ab]\.png$/
afterEach(() =>
  assert.deepEqual(
    faults.splice(0).filter(fault => !expected.test(fault)),
    [],
  ),
)

const file = async (name: string, width: number) => ({
  name,
  mimeType: 'image/png',
  buffer: await imageFile(width, 300),
})

/** An image as it is stored. */
const stored = async (search: string) =>
  (await service.send('GET', '/images', { as: 'editor', query: { search } })).body.images[0]

const library = () => show('/images', '.drop-images')

const details = async (name: string) => {
  await page.getByRole('button', { name: `Details of ${name}`, exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('slider').first().waitFor()
  return window
}

test('images are uploaded, described in both languages, found, replaced and deleted', async () => {
  await library()
  const sent: string[] = []
  page.on('request', request => request.method() === 'POST' && sent.push(request.url()))
  await page
    .locator('input[type=file]')
    .setInputFiles([
      await file('bridge.png', 400),
      await file('tower.png', 410),
      { name: 'virus.png', mimeType: 'image/png', buffer: Buffer.from('not an image') },
      { name: 'empty.png', mimeType: 'image/png', buffer: Buffer.from('') },
    ])
  // none is sent that need not be
  await page.getByText('2 uploaded, 2 refused').waitFor()
  const wrong = page.locator('.uploads .wrong')
  await matches(async () => (await wrong.allInnerTexts()).join('\n'), /^virus\.png: .*JPEG, PNG/m)
  assert.match((await wrong.allInnerTexts()).join('\n'), /empty\.png: The file is empty\./)
  assert.equal(sent.length, 3)
  const window = await details('bridge')
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
  assert.deepEqual(await axeFindings(page, { within: '[role=dialog]' }), [])
  await takeScreenshot(page, 'images-details')
  await window.getByRole('button', { name: 'Save the image' }).click()
  await page.getByText('The image is saved.').waitFor()
  const bridge = await stored('old bridge')
  assert.deepEqual(
    [bridge.translations.en.alt, bridge.translations.fr.alt, bridge.focus],
    ['An old bridge', 'Un vieux pont', { x: 25, y: 75 }],
  )

  await storedEvent(service, { title: 'Bridge day', image: bridge.id })
  await page.reload()
  await page.getByRole('searchbox').fill('vieux pont')
  await page.getByRole('button', { name: 'Details of tower' }).waitFor({ state: 'detached' })
  const again = await details('bridge')
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
})

test('typed texts of an image stay when another user changes it, and do not undo what they changed', async () => {
  const image = await stored('tower')
  await library()
  const window = await details('tower')
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
  await library()
  await page.getByLabel('Search images').fill('several')
  await page.getByLabel('Select Several spare').waitFor()
  await page.getByLabel('Alternative text', { exact: true }).selectOption('en')
  await page.getByLabel('Select Several spare').waitFor({ state: 'detached' })
  await page.getByLabel('Select Several none').check()
  await page.getByLabel('Alternative text', { exact: true }).selectOption('')
  for (const name of ['spare', 'shown']) await page.getByLabel(`Select Several ${name}`).check()
  assert.deepEqual(await axeFindings(page), [])
  await page.getByRole('button', { name: 'Delete 3 images' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 3 images' }).click()
  await page.getByText('2 images deleted.').waitFor()
  const statuses = await Promise.all(
    [none, spare, used].map(
      async ({ id }) => (await service.send('GET', `/images/${id}`, { as: 'editor' })).status,
    ),
  )
  assert.deepEqual(statuses, [400, 400, 200])
})

test('an author drops a file onto the grid, finds it in the editor by its texts, and describes it in place', async () => {
  const looking = { login: 'author', language: 'fr', width: 360 } as const
  const { page, faults, show, open, close } = await shareEditor(world, looking)
  await show('/images', '.drop-images')
  await page.locator('.skeleton').waitFor({ state: 'detached' })
  const clean = await dropped(page.locator('.drop-images'), await file('mill.png', 420))
  await page.getByText('1 envoyée').waitFor()
  await page.getByRole('button', { name: 'Détails de mill' }).waitFor()
  clean()
  assert.ok((await widthOf(page)) <= 360)
  await open('/events/new')
  const field = page.locator('.is-image')
  await field.getByRole('button', { name: 'Choisir une image enregistrée' }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('searchbox').fill('mill')
  await window.getByRole('button', { name: 'mill' }).click()
  const figure = field.getByRole('figure')
  await figure.getByText('Sans texte alternatif en anglais').waitFor()
  await field.getByRole('button', { name: 'Textes et point focal' }).click()
  await field.getByLabel('Texte alternatif (anglais)').fill('A mill')
  await field.getByLabel('Texte alternatif (français)').fill('Un moulin')
  assert.deepEqual(await axeFindings(page, { within: '.is-image' }), [])
  await field.getByRole('button', { name: 'Enregistrer l’image' }).click()
  await page.getByText('L’image est enregistrée.').waitFor()
  await figure.getByText('Sans texte').first().waitFor({ state: 'detached' })
  const { translations } = await stored('mill')
  assert.deepEqual([translations.en.alt, translations.fr.alt], ['A mill', 'Un moulin'])
  assert.deepEqual(faults, [])
  await close()
})

/** As a browser hands over a file that is pasted. */
const pasteFile = ({ name, mimeType, buffer }: Awaited<ReturnType<typeof file>>) =>
  page.evaluate(
    `(() => {
      const clipboardData = new DataTransfer()
      const bytes = Uint8Array.from(atob('${buffer.toString('base64')}'), each => each.charCodeAt(0))
      clipboardData.items.add(new File([bytes], '${name}', { type: '${mimeType}' }))
      const pasted = new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData })
      document.querySelector('h1').dispatchEvent(pasted)
    })()`,
  )

test('an event gets its image by a paste, a drop, or a choice', async () => {
  await open('/events/new')
  await textIn(page, 'en', 'title').fill('Trumpets')
  await input(page, 'start_date').fill('2027-05-10T20:00')
  const trumpet = await file('trumpet.png', 430)
  const image = page.locator('.is-image')
  const remove = image.getByRole('button', { name: 'Remove the image' })
  const drop = async () => {
    const clean = await dropped(page.locator('.is-image .drop'), trumpet)
    await remove.waitFor()
    clean()
  }
  const choose = () => page.locator('.is-image input[type=file]').setInputFiles(trumpet)
  for (const bring of [() => pasteFile(trumpet), drop, choose]) {
    await image.getByLabel('Alternative text (English)').fill('A trumpet')
    await bring()
    await remove.waitFor()
    if (bring !== choose) await remove.click()
  }
  await press(page, 'Publish')
  const { body } = await service.send('GET', `/events/${await savedId(page)}`)
  assert.equal(body.image.alt, 'A trumpet')
})

async function openText(description: string) {
  const { path } = await storedEvent(service, { description })
  await open(path)
  const field = page.locator('.text[data-language=en]').filter({ has: page.locator('.rich') })
  const text = field.first().locator('.tiptap')
  await text.waitFor()
  return { text, field: field.first(), path }
}

async function saved(path: string): Promise<string> {
  await press(page, 'Update')
  await untilSaved(page)
  const { body } = await service.send('GET', path, { as: 'editor', query: { context: 'edit' } })
  return body.editing.texts.en.description
}

/** Pastes as a browser does with what another program has copied. */
const paste = (html: string, plain = '') =>
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
  const { text, path } = await openText(`${imported}<p>Last</p>`)
  await text.getByText('Doors').waitFor()
  await text.getByText('Last').click()
  await page.keyboard.press('End')
  await page.keyboard.type(' word')
  assert.equal(await saved(path), `${imported}<p>Last word</p>`)
})

test('a table is made, filled by Tab, and gets rows and columns', async () => {
  const { text, field, path } = await openText('')
  await text.click()
  await field.getByRole('button', { name: 'Table', exact: true }).click()
  for (const word of ['Day', 'Hour', 'Act', 'Sat', '20:00']) {
    await page.keyboard.type(word)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type('Choir')
  assert.deepEqual(await axeFindings(page, { within: '.rich' }), [])
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
    (await saved(path)).replace('<p></p>', ''),
    `<table><thead>${cells('th', ['Day', 'Hour', ''])}</thead><tbody>${rows.join('')}</tbody></table>`,
  )
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
  const { text, field, path } = await openText('<p>Words</p>')
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
  assert.deepEqual(await axeFindings(page, { within: '[role=dialog]' }), [])
  await takeScreenshot(page, 'rich-image')
  await window.getByRole('button', { name: 'Save' }).click()
  assert.match(
    await saved(path),
    /<p>Words<\/p><figure><img src="[^"]+" alt="A red tent on a lawn" width="\d+" height="\d+" loading="lazy" \/><figcaption>On the lawn<\/figcaption><\/figure>/,
  )
})

test('a video is a link on its own line, from its page or from the code of its player', async () => {
  const { text, field, path } = await openText('<p>Words</p>')
  await text.click()
  await page.keyboard.press('End')
  await field.getByRole('button', { name: 'Video' }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel('URL of the video').fill('not a video')
  await window.getByRole('button', { name: 'Add the video' }).click()
  await window.getByText('Type a URL that begins with https://').waitFor()
  assert.deepEqual(await axeFindings(page, { within: '[role=dialog]' }), [])
  await window.getByLabel('URL of the video').fill('https://www.youtube.com/embed/abcdefghijk')
  await window.getByLabel('Title').fill('Trailer')
  await window.getByRole('button', { name: 'Add the video' }).click()
  await paste('', '<iframe src="https://player.vimeo.com/video/123"></iframe>')
  await text.getByText('https://vimeo.com/123').waitFor()
  assert.match(
    await saved(path),
    /<p><a href="https:\/\/www.youtube.com\/watch\?v=abcdefghijk">Trailer<\/a><\/p>.*<a href="https:\/\/vimeo.com\/123">https:\/\/vimeo.com\/123<\/a>/,
  )
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
    const { text, path } = await openText('')
    await text.click()
    await paste(html)
    await becomes(() => text.locator('table').count(), 1)
    assert.equal((await saved(path)).replace(/(<p><\/p>)+$/, ''), expected)
  }
})
