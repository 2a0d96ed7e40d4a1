import type { Language } from '../../define/text/language.ts'
import type { FormField } from '../forms/model.ts'
import type { Values } from '../forms/values.ts'

/** The props of every input of a form. */
export type FieldProps<V> = {
  field: FormField
  /** Its name, in the language of the page. */
  label: string
  value: V
  onChange(value: V): void
  error?: string | undefined
  hint?: string | undefined
  isDisabled?: boolean
  /** The common fields of the form, by name: among them those that a field repeats or follows. */
  facts?: Values['facts']
  /** True for a date without a time. */
  isDay?: boolean
  /** For a date that another follows, as an end its start: sets the other, which may be typed with it. */
  onEnd?: ((value: string) => void) | undefined
  /** The language of the typed text, if it is not that of the page. */
  lang?: Language | undefined
  /** Reports that an input does not understand its text, or that it now does. */
  unread?: (error: string | undefined) => void
}

/** The same for an input that needs of its field the name alone: it serves settings too. */
export type NamedProps<V> = Omit<FieldProps<V>, 'field'> & { field: Pick<FormField, 'name'> }
