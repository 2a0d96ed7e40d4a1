import type { CalendarApi } from '@fullcalendar/react'
import { Button, ToggleButton, ToggleButtonGroup } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import { messages } from './messages.ts'
import { type ViewName, viewNames, views } from './moves.ts'

type Props = { title: string; view: ViewName; api(): CalendarApi | undefined }

/** The displayed period, and the view. */
export function Toolbar({ title, view, api }: Props) {
  const t = useMessagesOf(messages)
  return (
    <div className="agenda-bar">
      <Button onPress={() => api()?.today()}>{t('today')}</Button>
      <Button className="plain" aria-label={t('previous')} onPress={() => api()?.prev()}>
        <span aria-hidden="true">‹</span>
      </Button>
      <Button className="plain" aria-label={t('next')} onPress={() => api()?.next()}>
        <span aria-hidden="true">›</span>
      </Button>
      <h2 aria-live="polite">{title}</h2>
      <ToggleButtonGroup
        aria-label={t('views')}
        className="switch"
        disallowEmptySelection
        selectedKeys={[view]}
        onSelectionChange={([key]) => {
          const name = viewNames.find(each => each === key)
          if (name) api()?.changeView(views[name])
        }}
      >
        {viewNames.map(name => (
          <ToggleButton key={name} id={name}>
            {t(name)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
    </div>
  )
}
