import { forms } from 'virtual:forms'
import { useState } from 'react'
import { Button, ListBoxItem, Text } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../context.tsx'
import type { Form } from '../forms/model.ts'
import type { Linked, Values } from '../forms/values.ts'
import { Picker } from '../parts/picker.tsx'
import { useLater } from '../parts/use-later.ts'
import type { FieldProps } from './field-props.ts'
import { isCalled, linkTo, type RecordOption, useMatches } from './found-links.tsx'
import { messages } from './messages.ts'
import { NewLinked } from './new-linked.tsx'

/** A record that is being made; `at`: in place of one that was made before. */
type Making = { name: string; typed?: Values; at?: number }

/** Venues or organizers: found by letters of their names, or made at once with the record. */
export function LinksField({
  field,
  label,
  value,
  onChange,
  error,
  isDisabled,
}: FieldProps<Linked[]>) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const [making, setMaking] = useState<Making>()
  const form = forms[field.of ?? '']
  if (!form) return null
  const add = (one: Linked) => onChange([...value, one])
  return (
    <div className="field" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <Chosen
        label={label}
        value={value}
        onChange={onChange}
        onOpen={setMaking}
        isDisabled={isDisabled ?? false}
      />
      <FindRecord
        form={form}
        label={value.length > 0 ? t('make', { a: textIn(form.a, language) }) : label}
        isDisabled={isDisabled ?? false}
        without={value.flatMap(one => ('id' in one ? [one.id] : []))}
        onChoose={add}
        onMake={name => setMaking({ name })}
      />
      {error && <span className="wrong">{error}</span>}
      {making !== undefined && (
        <NewLinked
          form={form}
          name={making.name}
          typed={making.typed}
          onClose={() => setMaking(undefined)}
          onCreated={one => {
            if (making.at === undefined) add(one)
            else onChange(value.map((old, at) => (at === making.at ? one : old)))
            setMaking(undefined)
          }}
        />
      )}
    </div>
  )
}

type ChosenProps = {
  label: string
  value: Linked[]
  onChange(value: Linked[]): void
  /** Goes on with one that is made with the record. */
  onOpen(making: Making): void
  isDisabled: boolean
}

/** The records that are linked, each to be taken away. */
function Chosen({ label, value, onChange, onOpen, isDisabled }: ChosenProps) {
  const t = useMessagesOf(messages)
  if (value.length === 0) return null
  return (
    <ul className="linked" aria-label={label}>
      {value.map((one, at) => (
        <li key={'id' in one ? one.id : `new-${one.name}`}>
          <span>
            {one.name}
            {'draft' in one && <em className="badge">{t('isNew')}</em>}
            {'isUnseen' in one && one.isUnseen && (
              <em className="badge is-warning">{t('unseen')}</em>
            )}
            {'note' in one && one.note && <small>{one.note}</small>}
          </span>
          {'draft' in one && (
            <Button
              className="plain"
              aria-label={t('changeNamed', { name: one.name })}
              isDisabled={isDisabled}
              onPress={() => onOpen({ name: one.name, typed: one.typed, at })}
            >
              {t('changeNew')}
            </Button>
          )}
          <Button
            className="plain"
            aria-label={t('remove', { name: one.name })}
            isDisabled={isDisabled}
            onPress={() => onChange(value.filter((_, other) => other !== at))}
          >
            <span aria-hidden="true">×</span>
          </Button>
        </li>
      ))}
    </ul>
  )
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
function FindRecord({ form, label, without, isDisabled, onChoose, onMake }: Props) {
  const t = useMessagesOf(messages)
  const { language, locale } = useApp().place
  const { may } = useUser()
  const [typed, setTyped] = useState('')
  const [choices, setChoices] = useState(0)
  const matches = useMatches(form, useLater(typed.trim()))
  const name = typed.trim()
  const items: RecordOption[] = matches.filter(({ id }) => !without.includes(id))
  const hasTwin = items.some(one => isCalled(one, name, locale))
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
