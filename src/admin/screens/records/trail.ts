import type { Language } from '../../../define/text/language.ts'
import { type Walk, walkOf } from '../../parts/walk.ts'

/** The list that was shown last: of which records, where it is, and the language into which it is translated. */
type ShownList = {
  path: string
  back: string
  ids: readonly number[]
  language?: Language | undefined
}

let last: ShownList | undefined

/** Notes the list from which a record is opened. */
export function rememberList(list: ShownList) {
  last = list
}

/** The way on from a record: back to the list that it was opened from, with its filters, and to those beside it. */
type Trail = { back: string; walk: Walk; language?: Language | undefined }

export function trailOf(path: string, id: number | undefined, list = last): Trail {
  if (list?.path !== path) return { back: `/${path}`, walk: walkOf([], id) }
  const { back, ids, language } = list
  return { back, walk: walkOf(ids, id), language }
}

/** The address of a record, or of its texts in a language. */
export const addressInto = (path: string, id: number, language?: Language) =>
  `/${path}/${id}${language ? `/${language}` : ''}`
