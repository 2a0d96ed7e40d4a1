import type { FieldError } from '../../define/field-type.ts'
import type { Values } from '../../define/param.ts'
import { Problem } from '../../problem/problem.ts'

/** An image that no longer exists is left out, and its record is still written. */
export async function withoutLostImage<T>(
  sent: Values,
  write: (values: Values) => Promise<T>,
  note: (error: FieldError) => void,
): Promise<T> {
  try {
    return await write(sent)
  } catch (error) {
    const wrong = error instanceof Problem ? error.extra.fieldErrors : undefined
    if (!wrong?.image || Object.keys(wrong).length > 1 || typeof sent.image !== 'string')
      throw error
    const { image, ...values } = sent
    const written = await write(values)
    note({ sentence: noImage, params: { image } })
    return written
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
