import type { ShowContext } from '../define/show-context.ts'
import { EventRecord, type EventView } from './event/view.ts'
import { OrganizerRecord, type OrganizerView } from './organizer/linked-data.ts'
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

/** What each kind of record is: its fields, its parameters, what is asked of its lists. */

export {
  type ChangeKind,
  type ChangeVerb,
  changeFilters,
  changeKinds,
  changesParams,
  changeVerbs,
} from './changes.ts'
export {
  accessibilityField,
  accessibilityNames,
  accessibilityWords,
} from './event/accessibility.ts'
export {
  type Audience,
  audienceField,
  audienceGroups,
  audienceNames,
  audienceOf,
} from './event/audience.ts'
export { costOf } from './event/cost.ts'
export { type DateWindow, dateNameError, datesNamed, datesRequested } from './event/date-name.ts'
export { event } from './event/event.ts'
export {
  type Availability,
  attendanceNames,
  attendances,
  availabilities,
  availabilityNames,
  availabilityTerms,
  eventStatusAfter,
  eventStatuses,
  eventStatusNames,
  eventStatusOf,
  isScheduledBy,
  leavesEventStatus,
  postponedFromAfter,
  statedAvailabilities,
} from './event/event-status.ts'
export { type FacetCounts, type FacetParam, facetsSchema } from './event/facets.ts'
export { eventFilters, linkFilters, weekdays } from './event/filters.ts'
export { freeBeginnings, freeCosts, isFree, neverFree, written } from './event/free.ts'
export {
  asSeries,
  datedFacts,
  isOnOwnDate,
  type OnDate,
  occurrencesParams,
  onDate,
} from './event/on-date.ts'
export { allStored, datesFrom, isOnNextDate, isSeries, recurrenceIn } from './event/recurrence.ts'
export {
  notFromHere,
  notFuture,
  notTrashed,
  ofTrashedSeries,
  previewParams,
  previewSchema,
  publicationOfOne,
  type RecurrencePreview,
  ruleOfOne,
  type Scope,
  scopeOfSeries,
  slugOfOne,
} from './event/scope.ts'
export {
  type Report,
  reportFacts,
  reportIn,
  reportWords,
  type Submission,
  submissionIn,
} from './event/submission.ts'
export {
  dateError,
  derive,
  deriveWritten,
  type When,
  whenAfter,
  whenByRule,
  withTypedEnd,
} from './event/when.ts'
export { image } from './image/image.ts'
export { organizer } from './organizer/organizer.ts'
export {
  addressParam,
  type By,
  newImage,
  type Operation,
  parametersOf,
  replacingUrl,
} from './parameters.ts'
export {
  type BatchOperation,
  type BatchResults,
  batchParams,
  batchResults,
  batchSchema,
} from './shared/batch.ts'
export { everyLanguage, languageParam, linkedFilters, readLanguageParam } from './shared/common.ts'
export { firstCursor } from './shared/cursor.ts'
export {
  customCell,
  customFieldsAfter,
  customQuestion,
  listedCustom,
} from './shared/custom-fields.ts'
export { isUndated } from './shared/editing.ts'
export { type FieldView, plainFields, wordsOf } from './shared/field-view.ts'
export { type Focus, focusOf } from './shared/focus.ts'
export { type ImageFile, type ImageView, imageView, sourceOf } from './shared/image-view.ts'
export { isHiddenByPassword, maskedView } from './shared/masked.ts'
export { hasPassword, imageIdOf, modifiedOf, statusOf } from './shared/record-view.ts'
export { maxSourceId, sourceFields } from './shared/source.ts'
export { termFilters } from './shared/term.ts'
export {
  activityKinds,
  type FileName,
  fedNames,
  hasOwnCodes,
  illustratedNames,
  isFile,
  isOfSite,
  isPost,
  isResource,
  isSourced,
  isTerm,
  isWritten,
  type PagedName,
  type PostName,
  pagedNames,
  pagedPosts,
  postNames,
  type ResourceName,
  resourceList,
  resourceNames,
  resources,
  type TermName,
  takesPassword,
  type WrittenName,
  writtenNames,
} from './table.ts'
export { countryCode } from './venue/country-code.ts'
export { venue } from './venue/venue.ts'
