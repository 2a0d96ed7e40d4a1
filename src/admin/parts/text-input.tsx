import {
  FieldError,
  Input,
  Label,
  Text,
  TextField,
  type TextFieldProps,
} from 'react-aria-components'

type Props = TextFieldProps & { label: string; hint?: string | undefined }

/** One line, with its label, what is said of it, and what is wrong with it. */
export const TextInput = ({ label, hint, ...of }: Props) => (
  <TextField {...of} className="field">
    <Label>
      {label}
      {of.isRequired && <span aria-hidden="true"> *</span>}
    </Label>
    <Input />
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="wrong" />
  </TextField>
)
