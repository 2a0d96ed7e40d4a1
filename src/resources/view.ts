import type { ShowContext } from '../define/show-context.ts'
import { type EventView, eventView } from './event/view.ts'
import { type ResourceName, resources } from './index.ts'
import { type OrganizerView, organizerView } from './organizer/view.ts'
import { RecordView, type Viewed } from './record-view.ts'
import { type VenueView, venueView } from './venue/view.ts'

/** What pages and feeds know of any record. */
export type AnyView = Pick<RecordView, keyof RecordView>

/** A record of any kind in a language. */
export const viewIn = (kind: ResourceName, view: Viewed, context: ShowContext): AnyView =>
  new RecordView(resources[kind], view, context)

export { type EventView, eventView, type OrganizerView, organizerView, type VenueView, venueView }
