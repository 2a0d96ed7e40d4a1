import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ListBoxItem } from 'react-aria-components'
import { plainText } from '../../sdk/index.ts'
import { useFound } from '../client/use-found.ts'
import { useApi } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import { type Row, recordsOf } from '../forms/records.ts'
import { Picker } from './picker.tsx'
import { useLater } from './use-later.ts'

type Props = {
  form: Form
  label: string
  /** Its id, 0 for none. */
  value: number
  onChange(id: number): void
  /** The text if none is chosen. */
  none: string
  autoFocus?: boolean
  isDisabled?: boolean
}

/** One record, found by letters of its name. */
export function RecordPicker({ form, label, value, onChange, none, ...of }: Props) {
  const { autoFocus = false, isDisabled = false } = of
  const [typed, setTyped] = useState('')
  const sought = useLater(typed.trim())
  const { data, chosen } = useNames(form, sought, value)
  const name = value ? (chosen ?? '') : ''
  useEffect(() => setTyped(name), [name])
  return (
    <Picker
      label={label}
      placeholder={none}
      items={data}
      inputValue={typed}
      onInputChange={text => {
        setTyped(text)
        if (text === '' && value) onChange(0)
      }}
      value={value || null}
      onChange={key => {
        // at once: the list opens again if the text differs from the chosen record
        const row = data.find(({ id }) => id === key)
        if (row) setTyped(row.name)
        onChange(Number(key ?? 0))
      }}
      allowsEmptyCollection
      autoFocus={autoFocus}
      isDisabled={isDisabled}
    >
      {({ name }) => <ListBoxItem>{name}</ListBoxItem>}
    </Picker>
  )
}

/** Records whose names have the letters, and what the chosen one is called. */
function useNames(form: Form, sought: string, value: number) {
  const api = useApi()
  const find = useFound()
  const { data = [] } = useQuery({
    queryKey: [form.path, 'names', sought],
    queryFn: async ({ signal }) => {
      const found = await find(form, sought ? { search: sought } : {}, [], signal)
      return found.map(({ row, name }) => ({ id: row.id, name }))
    },
    placeholderData: keepPreviousData,
  })
  const chosen = useQuery({
    queryKey: [form.path, 'name', value],
    queryFn: async () => nameOf(form, await recordsOf(api, form.path).read(value)),
    enabled: value > 0,
  })
  return { data, chosen: chosen.data }
}

const nameOf = ({ titled }: Form, row: Row) => plainText(String(row[titled] ?? ''))
