/**
 * Bytes of the V8 heap that the list index takes for an event, with venue, organizer, category and two tags (measured with 500,000
 * events over 3,000 venues).
 */
const bytesPerEvent = 456
/** The rest of the heap: the program, caches and work in progress. */
const bytesBeside = 300 * 1024 * 1024
/** From this share of the heap on an operator should act; collecting garbage needs the rest. */
const maxShare = 0.75

/** Maximum number of events in the list index of a process, by the limit of its heap in bytes. */
export const roomFor = (heapLimit: number): number =>
  Math.max(0, Math.floor((heapLimit * maxShare - bytesBeside) / bytesPerEvent))

/** The warning to the operator before the list index fills the heap, and the process ends of it; undefined: there is room. */
export function heapWarning(events: number, heapLimit: number) {
  const room = roomFor(heapLimit)
  if (events <= room) return undefined
  const megabytes = Math.ceil((events * 2 * bytesPerEvent + bytesBeside) / maxShare / 1024 / 1024)
  return {
    message: 'the list index nears the limit of the heap: raise it, or divide the calendar',
    fields: { events, room, set: `NODE_OPTIONS=--max-old-space-size=${megabytes}` },
  }
}
