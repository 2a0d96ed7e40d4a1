import assert from 'node:assert/strict'
import { forms } from '../../src/admin/forms/model.ts'
import { openTab } from '../accounts/browser-like.ts'
import { pixels } from '../support/pixels.ts'
import type { Service } from '../support/service.ts'

const dates = { start_date: '2041-05-10 20:00', end_date: '2041-05-10 22:00' }
export const month = '/calendar?view=month&date=2041-05-01'

/** Something of everything, so that every screen has something to show. */
export async function fill({ send, bearer, root }: Service) {
  const create = async (path: string, body: object, as = 'editor') => {
    const reply = await send('POST', path, { as, body })
    assert.equal(reply.status, 201, reply.text)
    return Number(reply.body.id)
  }
  const { buffer } = await pixels('mill.png')
  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(buffer)]), 'mill.png')
  file.append('alt', 'Wheels in the water')
  const { authorization } = await bearer('editor', {})
  const sent = await fetch(`${root.plain}/images`, {
    method: 'POST',
    body: file,
    headers: { Authorization: authorization },
  })
  assert.equal(sent.status, 201)
  const { id: image } = (await sent.json()) as { id: number }
  const venue = await create('/venues', {
    venue: 'Old mill',
    city: 'Lyon',
    translations: { fr: { venue: 'Vieux moulin' } },
    geo_lat: 45.76,
    geo_lng: 4.83,
  })
  const organizer = await create('/organizers', { organizer: 'The neighbours' })
  const music = await create('/categories', { name: 'Music' })
  await create('/categories', { name: 'Jazz', parent: music })
  await create('/events', {
    title: 'Concert',
    description: '<p>Loud.</p>',
    ...dates,
    venue,
    organizer,
    categories: ['Music'],
    tags: ['outside'],
    image,
    cost: '5',
    translations: { fr: { title: 'Concert de jazz' } },
  })
  await create('/events', { title: 'Ball', ...dates, event_status: 'cancelled' })
  await create('/events', { title: 'Fair', ...dates, status: 'pending' }, 'contributor')
}

/** It says so if any of it runs, and it is found if any of it becomes part of a page. */
const hostile = `"><img class=owned alt=x src=x onerror=owned=1><script class=owned>owned=1</script><svg class=owned onload=owned=1>{{owned=1}}`

/** An expression for a page: `[undefined, 0]` if nothing of that text ran or became a part of it. */
export const ownedIn = `[globalThis.owned, document.querySelectorAll('.owned, [onerror], [onload]').length]`

/** Records, accounts and tokens with that text wherever they have a text. Returns the paths of their screens. */
export async function fillWithHostileText(service: Service): Promise<string[]> {
  const paths: string[] = []
  for (const { name, path, titled, fields } of Object.values(forms)) {
    if (name === 'image') continue
    const isEvent = name === 'event'
    const created = await service.send('POST', `/${path}`, {
      as: isEvent ? 'contributor' : 'editor',
      body: { [titled]: `Title ${hostile}`, ...(isEvent && { ...dates, status: 'pending' }) },
    })
    assert.equal(created.status, 201, created.text)
    const at = `/${path}/${created.body.id}`
    paths.push(at)
    for (const field of fields) {
      if (!['line', 'html', 'url', 'email', 'tel', 'slug'].includes(field.as)) continue
      const body = { [field.name]: hostile, translations: { fr: { [field.name]: hostile } } }
      // what no such text can be is refused
      const { status } = await service.send('PATCH', at, { as: 'editor', body })
      assert.ok(status === 200 || status === 400, `${field.name}: ${status}`)
    }
  }
  await service.accounts.change('contributor', { name: hostile })
  const tab = openTab(service)
  await tab.signIn('administrator')
  await tab.send('POST', 'tokens', { type: 'token', name: hostile })
  await tab.send('PATCH', 'account', { name: hostile })
  tab.close()
  return [...paths, `/users/${service.users.contributor}`]
}
