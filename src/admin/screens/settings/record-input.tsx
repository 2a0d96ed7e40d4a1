import { forms } from 'virtual:forms'
import { useQuery } from '@tanstack/react-query'
import type { Setting } from '../../../sdk/index.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { recordsOf } from '../../forms/records.ts'
import { imageValueOf } from '../../forms/values.ts'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { messages } from './messages.ts'

type Props = {
  setting: Setting
  /** The ID of the record; 0 for none. */
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** The record that a setting names; one that is gone is no error. */
export function RecordInput({ setting, value, onChange, error }: Props) {
  const w = useMessagesOf(messages)
  const form = forms[setting.of ?? '']
  if (!form) return null
  const id = Number(value)
  return (
    <div className="field">
      <RecordPicker
        form={form}
        label={setting.label ?? setting.name}
        value={id}
        onChange={chosen => onChange(String(chosen))}
        none={w('noRecord')}
      />
      <p className="hint">{setting.about}</p>
      {id > 0 && <Chosen form={form} id={id} />}
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}

/** The image that is chosen; of a record that is gone, a sentence. */
function Chosen({ form, id }: { form: Form; id: number }) {
  const api = useApi()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: [form.path, 'chosen', id],
    queryFn: () => recordsOf(api, form.path).read(id),
    retry: false,
  })
  if (error) return <p className="note">{w('recordGone', { id })}</p>
  const image = form.isFile && data ? imageValueOf(data) : null
  return image && <img className="site-image" src={image.url} alt={image.alt} />
}
