import { ToggleButton } from 'react-aria-components'
import { useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import type { Colored, Filter } from './colors.ts'
import { messages } from './messages.ts'

type Props = { legend: readonly Colored[]; filter: Filter; onChange(filter: Filter): void }

/** The meaning of the colors; each category can be shown alone. */
export function Legend({ legend, filter, onChange }: Props) {
  const t = useMessagesOf(messages)
  const { categories } = filter
  const toggle = (id: number) =>
    onChange({
      ...filter,
      categories: categories.includes(id)
        ? categories.filter(each => each !== id)
        : [...categories, id],
    })
  return (
    <div className="agenda-legend">
      <Choice
        label={t('states')}
        value={filter.state}
        options={(['all', 'public', 'open'] as const).map(state => [state, t(state)] as const)}
        onChange={state =>
          onChange({ ...filter, state: state === 'public' || state === 'open' ? state : 'all' })
        }
      />
      {legend.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: the buttons are of no form
        <div role="group" aria-label={t('legend')}>
          {legend.map(({ id, name, color }) => (
            <ToggleButton
              key={id}
              className="small"
              isSelected={categories.includes(id)}
              onChange={() => toggle(id)}
            >
              <span className={`dot is-${color}`} aria-hidden="true" />
              {name}
            </ToggleButton>
          ))}
        </div>
      )}
    </div>
  )
}
