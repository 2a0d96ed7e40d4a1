import { forms } from 'virtual:forms'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { textIn } from '../../define/text/language.ts'
import { useKnown, useMessagesOf } from '../context.tsx'
import type { Linked } from '../forms/values.ts'
import { messages } from '../screens/editor/messages.ts'
import type { FieldProps } from './field-props.ts'
import { FindRecord } from './find-record.tsx'
import { NewLinked } from './new-linked.tsx'

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
  const { language } = useKnown().place
  const [making, setMaking] = useState<string>()
  const form = forms[field.of ?? '']
  if (!form) return null
  const add = (one: Linked) => onChange([...value, one])
  return (
    <div className="field" data-field={field.name} {...(error && { 'data-invalid': true })}>
      {value.length > 0 && (
        <ul className="linked" aria-label={label}>
          {value.map((one, at) => (
            <li key={'id' in one ? one.id : `new-${one.name}`}>
              <span>
                {one.name}
                {'draft' in one && <em className="badge">{t('isNew')}</em>}
                {'note' in one && one.note && <small>{one.note}</small>}
              </span>
              <Button
                className="plain"
                aria-label={t('remove', { name: one.name })}
                isDisabled={!!isDisabled}
                onPress={() => onChange(value.filter((_, other) => other !== at))}
              >
                <span aria-hidden="true">×</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <FindRecord
        form={form}
        label={value.length > 0 ? t('make', { a: textIn(form.a, language) }) : label}
        isDisabled={isDisabled ?? false}
        without={value.flatMap(one => ('id' in one ? [one.id] : []))}
        onFound={add}
        onMake={setMaking}
      />
      {error && <span className="wrong">{error}</span>}
      {making !== undefined && (
        <NewLinked
          form={form}
          name={making}
          onClose={() => setMaking(undefined)}
          onMade={one => {
            add(one)
            setMaking(undefined)
          }}
        />
      )}
    </div>
  )
}
