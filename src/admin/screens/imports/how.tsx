import { type ImportFormat, policies, removedPolicies } from '../../../define/import-messages.ts'
import type { AdminInput, ImportDetails } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dateOrderNames, messages, policyNames, removedPolicyNames } from './messages.ts'

type Props = { format: ImportFormat; isOpen?: boolean; chosen?: ImportDetails['options'] }

/** Options for reading and writing a source; `chosen`: those of the time before. */
export function HowInputs({ format, isOpen = false, chosen = [] }: Props) {
  const before = (name: string) => chosen.find(option => option.name === name)?.value
  const w = useMessagesOf(messages)
  const policyName = useMessagesOf(policyNames)
  const removedPolicyName = useMessagesOf(removedPolicyNames)
  const dateOrderName = useMessagesOf(dateOrderNames)
  return (
    <details open={isOpen} className="import-how">
      <summary>{w('more')}</summary>
      <Choice
        name="policy"
        label={w('policy')}
        defaultValue={before('policy') ?? 'ours'}
        options={policies.map(one => [one, policyName(one)] as const)}
      />
      <Choice
        name="gone"
        label={w('gone')}
        defaultValue={before('gone') ?? 'leave'}
        options={removedPolicies.map(one => [one, removedPolicyName(one)] as const)}
      />
      <TextInput
        name="threshold"
        type="number"
        label={w('threshold')}
        defaultValue={before('threshold') ?? '30'}
        autoComplete="off"
      />
      {format === 'csv' && (
        <>
          <TextInput
            name="map"
            label={w('map')}
            hint={w('mapHint')}
            defaultValue={before('map') ?? ''}
            autoComplete="off"
          />
          <Choice
            name="dates"
            label={w('dates')}
            defaultValue={before('dates') ?? ''}
            options={dateOrders.map(one => [one, dateOrderName(one)] as const)}
          />
        </>
      )}
      {format === 'ics' && (
        <Check name="accept_new" label={w('acceptNew')} isOn={before('accept_new') === 'true'} />
      )}
      {format === 'tec' && (
        <>
          <Check name="series" label={w('series')} isOn={before('series') === 'true'} />
          <Check name="keep_ids" label={w('keepIds')} isOn={before('keep_ids') === 'true'} />
        </>
      )}
    </details>
  )
}

function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value="true" defaultChecked={isOn} /> {label}
    </label>
  )
}

const dateOrders = ['', 'dmy', 'mdy', 'ymd'] as const

type How = Omit<AdminInput<'POST /imports/:id/preview'>, 'id'>

/** The typed options. */
export function howIn(typed: Record<string, string>): How {
  const { policy, gone: removed, threshold, map, dates, accept_new, series, keep_ids } = typed
  const order = dateOrders.find(one => one === dates)
  const chosen = {
    policy: policies.find(one => one === policy),
    gone: removedPolicies.find(one => one === removed),
  }
  return {
    ...(chosen.policy && { policy: chosen.policy }),
    ...(chosen.gone && { gone: chosen.gone }),
    ...(threshold && { threshold: Number(threshold) }),
    ...(map && { map }),
    ...(order && { dates: order }),
    ...(accept_new && { accept_new: true }),
    ...(series && { series: true }),
    ...(keep_ids && { keep_ids: true }),
  }
}
