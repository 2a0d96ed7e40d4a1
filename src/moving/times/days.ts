import { dateOfDay, daySeconds, wallTime } from '../../define/time/clock.ts'
import { isWeekday, monthOf } from '../../define/time/names.ts'
import { before as fillers, until } from './words.ts'

/** The order of day, month and year in dates of digits. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

/** A day as it is written; one without a year, or of a range without its month, has none yet. */
export type Day = { day: number; month: number; year?: number | undefined }

/** One way to read the beginning of a text: its day, or first and last one, and the text after them. */
type Reading = { first: Day; last?: Day; rest: string }

/** Of two digits, those from 70 on are of the last century, as for spreadsheets and POSIX. */
const full = (year: string) =>
  year.length > 2 ? Number(year) : Number(year) + (Number(year) < 70 ? 2000 : 1900)
const yearOf = (year: string | undefined) => (year === undefined ? undefined : full(year))

const isoDay = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})(?!\d)/
const basicDay = /^((?:19|20)\d\d)(\d\d)(\d\d)(?=$|[^\d]|\d{4}(?:\d\d)?$)/
const threeNumbers =
  /^(\d{1,2})(?:\s?([/.-])\s?(\d{1,2})\s?\2\s?|(\s)(\d{1,2})\s)(\d{4}|\d{2})(?!\d)/
const twoNumbers = /^(\d{1,2})([/.])\s?(\d{1,2})\2?(?![\d/:]|\s?h\b)/
const ordinal = '(?:er|st|nd|rd|th|ste|o|\\.)?'
const named = '([a-z]{3,})\\.?'
const year = "(?:,?[\\s-]{0,2}(?:de |del )?'?(\\d{4}|\\d{2})(?![\\d:]|\\s?h))"
const dayFirst = new RegExp(`^(\\d{1,2})${ordinal}[\\s-]{0,2}(?:of |de |d'|di )?${named}${year}?`)
const monthFirst = new RegExp(
  `^${named}[\\s-]{0,2}(\\d{1,2})${ordinal}(?![\\d:/]|\\s?h\\b)${year}?`,
)
const daysOfMonth = new RegExp(
  `^(\\d{1,2})${ordinal}${until}(?:${fillers})?(\\d{1,2})${ordinal}[\\s-]{0,2}(?:of |de |d'|di )?${named}${year}?`,
)
const monthOfDays = new RegExp(
  `^${named}\\s?(\\d{1,2})${ordinal}${until}(\\d{1,2})${ordinal}(?![\\d:])${year}?`,
)
const daysOfNumber = /^(\d{1,2})(?:\.\s?-\s?|-)(\d{1,2})([./])(\d{1,2})\3(\d{4}|\d{2})(?!\d)/

/** The order of three numbers: dots have the day first, wherever they are written. */
function ofNumbers(a: string, b: string, c: string, order: DateOrder): Day {
  const [y, m, d] =
    order === 'ymd' && c.length < 4 ? [a, b, c] : order === 'mdy' ? [c, a, b] : [c, b, a]
  return { year: full(y), month: Number(m), day: Number(d) }
}

/** The ways to read the beginning of a folded text as a day or a range within a month; the longest first. */
export function daysAt(text: string, order: DateOrder): Reading[] {
  const readings: Reading[] = []
  const add = (match: RegExpExecArray, first: Day, last?: Day) =>
    readings.push({ first, rest: text.slice(match[0].length), ...(last && { last }) })
  const iso = isoDay.exec(text)
  if (iso) add(iso, { year: Number(iso[1]), month: Number(iso[3]), day: Number(iso[4]) })
  const basic = basicDay.exec(text)
  if (basic) add(basic, { year: Number(basic[1]), month: Number(basic[2]), day: Number(basic[3]) })
  const three = threeNumbers.exec(text)
  if (three) {
    const [, a = '', sign, b = '', , second = '', c = ''] = three
    add(three, ofNumbers(a, b || second, c, sign === '.' ? 'dmy' : order))
  }
  const dotted = daysOfNumber.exec(text)
  if (dotted) {
    const [, a, b = '', sign, m = '', y = ''] = dotted
    const last = ofNumbers(b, m, y, sign === '.' ? 'dmy' : order)
    add(dotted, { ...last, day: Number(a) }, last)
  }
  const two = twoNumbers.exec(text)
  if (two) {
    const [, a, sign, b] = two
    const [day, month] = sign === '/' && order === 'mdy' ? [b, a] : [a, b]
    add(two, { day: Number(day), month: Number(month) })
  }
  return [...readings, ...namedAt(text)]
}

function namedAt(text: string): Reading[] {
  const readings: Reading[] = []
  const add = (
    match: RegExpExecArray | null,
    name: 1 | 2 | 3,
    days: readonly [number, number?],
  ) => {
    const month = monthOf(match?.[name] ?? '')
    if (!match || month === undefined) return
    const [first, last] = days.map(at => at && Number(match[at]))
    const written = match.at(-1)
    const put = (year: number | undefined, length: number) =>
      readings.push({
        first: { day: first ?? 0, month, year },
        ...(last !== undefined && { last: { day: last, month, year } }),
        rest: text.slice(length),
      })
    put(yearOf(written), match[0].length)
    // the digits may be those of an hour
    if (written?.length === 2) put(undefined, match[0].lastIndexOf(written))
  }
  add(daysOfMonth.exec(text), 3, [1, 2])
  add(monthOfDays.exec(text), 1, [2, 3])
  add(dayFirst.exec(text), 2, [1])
  add(monthFirst.exec(text), 1, [2])
  return readings
}

/** A folded text without the words before its day: `du`, `le`, and days of the week. */
export function withoutWeekday(text: string): string {
  const bare = text.replace(new RegExp(`^(?:${fillers})+`), '')
  return bare
    .replace(/([a-z]{2,})\.?,?\s(?=(?:le |the |den )?(?:\d|[a-z]{3,}\.? \d))/g, (all, word) =>
      isWeekday(word) ? '' : all,
    )
    .replace(new RegExp(`^(?:${fillers})+`), '')
}

/** `2027-06-05`; undefined: the calendar has no such day. */
export function isoOf({ year = 0, month, day }: Day): string | undefined {
  if (month < 1 || month > 12 || day < 1 || year < 1) return undefined
  const there = dateOfDay(wallTime(year, month, day) / daySeconds)
  return there.month === month ? isoText(there) : undefined
}

const isoText = ({ year, month, day }: Required<Day> | ReturnType<typeof dateOfDay>) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** The days after one, `2027-06-05`. */
export const daysAfter = (iso: string, count: number): string =>
  isoText(dateOfDay(dayNumber(iso) + count))

/** The days from 1970 on. */
export function dayNumber(iso: string): number {
  const [year = 0, month = 0, day = 0] = iso.split('-').map(Number)
  return wallTime(year, month, day) / daySeconds
}

/** The day that comes next with this day and month, today or later. */
export function coming(written: Day, today: string): Day {
  const now = Number(today.slice(0, 4))
  const years = Array.from({ length: 9 }, (_, more) => ({ ...written, year: now + more }))
  return years.find(each => (isoOf(each) ?? '') >= today) ?? { ...written, year: now }
}

/** Days of digits with a sign between them that have no order of their own; those with dots have the day first. */
const digits = /(?<!\d)(\d{1,2})\s?([/-])\s?(\d{1,2})\s?\2\s?(?:\d{4}|\d{2})(?!\d)/g
const withoutYear = /^\s*(\d{1,2})(\/)(\d{1,2})(?![\d/]|\s?h)/g

/** The French way to write hours, which no table has whose months come first; and the American one. */
const french = /\d\s?h(?:\s?\d\d)?\b|\sà\s/i
const american = /\d\s?[ap]\.?m\b/i

/** The evidence in the cells of a table. */
export type OrderEvidence = {
  /** The order that a number above 12 decides. */
  decided?: 'dmy' | 'mdy' | 'mixed' | undefined
  /** The order that the hours suggest. */
  suggested?: 'dmy' | 'mdy' | undefined
  /** A date that can be read either way. */
  sample?: string | undefined
}

/** The order of day and month, from all that a file has; fed cell by cell. */
export function openOrder() {
  const evidence: OrderEvidence = {}
  return {
    evidence,
    add(cell: string) {
      if (cell.length > 100) return
      evidence.suggested ??= french.test(cell) ? 'dmy' : american.test(cell) ? 'mdy' : undefined
      for (const [date, a, , b] of [...cell.matchAll(digits), ...cell.matchAll(withoutYear)]) {
        const order: DateOrder | undefined =
          Number(a) > 12 ? 'dmy' : Number(b) > 12 ? 'mdy' : undefined
        if (order === undefined) {
          if (a !== b) evidence.sample ??= date.trim()
        } else if (evidence.decided !== undefined && order !== evidence.decided)
          evidence.decided = 'mixed'
        else evidence.decided ??= order
      }
    },
  }
}
