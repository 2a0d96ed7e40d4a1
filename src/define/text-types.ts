import {
  notAnEmail,
  notASearch,
  notASlug,
  notAUrl,
  notAWebUrl,
  notFilled,
  tooLong,
  wrongType,
} from './field-errors.ts'
import { type CheckContext, type FieldType, fieldError, value } from './field-type.ts'
import type { Cell } from './record.ts'
import { cleanHtml, htmlToText, paragraphs } from './text/html.ts'
import { escapeAngles, escapeLine, normalizeLine } from './text/markup.ts'
import { uriDecoded } from './text/uri.ts'

export const maxLengths = { line: 1000, text: 1_000_000, search: 500 }

type TextOptions = { max?: number; sample?: string }

type Cleaner = (input: string, context: CheckContext) => string
const asSent: Cleaner = input => input

const textOf = (stored: Cell) => (stored === null ? '' : String(stored))

/** The parts that every text shares. */
const anyText = {
  index: { type: 'string' },
  returns: { type: 'string' },
  input: 'line',
  column: 'text',
  clears: ['', null, 'list'],
  show: textOf,
  masked: '',
} satisfies Partial<FieldType<never, string, string>>

/** Text of any sort: stored as it was cleaned, empty where there is none. */
export function text(
  max: number,
  sample: string,
  clean = asSent,
): FieldType<string | null, string, string> {
  return {
    ...anyText,
    accepts: { type: ['string', 'null'], maxLength: max },
    check(input, context) {
      if (typeof input !== 'string') return fieldError(wrongType('string'))
      if (input.length > max) return fieldError(tooLong(max))
      return value(context.isRefused ? input : clean(input, context))
    },
    sample,
  }
}

/** One line of plain text: phone numbers, cities (E2, H1). Markup is taken out on the way in. */
export const line = ({
  max = maxLengths.line,
  sample = 'Text',
  input = 'line',
}: TextOptions & { input?: 'line' | 'email' | 'tel' } = {}) => ({
  ...text(max, sample, sent => normalizeLine(sent)),
  input,
  show: (stored: Cell) => escapeAngles(textOf(stored)),
})

/** An e-mail address; the API takes any line for it, as The Events Calendar does. */
export const email = () => ({
  ...line({ input: 'email' }),
  pattern: { is: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, wrong: notAnEmail, isNote: true as const },
})

/** One line that names a record, shown as HTML. As in The Events Calendar, `&` is `&#038;` but in the names of terms. */
export const title = ({
  sample = 'Text',
  ampersand = '&#038;',
}: TextOptions & { ampersand?: '&#038;' | '&amp;' } = {}) => ({
  ...line({ sample }),
  show: (stored: Cell) => escapeLine(textOf(stored)).replaceAll('&amp;', ampersand),
})

/** A text of several lines, stored as sanitised HTML (A5, H2), shown with its paragraphs, searched without its markup. */
export const html = ({ max = maxLengths.text, sample = '<p>Text</p>' }: TextOptions = {}) => ({
  ...text(max, sample, (input, { tags }) => cleanHtml(input, tags)),
  input: 'html' as const,
  show: (stored: Cell) => paragraphs(textOf(stored)),
  searchText: htmlToText,
})

/** A secret, stored to the letter. */
export const secret = ({ max = 255, sample = 'sesame' }: TextOptions = {}) => ({
  ...text(max, sample),
  input: 'secret' as const,
})

/** A slug as a caller may send it; it is normalised when it is stored. */
export function slug({
  sample = 'summer-fair',
}: TextOptions = {}): FieldType<string | null, string, string> {
  const kind = text(maxLengths.line, sample)
  return {
    ...kind,
    input: 'slug',
    accepts: { type: ['string', 'null'], minLength: 1, maxLength: maxLengths.line },
    clears: [],
    check: (input, context) => (input === '' ? fieldError(notASlug) : kind.check(input, context)),
    // letters beyond ASCII are stored percent-encoded
    searchText: uriDecoded,
  }
}

const absoluteUrl = /^(https?|ftp):\/\/[^\s\p{Cc}<>"'`\\^{}|]+$/iu
/** Letters, digits and hyphens by label, an address in brackets, and an optional port. */
const asciiHost =
  /^[a-z]+:\/\/(?:[^@/?#]*@)?(?:\[[0-9a-f:.]+\]|[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(?::\d{1,5})?(?:[/?#]|$)/i

export const isUrl = (input: string) =>
  input.length <= 2000 && absoluteUrl.test(input) && asciiHost.test(input) && URL.canParse(input)

/** An absolute address with its scheme, or empty. */
export const url = (typed = true): FieldType<string | null, string, string> => ({
  ...text(2000, 'https://www.example.org/'),
  index: typed ? { type: 'string' } : {},
  input: 'url',
  pattern: { is: absoluteUrl, wrong: notAUrl },
  accepts: { type: ['string', 'null'], format: 'uri-reference' },
  check(input) {
    if (typeof input !== 'string') return fieldError(typed ? wrongType('string') : notAUrl)
    return isUrl(input.trim()) ? value(input.trim()) : fieldError(notAUrl)
  },
})

const webAddress = /^https?:\/\/./i

export const isWeb = (input: string) => webAddress.test(input) && isUrl(input)

/** A URL that browsers open. */
export const webUrl = (sample: string): FieldType<string | null, string, string> => {
  const type = url()
  return {
    ...type,
    pattern: { is: webAddress, wrong: notAWebUrl(sample) },
    check(input, context) {
      const checked = type.check(input, context)
      if (typeof input !== 'string') return checked
      return 'value' in checked && webAddress.test(checked.value)
        ? value(checked.value)
        : fieldError(notAWebUrl(sample))
    },
    sample,
  }
}

/** Words to look for; an empty search is refused (P7). */
export const search = (): FieldType<string, string, string> => ({
  ...anyText,
  sample: 'jazz',
  accepts: { type: 'string', minLength: 1, maxLength: maxLengths.search },
  clears: [],
  check(input) {
    if (typeof input !== 'string') return fieldError(notASearch)
    if (input.length > maxLengths.search) return fieldError(tooLong(maxLengths.search))
    return input === '' || input === '0' ? fieldError(notASearch) : value(input)
  },
})

/** Text that must not be empty; "0" counts as empty in The Events Calendar. */
export const filled = (): FieldType<string, string, string> => ({
  ...anyText,
  sample: 'text',
  accepts: { type: 'string', minLength: 1 },
  clears: [],
  check: input =>
    typeof input !== 'string' || input === '' || input === '0'
      ? fieldError(notFilled)
      : input.length > maxLengths.line
        ? fieldError(tooLong(maxLengths.line))
        : value(input),
})
