import { type FieldType, value } from './field-type.ts'

/** Every field type that a resource can use, by sort. */
export {
  choice,
  choices,
  oneOf,
  type Status,
  status,
  statuses,
  unpublished,
} from './choice-types.ts'
export {
  count,
  degrees,
  flag,
  integerIn,
  isTruthy,
  recordAsRead,
  reference,
  userAsText,
  word,
} from './scalar-types.ts'
export {
  email,
  filled,
  html,
  isUrl,
  isWeb,
  line,
  search,
  secret,
  slug,
  title,
  url,
  webUrl,
} from './text-types.ts'

/** Any value. Its reader checks it. */
export const untyped = (): FieldType => ({
  index: {},
  accepts: {},
  returns: {},
  clears: [],
  check: input => value(input),
  sample: null,
})
