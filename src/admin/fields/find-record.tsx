import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBoxItem, Text } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { plainText } from '../../sdk/index.ts'
import { useFound } from '../client/use-found.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import type { Linked } from '../forms/values.ts'
import { Picker } from '../parts/picker.tsx'
import { useLater } from '../parts/use-later.ts'
import { messages } from './messages.ts'

type RecordOption = {
  id: number
  name: string
  /** Its names in other languages. */
  others: string[]
  note: string
  isUnseen: boolean
}

type Props = {
  form: Form
  label: string
  without: number[]
  isDisabled: boolean
  onChoose(one: Linked): void
  /** Makes one of a name that is not there. */
  onMake(name: string): void
}

/** Search as you type, drafts among what is found; the last choice makes what is not there. */
export function FindRecord({ form, label, without, isDisabled, onChoose, onMake }: Props) {
  const t = useMessagesOf(messages)
  const { language, locale } = useApp().place
  const { may } = useUser()
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState(0)
  const matches = useMatches(form, useLater(typed.trim()))
  const name = typed.trim()
  const items: RecordOption[] = matches.filter(({ id }) => !without.includes(id))
  const isCalled = (other: string) =>
    other.localeCompare(name, locale, { sensitivity: 'base' }) === 0
  const hasTwin = items.some(one => [one.name, ...one.others].some(isCalled))
  const mayMake = may[form.name].create
  const all = mayMake ? [...items, { id: 0, name, others: [], note: '', isUnseen: false }] : items
  return (
    <Picker
      label={label}
      placeholder={t('search')}
      items={all}
      inputValue={typed}
      onInputChange={setTyped}
      // after a choice the focus comes back, and the text goes: neither opens the list again
      menuTrigger="manual"
      value={null}
      closings={choices}
      onChange={key => {
        if (key === null) return
        const one = items.find(({ id }) => id === key)
        setChoices(choices + 1)
        if (one) onChoose(linkTo(one))
        else onMake(name)
        setTyped('')
      }}
      isDisabled={isDisabled}
      allowsEmptyCollection
    >
      {(one: RecordOption) =>
        one.id === 0 ? (
          <ListBoxItem textValue={name || t('newOne')} className="make">
            {name
              ? t(hasTwin ? 'makeTwin' : 'makeNamed', { name })
              : t('make', { a: textIn(form.a, language) })}
          </ListBoxItem>
        ) : (
          <ListBoxItem textValue={one.name}>
            <Text slot="label">{one.name}</Text>
            {one.note && <Text slot="description">{one.note}</Text>}
            {one.isUnseen && <em className="badge">{t('draft')}</em>}
          </ListBoxItem>
        )
      }
    </Picker>
  )
}

const linkTo = ({ id, name, note, isUnseen }: RecordOption): Linked => ({
  id,
  name,
  ...(note && { note }),
  ...(isUnseen && { isUnseen }),
})

function useMatches(form: Form, sought: string): RecordOption[] {
  const find = useFound()
  const { data = [] } = useQuery({
    queryKey: [form.path, 'found', sought],
    queryFn: async ({ signal }) => {
      const query = { status: 'any', ...(sought && { search: sought }) }
      const rows = await find(form, query, ['city', 'status'], signal)
      return rows.map(({ row, name, others }) => ({
        id: row.id,
        name,
        others,
        note: [...others, plainText(String(row.city ?? ''))].filter(Boolean).join(', '),
        isUnseen: row.status !== 'publish',
      }))
    },
    placeholderData: keepPreviousData,
  })
  return data
}
