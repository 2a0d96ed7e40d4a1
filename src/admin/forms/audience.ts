import { isObject } from '../../define/base/objects.ts'

/** An audience as it is typed; ages are text. */
export type Ages = { family: boolean; from: string; to: string }

const familyWord = 'family'

/** An audience as the form holds it: `family 6–12`, empty for everyone. */
export const agesText = ({ family, from, to }: Ages): string =>
  [family ? familyWord : '', from || to ? `${from}–${to}` : ''].filter(Boolean).join(' ')

export function agesIn(text: string): Ages {
  const family = text.startsWith(familyWord)
  const [from = '', to = ''] = text.replace(familyWord, '').trim().split('–')
  return { family, from, to }
}

/** The text of an audience that the API shows. */
export const audienceText = (audience: unknown): string =>
  isObject(audience)
    ? agesText({
        family: audience.family === true,
        from: String(audience.min_age ?? ''),
        to: String(audience.max_age ?? ''),
      })
    : ''

/** The value to send: an age that is no number is refused with a sentence. */
export function audienceSent(text: string) {
  const { family, from, to } = agesIn(text)
  return text === '' ? null : { family, min_age: from.trim(), max_age: to.trim() }
}
