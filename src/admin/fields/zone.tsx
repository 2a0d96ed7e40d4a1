import { useQuery } from '@tanstack/react-query'
import {
  Button,
  ComboBox,
  FieldError,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
  Text,
} from 'react-aria-components'
import { useKnown, useUser } from '../context.tsx'
import type { NamedProps } from './field-props.ts'

/** A time zone, found by letters of its name. What the server takes, it says itself. */
export function ZoneField({
  field,
  label,
  value,
  onChange,
  error,
  hint,
  isDisabled,
}: NamedProps<string>) {
  const { server } = useKnown()
  const { site } = useUser()
  const { data } = useQuery({
    queryKey: ['zones'],
    queryFn: server.accounts.zones,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const known = data?.zones ?? [site.timezone]
  const zones = known.includes(value) || value === '' ? known : [value, ...known]
  return (
    <ComboBox
      className="field pick"
      defaultItems={zones.map(id => ({ id, name: id.replaceAll('_', ' ') }))}
      key={data ? 'all' : 'few'}
      value={value || site.timezone}
      onChange={key => key !== null && onChange(String(key))}
      isInvalid={!!error}
      isDisabled={!!isDisabled}
      menuTrigger="focus"
      data-field={field.name}
    >
      <Label>{label}</Label>
      <div className="with-button">
        <Input />
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
        <ListBox className="options">
          {(zone: { id: string; name: string }) => <ListBoxItem>{zone.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}
