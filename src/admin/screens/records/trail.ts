import { isLanguage, type Language } from '../../../define/text/language.ts'

/** The list that was shown last: where it is, and the records in it. */
type ShownList = { path: string; search: string; ids: readonly number[] }

let last: ShownList | undefined

/** Notes the list from which a record is opened. */
export function rememberList(list: ShownList) {
  last = list
}

/** The way on from a record: back to the list that it was opened from, with its filters, and to the next record of it. */
type Trail = {
  back: string
  /** Its place in the list, from 1. */
  at?: number
  count: number
  next?: string
  /** The language into which the list is translated. */
  language?: Language
}

export function trailOf(path: string, id: number | undefined, list = last): Trail {
  if (list?.path !== path) return { back: `/${path}`, count: 0 }
  const { search, ids } = list
  const at = id === undefined ? -1 : ids.indexOf(id)
  const next = at < 0 ? undefined : ids[at + 1]
  const missing = new URLSearchParams(search).get('missing')
  return {
    back: `/${path}${search}`,
    count: ids.length,
    ...(at >= 0 && { at: at + 1 }),
    ...(next !== undefined && { next: `/${path}/${next}` }),
    ...(missing && isLanguage(missing) && { language: missing }),
  }
}
