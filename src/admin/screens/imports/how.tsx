import { type ImportFormat, policies, removedPolicies } from '../../../define/import-messages.ts'
import type { AdminInput } from '../../../sdk/account-types.ts'
import { useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { dateOrderNames, messages, policyNames, removedPolicyNames } from './messages.ts'

type Props = { format: ImportFormat; isOpen?: boolean }

/** How a source is read and written, for those who want it otherwise than usual. */
export function HowInputs({ format, isOpen = false }: Props) {
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
        defaultValue="ours"
        options={policies.map(one => [one, policyName(one)] as const)}
      />
      <Choice
        name="gone"
        label={w('gone')}
        defaultValue="leave"
        options={removedPolicies.map(one => [one, removedPolicyName(one)] as const)}
      />
      <TextInput
        name="threshold"
        type="number"
        label={w('threshold')}
        defaultValue="30"
        autoComplete="off"
      />
      {format === 'csv' && (
        <>
          <TextInput name="map" label={w('map')} hint={w('mapHint')} autoComplete="off" />
          <Choice
            name="dates"
            label={w('dates')}
            defaultValue=""
            options={dateOrders.map(one => [one, dateOrderName(one)] as const)}
          />
        </>
      )}
      {format === 'ics' && (
        <label className="check">
          <input type="checkbox" name="accept_new" value="true" /> {w('acceptNew')}
        </label>
      )}
      {format === 'tec' && (
        <>
          <label className="check">
            <input type="checkbox" name="series" value="true" /> {w('series')}
          </label>
          <label className="check">
            <input type="checkbox" name="keep_ids" value="true" /> {w('keepIds')}
          </label>
        </>
      )}
    </details>
  )
}

const dateOrders = ['', 'dmy', 'mdy', 'ymd'] as const

type How = Omit<AdminInput<'POST /imports/:id/preview'>, 'id'>

/** What was typed there. */
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
