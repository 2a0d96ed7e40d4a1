import { useId, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { siteFileOf } from '../../../define/site-file.ts'
import type { Setting } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { messages } from './messages.ts'

type Props = {
  setting: Setting
  /** The name of the stored file; or the file that is to be stored, as a `data:` URL. */
  value: string
  onChange(value: string): void
  error: string | undefined
}

/** A file of the site: the stored one, and another in its place. */
export function FileInput({ setting, value, onChange, error }: Props) {
  const w = useMessagesOf(messages)
  const { home } = useUser().site
  const { language } = useApp().place
  const [chosen, choose] = useState('')
  const id = useId()
  const label = setting.label ?? setting.name
  const isChosen = value.startsWith('data:')
  const stored = siteFileOf(value)
  return (
    <fieldset className="field" aria-describedby={id}>
      <legend>{label}</legend>
      {stored?.mime.startsWith('image/') && (
        <img className="site-image" src={`${home[language]}assets/${stored.file}`} alt="" />
      )}
      <p className="hint" id={id}>
        {setting.about} {w('value', { expects: setting.expects })}
      </p>
      <FileTrigger
        onSelect={async files => {
          const [file] = files ?? []
          if (!file) return
          choose(file.name)
          onChange(await asUrl(file))
        }}
      >
        <Button aria-label={`${w('chooseFile')} (${label})`}>{w('chooseFile')}</Button>
      </FileTrigger>
      {isChosen && <p className="hint">{w('chosenFile', { file: chosen })}</p>}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

/** A file as a `data:` URL. */
export const asUrl = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
