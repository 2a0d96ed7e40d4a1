import type { ShowContext } from '../define/show-context.ts'
import { EventRecord, type EventView } from './event/view.ts'
import { OrganizerRecord, type OrganizerView } from './organizer/view.ts'
import { RecordView, type Viewed } from './shared/record-view.ts'
import { type ResourceName, resources } from './table.ts'
import { VenueRecord, type VenueView } from './venue/view.ts'

/** The parts of any record that pages and feeds read. */
export type AnyView = Pick<RecordView, keyof RecordView>

type OwnViews = { event: EventView; venue: VenueView; organizer: OrganizerView }
type ViewIn<K extends ResourceName> = K extends keyof OwnViews ? OwnViews[K] : AnyView
// kinds without a view of their own have that of all
const ownViews: { [K in ResourceName]?: typeof RecordView } = {
  event: EventRecord,
  venue: VenueRecord,
  organizer: OrganizerRecord,
}

/** A record of any kind in a language. An event is on the date that its record is on (`onDate`). */
export const viewIn = <K extends ResourceName>(
  kind: K,
  view: Viewed,
  context: ShowContext,
): ViewIn<K> =>
  new (ownViews[kind] ?? RecordView)(resources[kind], view, context) as AnyView as ViewIn<K>

export const eventView = (view: Viewed, context: ShowContext): EventView =>
  viewIn('event', view, context)

export type { EventView, OrganizerView, VenueView }
