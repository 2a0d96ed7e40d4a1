import { minPassword } from '../../define/password.ts'

type Strength = 'passwordShort' | 'passwordWeak' | 'passwordFair' | 'passwordStrong'

/** The strength of a password, roughly: by its length, and the number of different characters. */
export function strengthOf(password: string): Strength {
  if (password.length < minPassword) return 'passwordShort'
  const different = new Set(password.toLowerCase()).size
  if (different < 6 || /^(\d+|[a-z]{1,12})$/i.test(password)) return 'passwordWeak'
  return password.length >= 20 && different >= 9 ? 'passwordStrong' : 'passwordFair'
}
