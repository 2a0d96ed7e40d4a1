import type { AdminInput, EventTrial } from '../../../sdk/index.ts'
import { nothingWrong, type Wrong } from '../../forms/errors.ts'

export type EventTried = AdminInput<'GET /tried-event'>

/** `of`: the tried values, once the result has arrived. */
export type Trial = { shows: EventTrial | undefined; of: EventTried | undefined; wrong: Wrong }

/** Nothing was tried. */
export const noTrial = (): Trial => ({ shows: undefined, of: undefined, wrong: nothingWrong() })
