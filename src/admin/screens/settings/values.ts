import type { Setting } from '../../../sdk/account-types.ts'

/** What is typed into a form of settings, by their names; null asks for the default. */
export type Typed = Readonly<Record<string, string | boolean | null>>

/** A value as its input has it. */
export const inForm = (
  { input, value, default: standard }: Pick<Setting, 'input' | 'value' | 'default'>,
  typed?: string | boolean | null,
): string | boolean => {
  if (typed !== undefined && typed !== null) return typed
  const shown = typed === null ? standard : value
  return input === 'switch' ? shown === true : String(shown ?? '')
}

/** Is it stored, so that it can go back to the default? */
export const isStored = ({ source, can_change, value, default: standard }: Setting) =>
  can_change && source === 'stored' && value !== standard

/** Of what was typed, what is another value than that which the service has. */
export const changedOf = (settings: readonly Setting[], typed: Typed): Typed =>
  Object.fromEntries(
    settings.flatMap(setting => {
      const value = typed[setting.name]
      const isOther =
        setting.can_change && value !== undefined && (value === null || value !== inForm(setting))
      return isOther ? [[setting.name, value]] : []
    }),
  )

/** What is typed into a form while it is being saved stays: only what was sent is over. */
export const without = (typed: Typed, sent: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([name, value]) => value !== sent[name]))
