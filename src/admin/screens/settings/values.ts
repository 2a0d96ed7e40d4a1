import type { Setting } from '../../../sdk/account-types.ts'

/** What is typed into a form of settings, by their names. */
export type Typed = Readonly<Record<string, string | boolean>>

/** A value as its input has it. */
export const inForm = ({ input, value }: Pick<Setting, 'input' | 'value'>): string | boolean =>
  input === 'switch' ? value === true : String(value ?? '')

/** Of what was typed, what is another value than that which the service has. */
export const changedOf = (settings: readonly Setting[], typed: Typed): Typed =>
  Object.fromEntries(
    settings.flatMap(setting => {
      const value = typed[setting.name]
      const isOther = setting.can_change && value !== undefined && value !== inForm(setting)
      return isOther ? [[setting.name, value]] : []
    }),
  )
