import type { Resource } from '../define/resource.ts'
import { category } from './category/category.ts'
import { event } from './event/event.ts'
import { image } from './image/image.ts'
import { organizer } from './organizer/organizer.ts'
import { tag } from './tag/tag.ts'
import { venue } from './venue/venue.ts'

/** Every resource. */
export const resources = { event, venue, organizer, category, tag, image }

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

export const isTerm = (name: string): name is TermName =>
  resources[name as ResourceName]?.family === 'term'
export const isPost = (name: string): name is PostName =>
  'status' in (resources[name as ResourceName]?.fields ?? {})

export const resourceNames = Object.keys(resources) as ResourceName[]
export const postNames = resourceNames.filter(isPost)
export const termNames = resourceNames.filter(isTerm)
