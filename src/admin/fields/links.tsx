import { forms } from 'virtual:forms'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import type { Linked, Values } from '../forms/values.ts'
import type { FieldProps } from './field-props.ts'
import { FindRecord } from './find-record.tsx'
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
