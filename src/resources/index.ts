import type { Resource } from '../define/resource.ts'
import { category } from './category/category.ts'
import { event } from './event/event.ts'
import { image } from './image/image.ts'
import { organizer } from './organizer/organizer.ts'
import { tag } from './tag/tag.ts'
import { venue } from './venue/venue.ts'

/** Every room of the house. */
export const resources = { event, venue, organizer, category, tag, image }

export type ResourceName = keyof typeof resources

/** The rooms as a plain list, in the order of the reference's index. */
export const resourceList: Resource[] = Object.values(resources)
