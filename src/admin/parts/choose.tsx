import {
  Button,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Select,
  SelectValue,
} from 'react-aria-components'

type Props = {
  label: string
  value: string
  onChange(value: string): void
  choices: readonly (readonly [value: string, text: string])[]
  /** True if only screen readers get the label. */
  isBare?: boolean
  isDisabled?: boolean
}

/** One of a few. */
export const Choose = ({ label, value, onChange, choices, isBare, isDisabled = false }: Props) => (
  <Select
    className="field choose"
    value={value}
    onChange={key => onChange(String(key))}
    isDisabled={isDisabled}
    {...(isBare && { 'aria-label': label })}
  >
    {!isBare && <Label>{label}</Label>}
    <Button>
      <SelectValue />
      <span aria-hidden="true" className="arrow" />
    </Button>
    <Popover className="popover">
      <ListBox className="options" items={choices.map(([id, text]) => ({ id, text }))}>
        {({ text }) => <ListBoxItem>{text}</ListBoxItem>}
      </ListBox>
    </Popover>
  </Select>
)
