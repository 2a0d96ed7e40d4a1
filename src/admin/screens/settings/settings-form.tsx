import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { isNameIn, isObject, namesIn } from '../../../define/base/objects.ts'
import { siteFileOf } from '../../../define/site-file.ts'
import { plainTheme, presetNames, themeFiles, themePresets } from '../../../define/theme.ts'
import type { Setting } from '../../../sdk/index.ts'
import { saveFile } from '../../client/save-file.ts'
import { useApp, useMessages, useMessagesOf, useUser } from '../../context.tsx'
import { DoneNote } from '../../parts/hint.tsx'
import { useCommandKeys } from '../../parts/keys.ts'
import { PlainForm } from '../../parts/plain-form.tsx'
import { errorsOf, ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { useGuard } from '../editor/use-guard.ts'
import { asUrl } from './file-input.tsx'
import { groupMessages, messages } from './messages.ts'
import { Locked, Origin, ToDefault } from './origin.tsx'
import { SettingInput } from './setting-input.tsx'
import { type Tagged, useSettings } from './use-settings.ts'
import { inForm, isMatch, isOfUse, isStored } from './values.ts'

/** The buttons that test the settings of a group. */
const tests: Partial<Record<Setting['group'], ReactNode>> = {
  mail: <MailTest />,
  signIn: <ProviderTest />,
}

export const groupId = (name: Setting['group']) => `settings-${name}`

/** The settings that change while the service runs, group by group. */
export function SettingsForm({ settings, tag, search }: Tagged & { search: string }) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const group = useMessagesOf(groupMessages)
  const { typed, type, changed, save, isPending, isSaved, isStale, error } = useSettings({
    settings,
    tag,
  })
  const isDirty = changed.length > 0
  useGuard(isDirty)
  const send = () => isPending || save()
  useCommandKeys({ s: send, Enter: send })
  const live = settings.filter(({ label }) => label !== null)
  const wrong = errorsOf(error)
  // one that was refused is shown whatever is searched for
  const matches = live.filter(
    setting =>
      setting.name in wrong ||
      (isOfUse(setting, live, typed) && isMatch(setting, group(setting.group), search)),
  )
  const groups = [...new Set(matches.map(setting => setting.group))]
  const inputOf = (setting: Setting) =>
    setting.can_change ? (
      <div className="setting" key={setting.name} id={settingId(setting.name)}>
        <SettingInput
          setting={setting}
          value={inForm(setting, typed[setting.name])}
          onChange={value => type(setting.name, value)}
          error={wrong[setting.name]}
        />
        <Origin setting={setting} />
        {isStored(setting) && typed[setting.name] !== null && (
          <ToDefault setting={setting} onPress={() => type(setting.name, null)} />
        )}
      </div>
    ) : (
      <Locked key={setting.name} setting={setting} />
    )
  const parts = groups.map(name => (
    <Section key={name} heading={group(name)} id={groupId(name)}>
      {name === 'theme' && (
        <ThemeTools
          settings={live}
          formValue={setting => inForm(setting, typed[setting.name])}
          type={type}
        />
      )}
      {matches.filter(setting => setting.group === name).map(inputOf)}
      {tests[name]}
    </Section>
  ))
  if (!live.some(setting => setting.can_change)) return parts
  return (
    <PlainForm
      action={t('save')}
      isPending={isPending}
      error={error}
      onSend={save}
      more={
        <>
          <DoneNote text={isSaved && !isDirty && t('saved')} />
          {isDirty && <Unsaved settings={changed} />}
        </>
      }
      problem={<WrongSettings settings={live} error={error} isStale={isStale} />}
    >
      {parts.length > 0 ? parts : <p className="empty">{w('noneFound')}</p>}
    </PlainForm>
  )
}

/** Names the groups with changes that are not saved, and leads to the first change of each. */
function Unsaved({ settings }: { settings: Setting[] }) {
  const w = useMessagesOf(messages)
  const group = useMessagesOf(groupMessages)
  const firsts = settings.filter(
    (setting, at) => settings.findIndex(other => other.group === setting.group) === at,
  )
  return (
    <p className="unsaved">
      {w('unsaved')}
      {firsts.map(setting => (
        <ToSetting key={setting.group} name={setting.name} text={group(setting.group)} />
      ))}
    </p>
  )
}

/** A link that puts the focus into the input of a setting. */
function ToSetting({ name, text }: { name: string; text: string | undefined }) {
  return (
    <a
      href={`#${settingId(name)}`}
      onClick={event => {
        event.preventDefault()
        inputOfSetting(name)?.focus()
      }}
    >
      {text}
    </a>
  )
}

const settingId = (name: string) => `setting-${name}`

const inputOfSetting = (name: string) =>
  document
    .getElementById(settingId(name))
    ?.querySelector<HTMLElement>('input:not([type=hidden]), textarea, select, button')

type WrongProps = { settings: Setting[]; error: Error | null; isStale: boolean }

/** The refused settings, each with a link to its input; the first gets the focus. */
function WrongSettings({ settings, error, isStale }: WrongProps) {
  const w = useMessagesOf(messages)
  const wrong = errorsOf(error)
  const refused = settings.filter(({ name }) => wrong[name] !== undefined)
  useEffect(() => {
    const [first] = Object.keys(errorsOf(error))
    if (first !== undefined) inputOfSetting(first)?.focus()
  }, [error])
  if (isStale)
    return (
      <p role="alert" className="problem">
        {w('stale')}
      </p>
    )
  if (refused.length === 0) return <ProblemNote error={error} />
  return (
    <div role="alert" className="problem">
      <ul>
        {refused.map(({ name }) => (
          <li key={name}>
            <ToSetting name={name} text={wrong[name]} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type Outcome = { works: boolean; reason: string }

/** Sends a mail by the settings as they are stored. */
function MailTest() {
  const { server } = useApp()
  const { user } = useUser()
  const w = useMessagesOf(messages)
  const [to, setTo] = useState(user.email)
  const test = useMutation({
    mutationFn: () => server.admin('POST /settings/mail-test', { to: to.trim() }),
  })
  return (
    <div className="setting-test">
      <TextInput
        label={w('mailTo')}
        type="email"
        value={to}
        onChange={setTo}
        hint={w('testsStored')}
        maxLength={254}
      />
      <Button onPress={() => test.mutate()} isPending={test.isPending}>
        {w('sendTest')}
      </Button>
      <Result error={test.error} outcome={test.data} works={w('mailWorks', { to })} />
    </div>
  )
}

/** Reaches the provider by the settings as they are stored. */
function ProviderTest() {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const test = useMutation({ mutationFn: () => server.admin('POST /settings/provider-test', {}) })
  return (
    <div className="setting-test">
      <p className="hint">{w('testsStored')}</p>
      <Button onPress={() => test.mutate()} isPending={test.isPending}>
        {w('testProvider')}
      </Button>
      <Result error={test.error} outcome={test.data} works={w('providerWorks')} />
    </div>
  )
}

type ResultProps = { error: Error | null; outcome: Outcome | undefined; works: string }

function Result({ error, outcome, works }: ResultProps) {
  const w = useMessagesOf(messages)
  const failure = (reason: string) =>
    isNameIn(failures, reason) ? w(failures[reason]) : w('mailFails', { reason })
  if (error) return <ProblemNote error={error} />
  return (
    <p role="status" className={outcome && !outcome.works ? 'wrong' : 'hint'}>
      {outcome && (outcome.works ? works : failure(outcome.reason))}
    </p>
  )
}

/** Reasons that are not codes of a mail server. */
const failures = {
  mailFrom: 'noMail',
  oidcIssuer: 'noProvider',
  fetchAllow: 'providerPrivate',
  provider_unreachable: 'providerFails',
} as const

type Props = {
  settings: readonly Setting[]
  /** The value of a setting in the form. */
  formValue(setting: Setting): string | boolean
  type(name: string, value: string): void
}

const themeNames: readonly string[] = [...namesIn(plainTheme), ...themeFiles]

/** Themes to begin with, a theme as a file, and the pages as they would look. */
function ThemeTools({ settings, formValue, type }: Props) {
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
