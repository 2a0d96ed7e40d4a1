import { isPost } from '../../resources/index.ts'
import {
  type EventQuery,
  findsByProtected,
  isReadable,
  type ProtectedOf,
  type StoredRecord,
  sees,
  type Visibility,
  type Visible,
} from '../../store/index.ts'
import { type Actor, visibleTo } from '../access/access.ts'
import type { Context } from '../base/context.ts'

/** The records that a list may show. `readable`: of the events with a password, only these. */
export type Showing = { visible: Visible; readable?: ProtectedOf }

/** The events that a list may show. A query that searches protected texts leaves out the events whose password the caller lacks. */
export const showingOf = (query: EventQuery): Showing => ({
  visible: query.visible,
  ...(findsByProtected(query) && { readable: query.protectedOf }),
})

/** The records that a list may show its caller, for any query. */
export const showingTo = (actor: Actor): Showing => ({ visible: visibleTo(actor) })

/** True if a list must leave out this cached response: its query matches texts that a password hides. */
export const isLeftOut = (showing: Showing | undefined, response: { isProtected?: boolean }) =>
  showing?.readable !== undefined && response.isProtected === true

/** The visibility of an event, as lists store it. */
export const visibilityOf = ({ facts }: Pick<StoredRecord, 'facts'>): Visibility => ({
  status: String(facts.status),
  hidden: Number(facts.hide_from_listings ?? 0),
  protected: Number(Boolean(facts.password)),
})

/**
 * True if a list may show a record as it is stored. Terms have no status; the visibility of an image follows from the records that
 * use it (A9).
 */
export function mayShow(
  { visible, readable }: Showing,
  { kind, facts }: Pick<StoredRecord, 'kind' | 'facts'>,
): boolean {
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
 * The records that a list may show. The list index has already selected them; this second check reads the stored records, so a wrong
 * index never shows a record to a caller who may not see it. Each record that fails the check is reported to `doubt`.
 */
export function visibleOf(
  { doubt }: Pick<Context, 'doubt'>,
  showing: Showing,
  records: StoredRecord[],
): StoredRecord[] {
  // the common case, without a copy
  if (records.every(record => mayShow(showing, record))) return records
  return records.filter(record => {
    const isVisible = mayShow(showing, record)
    if (!isVisible) doubt?.(record.kind, record.id)
    return isVisible
  })
}
