import { notClearable, notEmpty, wrongType } from './field-errors.ts'
import {
  type CheckContext,
  type Checked,
  type FieldError,
  type FieldType,
  isEmptyList,
  type Sentence,
  type Unknown,
} from './field-type.ts'
import { nearest } from './text/similar-word.ts'

/** One parameter of a route: its type, its sentence, whether it is required, and its default. */
export type Param = Sentence & {
  type: FieldType
  required?: boolean
  /** Shown in the index, and taken when the parameter is absent unless it is null or computed by the calendar. */
  default?: unknown
  /** True if the caller may clear it (U3). Fields only. */
  clearable?: boolean
  /** Not in The Events Calendar; the documentation says so. */
  addition?: boolean
  /** Not in the namespace index: The Events Calendar lists no arguments for its documentation route. */
  unlisted?: boolean
}

export type Params = Record<string, Param>

/** The sentence of a parameter alone. */
export const sentenceOf = ({ en, fr }: Sentence): Sentence => ({ en, fr })

export type Values = Record<string, unknown>

/** Checked values, by parameter. */
export type ParamValues<P extends Params> = {
  [N in keyof P]?: P[N]['type'] extends { check(...of: never[]): Checked<infer V> } ? V : never
}

/** The same once a request has passed: required parameters are present, and so are those with a default. */
export type SentValues<P extends Params> = ParamValues<P> &
  Required<Pick<ParamValues<P>, Needed<P>>>
type Needed<P extends Params> = {
  [N in keyof P]: P[N] extends { required: true } | { default: string | number | boolean }
    ? N
    : never
}[keyof P]

const clears = (kind: FieldType, input: unknown) =>
  kind.clears.includes(input) || (kind.clears.includes('list') && isEmptyList(input))

/**
 * Checks what was sent against what is declared: values by name (null: to be cleared), errors by name, and the names of
 * required parameters that are absent. Undeclared parameters are ignored, as in The Events Calendar.
 */
export function check(params: Params, sent: Values, context: CheckContext) {
  const values: Values = {}
  const fieldErrors: Record<string, FieldError> = {}
  const missing: string[] = []
  for (const name in params) {
    const param = params[name]
    if (!param) continue
    const input = sentAs(name, sent)
    if (input === undefined || (input === null && param.required)) {
      if (param.required) missing.push(name)
      else if (param.default !== undefined && param.default !== null) values[name] = param.default
      continue
    }
    if (param.clearable && clears(param.type, input)) {
      values[name] = null
      continue
    }
    if (input === null) {
      // a field that nothing empties, sent with the default that the index shows (M12)
      if (param.clearable) continue
      if (param.clearable === false) fieldErrors[name] = { ...refusal(param), ...notClearable }
      else if (param.type.index.type) fieldErrors[name] = refusal(param)
      continue
    }
    if (param.clearable === false && isBlank(input)) {
      fieldErrors[name] = notEmpty
      continue
    }
    const checked = param.type.check(input, context)
    if ('fieldError' in checked) fieldErrors[name] = checked.fieldError
    else values[name] = checked.value
  }
  return { values, fieldErrors, missing }
}

// most are absent, and seen to be so before anyone asks whose they are
const sentAs = (name: string, sent: Values) =>
  sent[name] !== undefined && Object.hasOwn(sent, name) ? sent[name] : undefined

/** The blank values that a required field refuses; The Events Calendar counts "0" as empty. */
const isBlank = (input: unknown) => input === '' || input === '0' || isEmptyList(input)

function refusal({ type: kind }: Param): FieldError {
  const type = kind.index.type
  return type === 'string' || type === 'boolean' || type === 'integer' ? wrongType(type) : notEmpty
}

/** Names are the caller's own: not all of them are reported, nor more than their beginnings. */
export const maxUnknown = 20
const maxName = 60

/** The sent names that mean no parameter. `also`: names that are ignored without a report. */
export function unknownIn(
  params: Params,
  sent: Values,
  also: (name: string) => boolean = () => false,
): Unknown[] {
  const unknown = new Map<string, Unknown>()
  const add = (path: string, names: readonly string[]) => {
    if (unknown.size <= maxUnknown) unknown.set(path, { path, names })
  }
  for (const name of Object.keys(sent)) {
    if (Object.hasOwn(params, name)) {
      for (const { path, names } of params[name]?.type.unknown?.(sent[name]) ?? [])
        add(`${name}.${path}`, names)
    } else if (!also(name)) add(shortened(name), Object.keys(params))
    if (unknown.size > maxUnknown) break
  }
  return [...unknown.values()]
}

const shortened = (name: string) => (name.length > maxName ? name.slice(0, maxName) : name)

/** Unknown names as errors, for callers who want to be refused rather than misunderstood. */
export const unknownErrors = (unknown: readonly Unknown[]): Record<string, FieldError> =>
  Object.fromEntries(
    unknown.slice(0, maxUnknown).map(({ path, names }) => {
      const near = nearest(path.slice(path.lastIndexOf('.') + 1), names)
      return [path, near === undefined ? bare : { ...withSuggestion, params: { near } }]
    }),
  )

const code = 'rest_unknown_param'
const bare: FieldError = {
  code,
  sentence: {
    en: '{name} is not known here, and would be ignored.',
    fr: '{name} n’est pas connu ici et serait ignoré.',
  },
}
const withSuggestion: FieldError = {
  code,
  sentence: {
    en: '{name} is not known here, and would be ignored. Did you mean {near}?',
    fr: '{name} n’est pas connu ici et serait ignoré. Vouliez-vous dire {near} ?',
  },
}
