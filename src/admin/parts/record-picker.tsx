import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import {
  Button,
  ComboBox,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  Popover,
} from 'react-aria-components'
import { recordsOf } from '../client/records.ts'
import { useApi } from '../context.tsx'
import type { Form } from '../forms/model.ts'

type Props = {
  form: Form
  label: string
  /** Its id, 0 for none. */
  value: number
  onChange(id: number): void
  /** What stands where none is chosen. */
  none: string
}

/** One record, found by letters of its name. */
export function RecordPicker({ form, label, value, onChange, none }: Props) {
  const [typed, setTyped] = useState('')
  const sought = useLater(typed.trim())
  const { data, chosen } = useNames(form, sought, value)
  const name = value ? (chosen ?? '') : ''
  useEffect(() => setTyped(name), [name])
  return (
    <ComboBox
      className="field pick"
      items={data}
      inputValue={typed}
      onInputChange={text => {
        setTyped(text)
        if (text === '' && value) onChange(0)
      }}
      value={value || null}
      onChange={key => {
        // at once: the list opens again where the text differs from what was chosen
        const row = data.find(({ id }) => id === key)
        if (row) setTyped(row.name)
        onChange(Number(key ?? 0))
      }}
      allowsEmptyCollection
      menuTrigger="focus"
    >
      <Label>{label}</Label>
      <div className="with-button">
        <Input placeholder={none} />
        <Button aria-label={label}>
          <span aria-hidden="true" className="arrow" />
        </Button>
      </div>
      <Popover className="popover">
        <ListBox className="options">
          {(row: { id: number; name: string }) => <ListBoxItem>{row.name}</ListBoxItem>}
        </ListBox>
      </Popover>
    </ComboBox>
  )
}

/** Records whose names have the letters, and what the chosen one is called. */
function useNames(form: Form, sought: string, value: number) {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: [form.path, 'names', sought],
    queryFn: async ({ signal }) =>
      (
        await recordsOf(api, form.path).list(
          {
            per_page: 20,
            ...(form.family === 'term' && { hide_empty: false }),
            ...(sought && { search: sought }),
            _fields: ['id', form.titled],
          },
          { signal },
        )
      ).items.map(row => ({ id: row.id, name: String(row[form.titled] ?? row.id) })),
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: [form.path, 'name', value],
    queryFn: async () => String((await recordsOf(api, form.path).read(value))[form.titled] ?? ''),
    enabled: value > 0,
  })
  return { data, chosen: chosen.data }
}

/** A value once it has not changed for a moment. */
export function useLater<T>(value: T, wait = 200): T {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), wait)
    return () => clearTimeout(timer)
  }, [value, wait])
  return late
}
