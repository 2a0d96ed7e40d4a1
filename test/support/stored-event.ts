import type { Service } from './service.ts'

/** An event that is stored already. */
export async function storedEvent(service: Service, body: object = {}, as = 'editor') {
  const draft = {
    title: 'Summer fair',
    start_date: '2027-06-01 10:00',
    end_date: '2027-06-01 12:00',
    translations: { fr: { title: 'Fête' } },
    ...body,
  }
  const created = await service.send('POST', '/events', { as, body: draft })
  return { id: Number(created.body.id), path: `/events/${created.body.id}` }
}
