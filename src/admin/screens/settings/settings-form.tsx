import type { Setting } from '../../../sdk/account-types.ts'
import { useMessages, useMessagesOf } from '../../context.tsx'
import { Done } from '../../parts/done.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { errorsOf } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { useGuard } from '../editor/use-guard.ts'
import { Locked } from './locked.tsx'
import { groupMessages, messages } from './messages.ts'
import { SettingInput } from './setting-input.tsx'
import { ThemeTools } from './theme-tools.tsx'
import { ToDefault } from './to-default.tsx'
import { type Tagged, useSettings } from './use-settings.ts'
import { inForm, isStored } from './values.ts'

/** The settings that change while the service runs, group by group. */
export function SettingsForm({ settings, tag }: Tagged) {
  const t = useMessages()
  const w = useMessagesOf(messages)
  const group = useMessagesOf(groupMessages)
  const { typed, type, isDirty, save, isPending, isSaved, isStale, error } = useSettings({
    settings,
    tag,
  })
  useGuard(isDirty)
  const live = settings.filter(({ label }) => label !== null)
  const groups = [...new Set(live.map(setting => setting.group))]
  const wrong = errorsOf(error)
  const inputOf = (setting: Setting) =>
    setting.can_change ? (
      <div className="setting" key={setting.name}>
        <SettingInput
          setting={setting}
          value={inForm(setting, typed[setting.name])}
          onChange={value => type(setting.name, value)}
          error={wrong[setting.name]}
        />
        {isStored(setting) && typed[setting.name] !== null && (
          <ToDefault setting={setting} onPress={() => type(setting.name, null)} />
        )}
      </div>
    ) : (
      <Locked key={setting.name} setting={setting} />
    )
  const parts = groups.map(name => (
    <Section key={name} heading={group(name)}>
      {name === 'theme' && (
        <ThemeTools
          settings={live}
          formValue={setting => inForm(setting, typed[setting.name])}
          type={type}
        />
      )}
      {live.filter(setting => setting.group === name).map(inputOf)}
    </Section>
  ))
  if (!live.some(setting => setting.can_change)) return parts
  return (
    <PlainForm
      action={t('save')}
      isPending={isPending}
      error={error}
      onSend={save}
      more={<Done text={isSaved && !isDirty && t('saved')} />}
    >
      {isStale && (
        <p role="alert" className="problem">
          {w('stale')}
        </p>
      )}
      {parts}
    </PlainForm>
  )
}
