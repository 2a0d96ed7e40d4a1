import { isNameIn, namesIn } from '../define/base/objects.ts'
import type { Resource } from '../define/resource.ts'
import { category } from './category/category.ts'
import { event } from './event/event.ts'
import { image } from './image/image.ts'
import { organizer } from './organizer/organizer.ts'
import { page } from './page/page.ts'
import { tag } from './tag/tag.ts'
import { venue } from './venue/venue.ts'

/** Every resource. */
export const resources = { event, venue, organizer, category, tag, image, page }

export type ResourceName = keyof typeof resources

type NamesOf<Property> = {
  [N in ResourceName]: (typeof resources)[N] extends Property ? N : never
}[ResourceName]

/** Terms: categories and tags. */
export type TermName = NamesOf<{ family: 'term' }>
/** Records with a status, which move to the trash: events, venues, organizers … */
export type PostName = NamesOf<{ fields: { status: object } }>

/** The resources as a plain list, in the order of The Events Calendar’s index. */
export const resourceList: Resource[] = Object.values(resources)

export const isResource = (name: string): name is ResourceName => isNameIn(resources, name)
export const isTerm = (name: string): name is TermName =>
  isResource(name) && resources[name].family === 'term'
export const isPost = (name: string): name is PostName =>
  isResource(name) && 'status' in resources[name].fields

export const resourceNames = namesIn(resources)
export const postNames = resourceNames.filter(isPost)
/** Posts that show an image. */
export const illustratedNames = postNames.filter(name => 'image' in resources[name].fields)
/** The resources that callers write field by field, and that have versions; the others are made from a file. */
export type WrittenName = Exclude<ResourceName, FileName>
export const isWritten = (name: string): name is WrittenName => isResource(name) && !isFile(name)
/** The resources that are made from a file. */
export type FileName = NamesOf<{ isFile: true }>
export const isFile = (name: string): name is FileName =>
  isResource(name) && 'isFile' in resources[name]
/** The resources that can come from another calendar, with the name that they have there. */
export const isSourced = (name: string): name is WrittenName =>
  isWritten(name) && 'source_id' in resources[name].fields
export const writtenNames = resourceNames.filter(isWritten)
/** The resources with a public page. */
export type PagedName = NamesOf<{ page: object }>
const isPaged = (name: ResourceName): name is PagedName => 'page' in resources[name]
export const pagedNames = resourceNames.filter(isPaged)
/** Those of them with a feed of the latest records. */
type FedName = NamesOf<{ page: object; feed: object }>
const isFed = (name: ResourceName): name is FedName => isPaged(name) && 'feed' in resources[name]
export const fedNames = resourceNames.filter(isFed)
/** Those of them with a status, whose page can be looked at before it is public. */
export const pagedPosts = pagedNames.filter(isPost)
/** A password may hide a record of these. */
export const takesPassword = (name: ResourceName) => 'hasPassword' in resources[name]
/** The Events Calendar has codes for these alone. */
export const hasOwnCodes = (name: ResourceName) => 'hasOwnCodes' in resources[name]
/** It is about the site and not of its calendar: the namespace index, which is that of The Events Calendar, leaves it out. */
export const isOfSite = (name: ResourceName) => 'isOfSite' in resources[name]

/** The subjects of the activity log: the records, and what administrators change. */
export const activityKinds = [...resourceNames, 'user', 'credential', 'setting'] as const
