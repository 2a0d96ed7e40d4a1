import { useQuery } from '@tanstack/react-query'
import { ListBoxItem } from 'react-aria-components'
import { useApp, useUser } from '../context.tsx'
import { Picker } from '../parts/picker.tsx'
import type { NamedProps } from './field-props.ts'

/** A time zone, searched by letters of its name. The server decides which names it takes. */
export function ZoneField({
  field,
  label,
  value,
  onChange,
  error,
  hint,
  isDisabled,
}: NamedProps<string>) {
  const { server } = useApp()
  const { site } = useUser()
  const { data } = useQuery({
    queryKey: ['zones'],
    queryFn: () => server.admin('GET /zones'),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const listed = data?.zones ?? [site.timezone]
  const zones = listed.includes(value) || value === '' ? listed : [value, ...listed]
  return (
    <Picker
      label={label}
      hint={hint}
      error={error}
      defaultItems={zones.map(id => ({ id, name: id.replaceAll('_', ' ') }))}
      key={data ? 'all' : 'few'}
      value={value || site.timezone}
      onChange={key => key !== null && onChange(String(key))}
      isDisabled={!!isDisabled}
      data-field={field.name}
    >
      {({ name }) => <ListBoxItem>{name}</ListBoxItem>}
    </Picker>
  )
}
