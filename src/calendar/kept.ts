// Records and the journal as they are kept, for those above who write them out and follow them. They see the shapes only:
// whoever answers a request asks the calendar, never the store.
export type {
  EventQuery,
  JournalEntry,
  LinkKind,
  Row,
  Store,
  StoredRecord,
} from '../store/store.ts'
