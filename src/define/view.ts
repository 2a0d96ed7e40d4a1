import { linkKinds, type StoredRecord } from './record.ts'

/** A record with its linked records, as far as the caller may read them (A3). */
export type View = {
  record: StoredRecord
  /** Shown with its text hidden: protected by a password that was not given. */
  masked?: boolean
  image?: StoredRecord | undefined
  /** For an image: whether its source URL is shown with the query, which may hold a secret (A9). */
  showsSource?: boolean
  /** Shown by itself with its stored values, to a user who may edit it and requests `context=edit`. */
  isEdited?: boolean
  /** For an event: whether it is shown with what only editors may see. */
  isForEditors?: boolean
  venues: View[]
  organizers: View[]
  /** For a single event: placeholders where the cached linked data of its venue and organizer is inserted. */
  places?: { venue?: string; organizer?: string }
  categories: StoredRecord[]
  tags: StoredRecord[]
}

/** A record without what it is linked to. */
export const viewOf = (record: StoredRecord): View => ({
  record,
  venues: [],
  organizers: [],
  categories: [],
  tags: [],
})

/** Notes a record, its image, and all that it is linked to, hidden records too: a change may make them visible. */
export function eachRecordIn({ record, venues, organizers }: View, note: Note) {
  noteRecord(record, note)
  for (const venue of venues) noteRecord(venue.record, note)
  for (const organizer of organizers) noteRecord(organizer.record, note)
}

type Note = (kind: string, id: unknown) => void

function noteRecord({ kind, id, facts, links }: StoredRecord, note: Note) {
  note(kind, id)
  note('image', facts.image)
  for (const kind of linkKinds) for (const id of links[kind]) note(kind, id)
}
