import type { ImportFormat } from '../../../define/import-messages.ts'
import { type ImportOption, optionsFor, typedHow } from '../../../define/import-options.ts'
import { textIn } from '../../../define/text/language.ts'
import type { AdminInput, ImportDetails } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Columns, mapIn, unreadIn } from './columns.tsx'
import { messages } from './messages.ts'
import { matchesTyped } from './new-names.tsx'

type Props = { format: ImportFormat; run?: ImportDetails }

export const optionOf = (run: ImportDetails | undefined, name: string) =>
  run?.options.find(option => option.name === name)?.value

/** Options for reading and writing a source; `run`: the preview before, which has the columns of a table. */
export function HowInputs({ format, run }: Props) {
  const w = useMessagesOf(messages)
  const unread = run ? unreadIn(run) : []
  const read = (run?.columns ?? []).filter(column => !unread.includes(column))
  const inputs = (asked: ImportOption['asked']) =>
    optionsFor(format)
      .filter(([, option]) => option.asked === asked)
      .map(([name, option]) => (
        <OptionInput key={name} name={name} option={option} before={optionOf(run, name)} />
      ))
  return (
    <>
      {inputs('first')}
      <details className="import-how">
        <summary>{w('more')}</summary>
        {inputs('more')}
        {run && read.length > 0 && <Columns columns={read} fields={run.fields} />}
      </details>
    </>
  )
}

type InputProps = { name: string; option: ImportOption; before: string | undefined }

function OptionInput({ name, option, before = String(option.usual) }: InputProps) {
  const { language } = useApp().place
  const label = textIn(option.label, language)
  if ('words' in option) {
    const options = option.words.flatMap(word => {
      const name = option.names?.[word]
      return name ? [[word, textIn(name, language)] as const] : []
    })
    return <Choice name={name} label={label} defaultValue={before} options={options} />
  }
  if (option.usual === false)
    return (
      <label className="check">
        <input type="checkbox" name={name} value="true" defaultChecked={before === 'true'} />{' '}
        {label}
      </label>
    )
  const type = 'max' in option ? 'number' : 'text'
  return (
    <TextInput name={name} type={type} label={label} defaultValue={before} autoComplete="off" />
  )
}

type How = Omit<AdminInput<'POST /imports/:id/preview'>, 'id'>

/** The options of an import, as its parameters. */
export const howOf = (run: ImportDetails): How =>
  howIn(Object.fromEntries(run.options.map(({ name, value }) => [name, value])), run)

/** The typed options; those without an input are as before. */
export function howIn(typed: Record<string, string>, run?: ImportDetails): How {
  const map = run && mapIn(typed, run, optionOf(run, 'map'))
  const matches = run && matchesTyped(typed, run)
  return typedHow({ ...typed, ...(map && { map }), ...(matches && { matches }) })
}
