import { isPost } from '../../resources/index.ts'
import { findsByProtected } from '../../store/read/event-filters.ts'
import { isReadable, sees } from '../../store/read/visible.ts'
import type {
  EventQuery,
  ProtectedOf,
  StoredRecord,
  Visibility,
  Visible,
} from '../../store/store.ts'
import type { Context } from '../context.ts'
import { type Actor, visibleTo } from './access.ts'

/** What a list may show. `readable`: events that a password hides are left out, but these. */
export type Showing = { visible: Visible; readable?: ProtectedOf }

/** What a list of events may show: a password hides an event from those who ask for what is behind it. */
export const showingOf = (query: EventQuery): Showing => ({
  visible: query.visible,
  ...(findsByProtected(query) && { readable: query.protectedOf }),
})

/** What a list shows when only its caller is known. */
export const showingTo = (actor: Actor): Showing => ({ visible: visibleTo(actor) })

/** Does a list leave out this, made for anyone of an event, for it was found by what a password hides? */
export const isLeftOut = (showing: Showing | undefined, response: { isProtected?: boolean }) =>
  showing?.readable !== undefined && response.isProtected === true

/** How visible an event is, in the words of lists. */
export const visibilityOf = ({ facts }: Pick<StoredRecord, 'facts'>): Visibility => ({
  status: String(facts.status),
  hidden: Number(facts.hide_from_listings ?? 0),
  protected: Number(Boolean(facts.password)),
})

/**
 * Says of a record, as it is stored, whether a list may show it. Terms have no status; who sees an image is asked of the
 * records that show it (A9).
 */
export function mayShow({ visible, readable }: Showing, { kind, facts }: StoredRecord): boolean {
  if (!isPost(kind)) return true
  const author = Number(facts.author ?? 0)
  if (!sees(visible, { status: String(facts.status), author })) return false
  const isProtected = Number(Boolean(facts.password))
  return (
    !facts.hide_from_listings &&
    (readable === undefined || isReadable({ protected: isProtected, author }, readable))
  )
}

/**
 * The records of a list that it may show. The list index has said so before; here the records themselves say it, when they are read to be
 * shown. So an index that is wrong leaves a record out, and shows none to callers who may not see it. What is left out is reported.
 */
export function shownOf(
  { doubt }: Pick<Context, 'doubt'>,
  showing: Showing,
  records: StoredRecord[],
): StoredRecord[] {
  // nearly always all of them
  if (records.every(record => mayShow(showing, record))) return records
  return records.filter(record => {
    const isShown = mayShow(showing, record)
    if (!isShown) doubt?.(record.kind, record.id)
    return isShown
  })
}
