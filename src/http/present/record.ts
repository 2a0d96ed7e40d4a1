import type { View } from '../../calendar/context.ts'
import type { Show } from './context.ts'
import { presentEvent } from './event.ts'
import { presentPicture } from './image.ts'
import { presentTerm } from './term.ts'
import { presentOrganizer, presentVenue } from './venue-organizer.ts'

/** Any record as it goes out. */
export function present(show: Show, view: View, single = false): Record<string, unknown> {
  const { record } = view
  if (record.kind === 'event') return presentEvent(show, view, single)
  if (record.kind === 'venue') return presentVenue(show, view, single)
  if (record.kind === 'organizer') return presentOrganizer(show, view, single)
  if (record.kind === 'image') return presentPicture(show, view)
  return presentTerm(show, record)
}
