import type { Setting } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { Section } from '../../parts/section.tsx'
import { messages } from './messages.ts'
import { useSettingText, useSource } from './origin.tsx'

/** The settings that are read at the start, to look at. */
export function Others({ settings }: { settings: readonly Setting[] }) {
  const w = useMessagesOf(messages)
  const textOf = useSettingText()
  const source = useSource()
  if (settings.length === 0) return null
  return (
    <Section heading={w('others')} about={w('othersAbout')}>
      <table className="plain-table settings-table">
        <thead>
          <tr>
            <th scope="col">{w('setting')}</th>
            <th scope="col">{w('valueAndSource')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(setting => (
            <tr key={setting.name}>
              <th scope="row">
                <code>{setting.name}</code>
                <p className="hint">{setting.about}</p>
              </th>
              <td>
                {textOf(setting) || <em>{w('empty')}</em>}
                <p className="hint">
                  {source(setting)} · {w('nextStart')}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
