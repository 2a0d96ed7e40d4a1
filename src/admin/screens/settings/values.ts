import type { Setting } from '../../../sdk/index.ts'

/** The values typed into a form of settings, by name; null requests the default. */
export type Typed = Readonly<Record<string, string | boolean | null>>

/** A value as its input has it. */
export const inForm = (
  setting: Pick<Setting, 'input' | 'value' | 'default'> &
    Partial<Pick<Setting, 'shown' | 'default_shown'>>,
  typed?: string | boolean | null,
): string | boolean => {
  const { input, value, default: standard } = setting
  if (typed !== undefined && typed !== null) return typed
  const content = typed === null ? standard : value
  // a size or a time as people write it
  const written = typed === null ? setting.default_shown : setting.shown
  if (input === 'text' && typeof content === 'number' && written) return written
  return input === 'switch' ? content === true : String(content ?? '')
}

/** True if the value is stored, so that it can be reset to the default. */
export const isStored = ({ source, can_change, value, default: standard, ...of }: Setting) =>
  can_change && source === 'stored' && (of.secret ? of.is_set : !isSame(value, standard))

const isSame = (a: unknown, b: unknown) => String(a) === String(b)

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** True if a setting or its group contains all these words. */
export function isMatch({ name, label, about }: Setting, group: string, typed: string): boolean {
  const text = folded(`${name} ${label ?? ''} ${about} ${group}`)
  return folded(typed)
    .split(/\s+/)
    .every(word => text.includes(word))
}

/** True if it is of use with the present values of the form. A setting that is set is shown in any case. */
export function isOfUse(setting: Setting, all: readonly Setting[], typed: Typed): boolean {
  const { where } = setting
  const other = where && all.find(({ name }) => name === where.setting)
  if (!where || !other || setting.is_set) return true
  const [word = ''] = String(inForm(other, typed[other.name])).split(' ')
  return where.is.includes(word)
}

/** The typed values that differ from those of the service. */
export const changedOf = (settings: readonly Setting[], typed: Typed): Typed =>
  Object.fromEntries(
    settings.flatMap(setting => {
      const value = typed[setting.name]
      const isOther =
        setting.can_change && value !== undefined && (value === null || value !== inForm(setting))
      return isOther ? [[setting.name, value]] : []
    }),
  )

/** The values that were typed while the form was being saved: only those that were sent are done. */
export const without = (typed: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== sent[name]))
