import { forms } from 'virtual:forms'
import { lazy, Suspense } from 'react'
import { isTree } from '../../define/record.ts'
import { useMessagesOf } from '../context.tsx'
import type { ImageValue, Linked, Term, Value } from '../forms/values.ts'
import { RecordPicker } from '../parts/record-picker.tsx'
import type { FieldProps } from './field-props.ts'
import { ImageField } from './image.tsx'
import { LineField, SourceField } from './line.tsx'
import { LinksField } from './links.tsx'
import { messages } from './messages.ts'
import { AudienceField, ChoicesField } from './several.tsx'
import { ChoiceField, FlagField } from './simple.tsx'
import { CategoriesField, TagsField } from './terms.tsx'
import { TypedMoment } from './typed-moment.tsx'
import { ZoneField } from './zone.tsx'

/** It is much, and few forms need it. */
const RecurrenceField = lazy(async () => ({
  default: (await import('./recurrence.tsx')).RecurrenceField,
}))

/** The input of a field, by its definition. */
export function FieldInput(props: FieldProps<Value>) {
  switch (props.field.as) {
    case 'flag':
      return <FlagField {...of<boolean>(props)} />
    case 'choice':
      return <ChoiceField {...of<string>(props)} />
    case 'choices':
      return <ChoicesField {...of<string>(props)} />
    case 'audience':
      return <AudienceField {...of<string>(props)} />
    case 'moment':
      return <TypedMoment {...of<string>(props)} />
    case 'zone':
      return <ZoneField {...of<string>(props)} />
    case 'html':
      return <SourceField {...of<string>(props)} />
    case 'record':
      return <OneRecord {...of<number>(props)} />
    case 'records':
      return <LinksField {...of<Linked[]>(props)} />
    case 'terms': {
      const terms = of<Term[]>(props)
      return isTree(props.field.of ?? '') ? (
        <CategoriesField {...terms} />
      ) : (
        <TagsField {...terms} />
      )
    }
    case 'recurrence':
      return (
        <Suspense>
          <RecurrenceField {...of<string>(props)} />
        </Suspense>
      )
    case 'image':
      return <ImageField {...of<ImageValue | null>(props)} />
    default:
      return <LineField {...of<string>(props)} />
  }
}

/** The values of a form are made for the inputs of their fields: `valuesOf` and `newValues` go by the same word. */
const of = <V extends Value>(props: FieldProps<Value>) => props as FieldProps<V>

function OneRecord(props: FieldProps<number>) {
  const { field, label, value, onChange, error, isDisabled } = props
  const t = useMessagesOf(messages)
  const form = forms[field.of ?? '']
  if (!form) return null
  return (
    <div className="field" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <RecordPicker
        form={form}
        label={label}
        value={value}
        onChange={onChange}
        none={t('none')}
        isDisabled={!!isDisabled}
      />
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}
