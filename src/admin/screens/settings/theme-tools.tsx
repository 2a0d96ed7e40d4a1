import { useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { isObject, namesIn } from '../../../define/base/objects.ts'
import { siteFileOf } from '../../../define/site-file.ts'
import { plainTheme, presetNames, themeFiles, themePresets } from '../../../define/theme.ts'
import type { Setting } from '../../../sdk/index.ts'
import { saveFile } from '../../client/save-file.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { asUrl } from './file-input.tsx'
import { messages } from './messages.ts'

type Props = {
  settings: readonly Setting[]
  /** The value of a setting in the form. */
  formValue(setting: Setting): string | boolean
  type(name: string, value: string): void
}

const themeNames: readonly string[] = [...namesIn(plainTheme), ...themeFiles]

/** Themes to begin with, a theme as a file, and the pages as they would look. */
export function ThemeTools({ settings, formValue, type }: Props) {
  const w = useMessagesOf(messages)
  const nameOf = useMessagesOf(presetNames)
  const { language } = useApp().place
  const { home } = useUser().site
  const [isVisible, show] = useState(false)
  const [isWrong, setWrong] = useState(false)
  const own = settings.filter(({ name }) => themeNames.includes(name))
  const values = Object.fromEntries(own.map(setting => [setting.name, String(formValue(setting))]))
  const put = (theme: Record<string, unknown>) => {
    for (const { name, can_change } of own) {
      const value = theme[name]
      if (can_change && typeof value === 'string') type(name, value)
    }
  }
  const take = async (files: FileList | null) => {
    const theme = themeIn(await files?.[0]?.text())
    setWrong(theme === undefined)
    if (theme) put(theme)
  }
  const plain = Object.fromEntries(
    Object.entries(values).filter(([name]) => Object.hasOwn(plainTheme, name)),
  )
  const query = new URLSearchParams({ theme: JSON.stringify(plain) })
  return (
    <div className="theme-tools">
      <p className="hint">{w('themeAbout')}</p>
      <div className="actions">
        {namesIn(themePresets).map(name => (
          <Button key={name} onPress={() => put(themePresets[name])}>
            {nameOf(name)}
          </Button>
        ))}
        <Button onPress={() => put(plainTheme)}>{w('plainTheme')}</Button>
        <FileTrigger acceptedFileTypes={['application/json', '.json']} onSelect={take}>
          <Button>{w('importTheme')}</Button>
        </FileTrigger>
        <Button
          onPress={() =>
            exported(values, home[language]).then(text =>
              saveFile('almanac-theme.json', 'application/json', text),
            )
          }
        >
          {w('exportTheme')}
        </Button>
        <Button onPress={() => show(!isVisible)} aria-expanded={isVisible}>
          {w(isVisible ? 'hidePreview' : 'showPreview')}
        </Button>
      </div>
      {isWrong && (
        <p role="alert" className="wrong">
          {w('noTheme')}
        </p>
      )}
      {isVisible && (
        <iframe
          className="theme-preview"
          title={w('preview')}
          src={`${home[language]}admin/look/?${query}`}
        />
      )}
    </div>
  )
}

function themeIn(text: string | undefined): Record<string, unknown> | undefined {
  try {
    const file: unknown = JSON.parse(text ?? '')
    return isObject(file) && isObject(file.theme) ? file.theme : undefined
  } catch {
    return undefined
  }
}

/** The values, with the content of the files. */
async function exported(values: Record<string, string>, home: string) {
  const theme = { ...values }
  for (const name of themeFiles) {
    const file = siteFileOf(theme[name] ?? '')
    const reply = file && (await fetch(`${home}assets/${file.file}`))
    if (reply?.ok) theme[name] = await asUrl(await reply.blob())
    else if (!theme[name]?.startsWith('data:')) theme[name] = ''
  }
  return JSON.stringify({ theme }, undefined, 2)
}
