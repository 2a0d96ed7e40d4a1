import type { ShowContext } from '../define/show-context.ts'
import { type EventView, eventView } from './event/view.ts'
import { type ResourceName, resources } from './index.ts'
import { type OrganizerView, organizerView } from './organizer/view.ts'
import { RecordView, type Viewed } from './record-view.ts'
import { type VenueView, venueView } from './venue/view.ts'

/** What pages and feeds know of any record. */
export type AnyView = Pick<RecordView, keyof RecordView>

type OwnViews = { event: EventView; venue: VenueView; organizer: OrganizerView }
type ViewIn<K extends ResourceName> = K extends keyof OwnViews ? OwnViews[K] : AnyView
const ownViews: { [K in ResourceName]?: (view: Viewed, context: ShowContext) => ViewIn<K> } = {
  event: eventView,
  venue: venueView,
  organizer: organizerView,
}

/** A record of any kind in a language. */
export const viewIn = <K extends ResourceName>(
  kind: K,
  view: Viewed,
  context: ShowContext,
): ViewIn<K> => ownViews[kind]?.(view, context) ?? plainView(kind, view, context)

// kinds without a view of their own have that of all
const plainView = <K extends ResourceName>(kind: K, view: Viewed, context: ShowContext) =>
  new RecordView(resources[kind], view, context) as AnyView as ViewIn<K>

export { type EventView, eventView, type OrganizerView, organizerView, type VenueView, venueView }
