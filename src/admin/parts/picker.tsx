import type { ReactElement } from 'react'
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  FieldError,
  Input,
  Label,
  ListBox,
  Popover,
  Text,
} from 'react-aria-components'

type Props<T extends object> = Omit<ComboBoxProps<T>, 'children'> & {
  label: string
  placeholder?: string
  hint?: string | undefined
  error?: string | undefined
  /** How one of what is found is shown. */
  children: (one: T) => ReactElement
}

/** One of many, found by letters of its name. */
export const Picker = <T extends object>({
  label,
  placeholder,
  hint,
  error,
  children,
  ...of
}: Props<T>) => (
  <ComboBox {...of} isInvalid={!!error} menuTrigger="focus" className="field pick">
    <Label>{label}</Label>
    <div className="with-button">
      <Input {...(placeholder && { placeholder })} />
      <Button aria-label={label}>
        <span aria-hidden="true" className="arrow" />
      </Button>
    </div>
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="wrong">{error}</FieldError>
    <Popover className="popover">
      <ListBox className="options">{children}</ListBox>
    </Popover>
  </ComboBox>
)
