import {
  type ImportFormat,
  newStatuses,
  policies,
  removedPolicies,
} from '../../../define/import-messages.ts'
import { languages } from '../../../define/text/language.ts'
import { languageTable } from '../../../define/text/language-table.ts'
import type { AdminInput, ImportDetails } from '../../../sdk/index.ts'
import { useMessagesOf } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Columns, mapIn, unreadIn } from './columns.tsx'
import {
  dateOrderNames,
  messages,
  newStatusNames,
  policyNames,
  removedPolicyNames,
} from './messages.ts'
import { matchesTyped } from './new-names.tsx'

type Props = { format: ImportFormat; run?: ImportDetails }

export const optionOf = (run: ImportDetails | undefined, name: string) =>
  run?.options.find(option => option.name === name)?.value

/** Options for reading and writing a source; `run`: the preview before, which has the columns of a table. */
export function HowInputs({ format, run }: Props) {
  const before = (name: string) => optionOf(run, name)
  const w = useMessagesOf(messages)
  const policyName = useMessagesOf(policyNames)
  const removedPolicyName = useMessagesOf(removedPolicyNames)
  const statusName = useMessagesOf(newStatusNames)
  return (
    <>
      <Choice
        name="status"
        label={w('status')}
        defaultValue={before('status') ?? ''}
        options={offeredStatuses.map(one => [one, statusName(one)] as const)}
      />
      <Choice
        name="source_language"
        label={w('sourceLanguage')}
        defaultValue={before('source_language') ?? ''}
        options={languageChoices(w('asSource'))}
      />
      <details className="import-how">
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
        {format === 'csv' && <TableInputs {...(run && { run })} />}
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
    </>
  )
}

/** The options of a table: those of its columns that have a field, and how it is read. */
function TableInputs({ run }: Pick<Props, 'run'>) {
  const w = useMessagesOf(messages)
  const dateOrderName = useMessagesOf(dateOrderNames)
  const unread = run ? unreadIn(run) : []
  const read = (run?.columns ?? []).filter(column => !unread.includes(column))
  return (
    <>
      <TextInput
        name="sheet"
        label={w('sheet')}
        defaultValue={optionOf(run, 'sheet') ?? ''}
        autoComplete="off"
      />
      {run && read.length > 0 && <Columns columns={read} fields={run.fields} />}
      <Choice
        name="dates"
        label={w('dates')}
        defaultValue={optionOf(run, 'dates') ?? ''}
        options={dateOrders.map(one => [one, dateOrderName(one)] as const)}
      />
    </>
  )
}

/** Published unless the source says otherwise, or one that waits. */
const offeredStatuses = ['', 'pending', 'draft'] as const

function Check({ name, label, isOn }: { name: string; label: string; isOn: boolean }) {
  return (
    <label className="check">
      <input type="checkbox" name={name} value="true" defaultChecked={isOn} /> {label}
    </label>
  )
}

const languageChoices = (usual: string): (readonly [string, string])[] => [
  ['', usual],
  ...languages.map(one => [one, languageTable[one].name] as const),
]

const dateOrders = ['', 'dmy', 'mdy', 'ymd'] as const

type How = Omit<AdminInput<'POST /imports/:id/preview'>, 'id'>

/** The options of an import, as its parameters. */
export const howOf = (run: ImportDetails): How =>
  howIn(Object.fromEntries(run.options.filter(isOn).map(({ name, value }) => [name, value])), run)

/** A flag that is off is none that was typed. */
const isOn = ({ value }: ImportDetails['options'][number]) => value !== 'false'

/** The typed options; those without an input are as before. */
export function howIn(typed: Record<string, string>, run?: ImportDetails): How {
  const { policy, gone: removed, threshold, dates, sheet, accept_new, series, keep_ids } = typed
  const status = newStatuses.find(one => one === typed.status)
  const matches = run && matchesTyped(typed, run)
  const language = languageOr(typed.source_language)
  const map = run && mapIn(typed, run, optionOf(run, 'map'))
  const order = dateOrders.find(one => one === dates)
  const chosen = {
    policy: policies.find(one => one === policy),
    gone: removedPolicies.find(one => one === removed),
  }
  return {
    ...(chosen.policy && { policy: chosen.policy }),
    ...(chosen.gone && { gone: chosen.gone }),
    ...(threshold && { threshold: Number(threshold) }),
    ...(status && { status }),
    ...(matches && { matches }),
    ...(map && { map }),
    ...(order && { dates: order }),
    ...(language && { source_language: language }),
    ...(sheet && { sheet }),
    ...(accept_new && { accept_new: true }),
    ...(series && { series: true }),
    ...(keep_ids && { keep_ids: true }),
  }
}
