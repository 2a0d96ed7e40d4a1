import { fold } from '../../define/text/fold.ts'
import { languages } from '../../define/text/language.ts'
import { daySeconds, formatWall, wallTime } from '../../define/time/clock.ts'

/** The order of day, month and year in dates of digits. */
export const dateOrders = ['dmy', 'mdy', 'ymd'] as const
export type DateOrder = (typeof dateOrders)[number]

const digits = /^(\d{1,4})[/.-](\d{1,2})[/.-](\d{1,4})\.?(?=$|[\sT,])/

/** In which order the dates of a column are written: undefined where all of them can be read either way. */
export function orderIn(cells: Iterable<string>): DateOrder | 'mixed' | undefined {
  let unambiguous: DateOrder | undefined
  for (const cell of cells) {
    const [, a = '', b = ''] = digits.exec(cell.trim()) ?? []
    if (a === '' || a.length > 2) continue
    const order = Number(a) > 12 ? 'dmy' : Number(b) > 12 ? 'mdy' : undefined
    if (order && unambiguous && order !== unambiguous) return 'mixed'
    unambiguous ??= order
  }
  return unambiguous
}

const two = (written: number | string) => String(written).padStart(2, '0')

/** A date of digits as the API reads it, with the rest of the text; any other text as it is. */
export function isoDate(written: string, order: DateOrder): string {
  const text = written.trim()
  const match = digits.exec(text)
  if (!match) return withMonth(text) ?? ofNumber(text) ?? text
  const [all = '', a = '', b = '', c = ''] = match
  const [year, month, day] =
    a.length > 2 ? [a, b, c] : order === 'mdy' ? [c, a, b] : order === 'dmy' ? [c, b, a] : [a, b, c]
  return `${fullYear(year)}-${two(month)}-${two(day)}${text.slice(all.length)}`
}

const firstOfExcel = wallTime(1899, 12, 30)

/** The date of a number of days, which Excel writes where a cell has no format for dates. */
function ofNumber(text: string): string | undefined {
  if (!/^\d{5}(?:[.,]\d{1,15})?$/.test(text)) return undefined
  const seconds = Math.round(Number(text.replace(',', '.')) * daySeconds)
  return formatWall(firstOfExcel + seconds).slice(0, seconds % daySeconds === 0 ? 10 : 19)
}

const fullYear = (year: string) => (year.length <= 2 ? `20${two(year)}` : year)

/** Names of months in every language, folded, long and short. */
const months = new Map(
  languages.flatMap(language =>
    (['long', 'short'] as const).flatMap(month =>
      Array.from({ length: 12 }, (_, at) => {
        const format = new Intl.DateTimeFormat(language, { month, timeZone: 'UTC' })
        return [fold(format.format(Date.UTC(2026, at, 1))).replace(/\.$/, ''), at + 1] as const
      }),
    ),
  ),
)

/** `5 mars 2027`, `1er mars 2027`, `March 5, 2027`. */
function withMonth(text: string): string | undefined {
  const dayFirst =
    /^(?:\p{L}+\.?,?\s+)?(\d{1,2})(?:er|st|nd|rd|th)?\.?\s+(\p{L}+)\.?,?\s+(\d{4})(?=$|[\s,])/u.exec(
      text,
    )
  const monthFirst =
    /^(?:\p{L}+,\s+)?(\p{L}+)\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?=$|[\s,])/u.exec(text)
  const [all = '', day, name, year] = dayFirst ?? [
    monthFirst?.[0],
    monthFirst?.[2],
    monthFirst?.[1],
    monthFirst?.[3],
  ]
  const month = name === undefined ? undefined : months.get(fold(name))
  return month === undefined
    ? undefined
    : `${year}-${two(month)}-${two(day ?? '')}${text.slice(all.length)}`
}

/** `7:30 PM`, `19h30`, `19.30`, `7pm` as `19:30:00`; any other text as it is. */
export function clockTime(written: string): string {
  const match =
    /^(\d{1,2})(?:\s?(?:[:.h]|heures?)\s?(\d{2})?(?::(\d{2}))?)?\s*([ap])?\.?(?:m\.?)?$/i.exec(
      written.trim(),
    )
  if (!match) return written.trim()
  const [, hours = '', minutes = '00', seconds = '00', half] = match
  const hour = half ? (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : Number(hours)
  return `${two(hour)}:${minutes}:${seconds}`
}

/** A start and an end in one cell: `19:30-21:00`, `19h30 à 21h`, `7-9 pm`. */
export function timesIn(written: string): [start: string, end: string] | undefined {
  if (written.length > maxTimes) return undefined
  const [first = '', second = '', ...more] = written.trim().split(/\s*[-–—]\s*|\s+(?:à|to)\s+/i)
  if (more.length > 0) return undefined
  const end = clockTime(second)
  // in `7-9 pm` both are in the evening; in `11-1 pm` the first is not
  const [half = ''] = /\d$/.test(first) ? (/[ap]\.?m?\.?$/i.exec(second) ?? []) : []
  const start = [first + half, first].map(clockTime).find(time => time <= end) ?? clockTime(first)
  return [start, end].every(time => /^\d\d:\d\d:\d\d$/.test(time)) ? [start, end] : undefined
}
const maxTimes = 40

const yes = new Set(['true', 'yes', '1', 'on', 'y', 'x', 'oui', 'vrai', 'o'])
const no = new Set(['false', 'no', '0', 'off', 'n', 'non', 'faux', ''])

/** A flag in either language; anything else as it is, which the API refuses. */
export function flagOf(written: string): boolean | string {
  const word = fold(written.trim())
  return yes.has(word) ? true : no.has(word) ? false : written
}

/** A coordinate with a decimal comma. */
export const decimal = (written: string) =>
  /^[+-]?\d+,\d+$/.test(written.trim()) ? written.trim().replace(',', '.') : written.trim()

/** The beginnings of a formula for spreadsheets. */
const formula = /^[=+\-@\t\r]/

/** A cell that no spreadsheet takes for a formula. */
export const guarded = (cell: string) =>
  formula.test(cell) || /^'+[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell

/** A cell without the guard of an export. */
export const unguarded = (cell: string) => (/^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell)
