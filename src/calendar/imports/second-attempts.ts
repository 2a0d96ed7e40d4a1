import { existing, namesIn } from '../../define/base/objects.ts'
import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import type { Resource } from '../../define/resource.ts'
import { Problem } from '../../problem/index.ts'
import { resources, type WrittenName } from '../../resources/index.ts'

/** A record is never lost by an optional value: one that the checks refuse is left out, as an image that no longer exists is. */
export async function withoutWrong<T>(
  kind: WrittenName,
  sent: Values,
  write: (values: Values) => Promise<T>,
  note: (error: FieldError) => void,
): Promise<T> {
  try {
    return await write(sent)
  } catch (error) {
    const wrong = error instanceof Problem ? (error.extra.fieldErrors ?? {}) : {}
    const names = namesIn(wrong)
    if (names.length === 0 || names.some(name => isNeeded(kind, name) || !(name in sent)))
      throw error
    const values = Object.fromEntries(Object.entries(sent).filter(([name]) => !(name in wrong)))
    const written = await write(values)
    for (const name of names) note(leftOut(kind, name, existing(wrong[name]), sent[name]))
    return written
  }
}

/** A record cannot be without these, or would be shown to more people. */
const needed = new Set(
  'start_date end_date status password date date_utc source source_id translations hide_from_listings'.split(
    ' ',
  ),
)
const isNeeded = (kind: WrittenName, name: string) =>
  needed.has(name) || name === resources[kind].titled

function leftOut(kind: WrittenName, name: string, error: FieldError, sent: unknown): FieldError {
  const { fields }: Resource = resources[kind]
  if (fields[name]?.type.isImage && typeof sent === 'string')
    return { sentence: noImage, params: { image: sent } }
  const { sentence, params, within } = error
  if (within) return { ...error, params: { name } }
  const { en, fr } = sentence
  return {
    sentence: { en: `${en} It is left out.`, fr: `${fr} Ce n’est pas repris.` },
    params: { ...params, name },
  }
}

const noImage = {
  en: 'The image {image} cannot be copied and is left out.',
  fr: 'L’image {image} ne peut pas être copiée et n’est pas reprise.',
}

/** R2: a start that the rule does not match stays the first date. */
export async function matchingStart<T>(
  sent: Values,
  write: (values: Values) => Promise<T>,
): Promise<T> {
  try {
    return await write(sent)
  } catch (error) {
    const { recurrence, start_date, all_day } = sent
    const isOfRule =
      error instanceof Problem && error.extra.fieldErrors?.recurrence && recurrence != null
    const digits = /^(\d{4})-(\d\d)-(\d\d)(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?$/.exec(
      String(start_date),
    )
    if (!isOfRule || !digits) throw error
    const [, year, month, day, hour = '00', minute = '00', second = '00'] = digits
    const isDay = all_day === true
    const first = isDay
      ? `RDATE;VALUE=DATE:${year}${month}${day}`
      : `RDATE:${year}${month}${day}T${hour}${minute}${second}`
    try {
      return await write({ ...sent, recurrence: [recurrence, first].flat() })
    } catch {
      throw error
    }
  }
}
