import type { ReactNode } from 'react'
import { textIn } from '../../../define/text/language.ts'
import { useKnown } from '../../context.tsx'
import { FieldInput } from '../../fields/field.tsx'
import type { Group } from '../../forms/layouts.ts'
import type { Form } from '../../forms/model.ts'
import { isDay, isShown } from '../../forms/stands.ts'
import { VenueMap } from '../../pin/venue-map.tsx'
import { isOneDate } from './open.ts'
import { TextPair } from './texts.tsx'
import type { Edits } from './use-edits.ts'
import type { Trial } from './use-trial.ts'
import { CostNote, WhenNote } from './when-note.tsx'

type Props = { form: Form; group: Group; edits: Edits; trial: Trial; isDisabled: boolean }

/** What stands below the inputs of a group. */
const notes: Partial<Record<string, (props: NoteProps) => ReactNode>> = {
  when: WhenNote,
  cost: CostNote,
  map: PinNote,
}
type NoteProps = Pick<Props, 'form' | 'edits' | 'trial' | 'isDisabled'>

/** Inputs that belong together, with their heading: those that are of use as the form stands. */
export function GroupBox({ form, group, edits, trial, isDisabled }: Props) {
  const { language } = useKnown().place
  const heading = `group-${group.name}`
  const { facts } = edits.values
  const Note = notes[group.name]
  return (
    <section className={`group is-${group.name}`} aria-labelledby={heading}>
      <h2 id={heading}>{textIn(group.heading, language)}</h2>
      <div className="inputs">
        {group.fields
          .filter(field => isShown(field, facts))
          // the rule belongs to the series, whose form has it
          .filter(({ as }) => as !== 'recurrence' || !isOneDate(edits.opened))
          .map(field =>
            field.isText ? (
              <TextPair
                key={field.name}
                form={form}
                field={field}
                edits={edits}
                isDisabled={isDisabled}
                page={language}
              />
            ) : (
              <FieldInput
                key={field.name}
                field={field}
                label={textIn(field.label, language)}
                value={facts[field.name] ?? null}
                onChange={value => edits.setFact(field.name, value)}
                error={edits.wrong.facts[field.name] ?? trial.wrong.facts[field.name]}
                hint={hasHints.has(group.name) ? textIn(field.hint, language) : undefined}
                isDisabled={isDisabled}
                isDay={isDay(field, facts)}
                facts={facts}
              />
            ),
          )}
        {Note && <Note form={form} edits={edits} trial={trial} isDisabled={isDisabled} />}
      </div>
    </section>
  )
}

const hasHints = new Set(['more', 'options'])

/** The map of a venue: what is set on it stands in the two fields beside. */
function PinNote({ edits, isDisabled }: NoteProps) {
  return <VenueMap facts={edits.values.facts} isDisabled={isDisabled} onChange={edits.setFact} />
}
