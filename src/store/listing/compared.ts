/** Ids of records that are compared with the database, by kind. */
export type Compared = Record<'event' | 'venue' | 'organizer', number[]>

export const noneCompared = (): Compared => ({ event: [], venue: [], organizer: [] })
export const sizeOf = ({ event, venue, organizer }: Compared) =>
  event.length + venue.length + organizer.length
