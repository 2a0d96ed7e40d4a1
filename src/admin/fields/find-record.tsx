import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ListBoxItem, Text } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { plainText } from '../../sdk/client.ts'
import { recordsOf } from '../client/records.ts'
import { useApi, useApp, useMessagesOf, useUser } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import type { Linked } from '../forms/values.ts'
import { Picker } from '../parts/picker.tsx'
import { useLater } from '../parts/use-later.ts'
import { messages } from '../screens/editor/messages.ts'

type RecordOption = { id: number; name: string; note: string; isDraft: boolean }

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
  const { language } = useApp().place
  const { may } = useUser()
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState(0)
  const matches = useMatches(form, useLater(typed.trim()))
  const name = typed.trim()
  const items: RecordOption[] = matches.filter(({ id }) => !without.includes(id))
  const mayMake = may[form.name].create
  const all = mayMake ? [...items, { id: 0, name, note: '', isDraft: false }] : items
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
        if (one) onChoose({ id: one.id, name: one.name, ...(one.note && { note: one.note }) })
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
              ? t('makeNamed', { a: textIn(form.a, language), name })
              : t('make', { a: textIn(form.a, language) })}
          </ListBoxItem>
        ) : (
          <ListBoxItem textValue={one.name}>
            <Text slot="label">{one.name}</Text>
            {one.note && <Text slot="description">{one.note}</Text>}
            {one.isDraft && <em className="badge">{t('draft')}</em>}
          </ListBoxItem>
        )
      }
    </Picker>
  )
}

function useMatches(form: Form, sought: string): RecordOption[] {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: [form.path, 'found', sought],
    queryFn: async ({ signal }) => {
      const query = {
        per_page: 20,
        status: 'any',
        ...(sought && { search: sought }),
        _fields: ['id', form.titled, 'city', 'status'],
      }
      const { items } = await recordsOf(api, form.path).list(query, { signal })
      return items.map(row => ({
        id: row.id,
        name: plainText(String(row[form.titled] ?? row.id)),
        note: plainText(String(row.city ?? '')),
        isDraft: row.status !== 'publish',
      }))
    },
    placeholderData: keepPreviousData,
  })
  return data
}
