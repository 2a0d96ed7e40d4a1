import { notASlug, notAUrl, tooLong, wrongType } from './field-errors.ts'
import { type CheckContext, type FieldType, fieldError, value } from './field-type.ts'
import { cleanHtml } from './text/html.ts'
import { plainLine } from './text/plain-text.ts'

export const longest = { line: 1000, text: 1_000_000, search: 500 }

type TextOptions = { max?: number; sample?: string }

type Cleaner = (input: string, context: CheckContext) => string
const asSent: Cleaner = input => input

export function text(
  max: number,
  sample: string,
  clean = asSent,
  extra: Partial<FieldType<string | null, string, string>> = {},
) {
  return {
    index: { type: 'string' },
    accepts: { type: ['string', 'null'], maxLength: max },
    returns: { type: 'string' },
    column: 'text',
    clears: ['', null, 'list'],
    check(input, context) {
      if (typeof input !== 'string') return fieldError(wrongType('string'))
      if (input.length > max) return fieldError(tooLong(max))
      return value(context.isVain ? input : clean(input, context))
    },
    sample,
    ...extra,
  } satisfies FieldType<string | null, string, string> as FieldType<string | null, string, string>
}

/** One line of plain text: names, titles, phone numbers (E2, H1). Markup is taken out on the way in. */
export const line = ({ max = longest.line, sample = 'Text' }: TextOptions = {}) =>
  text(max, sample, input => plainLine(input))

/** A text of several lines, kept as sanitised HTML (A5, H2). */
export const html = ({ max = longest.text, sample = '<p>Text</p>' }: TextOptions = {}) =>
  text(max, sample, (input, { tags }) => cleanHtml(input, tags))

/** A secret, kept to the letter. */
export const secret = ({ max = 255, sample = 'sesame' }: TextOptions = {}) => text(max, sample)

/** A slug as a caller may send it; it is normalised when it is kept. */
export function slug({
  sample = 'summer-fair',
}: TextOptions = {}): FieldType<string | null, string, string> {
  const kind = text(longest.line, sample)
  return {
    ...kind,
    accepts: { type: ['string', 'null'], minLength: 1, maxLength: longest.line },
    clears: [],
    check: (input, context) => (input === '' ? fieldError(notASlug) : kind.check(input, context)),
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
  accepts: { type: ['string', 'null'], format: 'uri-reference' },
  check(input) {
    if (typeof input !== 'string') return fieldError(typed ? wrongType('string') : notAUrl)
    return isUrl(input.trim()) ? value(input.trim()) : fieldError(notAUrl)
  },
})
