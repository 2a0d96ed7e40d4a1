import { forms } from 'virtual:forms'
import { useState } from 'react'
import { matchKey, type NameMatch, writtenMatches } from '../../../define/import-matches.ts'
import { textIn } from '../../../define/text/language.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { RecordPicker } from '../../parts/record-picker.tsx'
import { messages } from './messages.ts'

type Names = Pick<ImportDetails, 'creates' | 'matches'>
type Kind = NameMatch['kind']

const inputOf = (kind: string, name: string) => `match ${matchKey(kind, name)}`

/** The names that would be created, and those that were matched before. */
function namesIn({
  creates,
  matches,
}: Names): { kind: Kind; name: string; id: number; count: number }[] {
  const matched = matches.map(({ kind, name, id }) => ({ kind, name, id, count: 0 }))
  const isMatched = (key: string) => matched.some(({ kind, name }) => matchKey(kind, name) === key)
  const others = creates.filter(({ kind, name }) => !isMatched(matchKey(kind, name)))
  return [...matched, ...others.map(one => ({ ...one, id: 0 }))]
}

/** The typed matches, as the parameter. */
export const matchesTyped = (typed: Record<string, string>, run: Names): string =>
  writtenMatches(
    namesIn(run)
      .map(({ kind, name, id }) => ({ kind, name, id: Number(typed[inputOf(kind, name)] ?? id) }))
      .filter(({ id }) => id > 0),
  )

/** Names that are open at once; more are folded. */
const fewNames = 8

/** The venues, organizers and terms that an import would create, each with the choice of one that is here. */
export function NewNames({ run, onChange }: { run: Names; onChange(): void }) {
  const w = useMessagesOf(messages)
  const names = namesIn(run)
  if (names.length === 0) return null
  return (
    <details open={names.length <= fewNames} className="import-names">
      <summary>{w('newNames', { count: names.length })}</summary>
      <p className="hint">{w('newNamesAbout')}</p>
      {names.map(one => (
        <NewName key={inputOf(one.kind, one.name)} {...one} onChange={onChange} />
      ))}
    </details>
  )
}

type Props = { kind: Kind; name: string; id: number; count: number; onChange(): void }

function NewName({ kind, name, id, count, onChange }: Props) {
  const { language } = useApp().place
  const w = useMessagesOf(messages)
  const [chosen, setChosen] = useState(id)
  const form = forms[kind]
  if (!form) return null
  const label = [name, textIn(form.one, language), count > 0 && w('named', { count })]
  return (
    <div>
      <RecordPicker
        form={form}
        label={label.filter(Boolean).join(' · ')}
        value={chosen}
        none={w('createIt')}
        onChange={to => {
          setChosen(to)
          onChange()
        }}
      />
      <input type="hidden" name={inputOf(kind, name)} value={chosen} />
    </div>
  )
}
