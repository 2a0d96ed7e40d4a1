import { forms } from 'virtual:forms'
import { Link } from 'react-aria-components'
import { isNameIn } from '../../../define/base/objects.ts'
import { importOptions } from '../../../define/import-options.ts'
import { textIn } from '../../../define/text/language.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Section } from '../../parts/section.tsx'
import { ListedRecords } from './listed.tsx'
import { messages, readNames } from './messages.ts'

type Remark = ImportDetails['notes'][number]

/** The report of an import or of a dry run. */
export function Report({ run }: { run: ImportDetails }) {
  const w = useMessagesOf(messages)
  const {
    read,
    problems,
    conflicts,
    notes,
    listed,
    gone: removed,
    gone_changed: changed,
    undone,
  } = run
  return (
    <>
      {removed > 0 && <p>{w('goneFound', { found: removed, changed })}</p>}
      {undone && undone.records.length > 0 && (
        <Section heading={w('left')}>
          <ul className="lines">
            {undone.records.map(({ kind, id, title, reason }) => (
              <li key={`${kind} ${id}`}>
                <div>
                  <Link href={`/${forms[kind]?.path}/${id}`}>{title || `#${id}`}</Link>
                  <p className="hint">{reason}</p>
                </div>
              </li>
            ))}
          </ul>
        </Section>
      )}
      <ListedRecords run={run} />
      {/* an older report, and that of an archive, list no records */}
      {listed.refused === 0 && <Remarks heading={w('problems')} of={problems} />}
      <Remarks heading={w('conflicts')} of={conflicts} />
      <Remarks heading={w('notes')} of={notes} />
      {read.length > 0 && <Read of={read} />}
    </>
  )
}

/** The guesses about how to read the source. */
function Read({ of }: { of: ImportDetails['read'] }) {
  const { language } = useApp().place
  const w = useMessagesOf(messages)
  const nameOf = (name: string) => textIn(readNames[name] ?? { en: name, fr: name }, language)
  const wordsFor = (name: string, value: string) => {
    const word =
      name === 'dates' && isNameIn(importOptions.dates.names, value)
        ? importOptions.dates.names[value]
        : name === 'kind'
          ? forms[value]?.many
          : undefined
    return word ? textIn(word, language) : value
  }
  // the columns have a table of their own
  const guesses = of.filter(({ name }) => !name.startsWith('column '))
  return (
    <Section heading={w('read')}>
      <ul className="lines">
        {guesses.map(({ name, value }) => (
          <li key={name}>
            <div>
              <strong>{nameOf(name)}</strong>
              <p className="hint">{wordsFor(name, value)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function usePlace() {
  const w = useMessagesOf(messages)
  return ({ line, part, source_id }: Pick<Remark, 'line' | 'part' | 'source_id'>) =>
    [part, line === null ? null : w('line', { line })].filter(Boolean).join(', ') ||
    (source_id ?? '')
}

function Remarks({ heading, of }: { heading: string; of: readonly Remark[] }) {
  const placeOf = usePlace()
  if (of.length === 0) return null
  return (
    <Section heading={heading}>
      <ul className="lines">
        {of.map((remark, at) => (
          <li key={`${placeOf(remark)} ${at}`}>
            <div>
              {remark.reason}
              <p className="hint">{placeOf(remark)}</p>
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}
