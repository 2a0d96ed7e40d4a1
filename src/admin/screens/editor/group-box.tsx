import { type ReactNode, useState } from 'react'
import { languages, textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { FieldInput } from '../../fields/field.tsx'
import { messages } from '../../fields/messages.ts'
import { PlaceSearch } from '../../fields/place-search.tsx'
import { otherClocks, skippedTimes } from '../../forms/clocks.ts'
import type { Group } from '../../forms/layouts.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { isDay, isRegionOfUse, isVisible } from '../../forms/stands.ts'
import { type PlaceMatch, placeFacts } from '../../forms/venue-place.ts'
import { zoneHere } from '../../forms/zone-clock.ts'
import { VenueMap } from '../../pin/venue-map.tsx'
import { SeriesDates } from './dates/series-dates.tsx'
import { isOneDate } from './open.ts'
import { TextPair } from './texts.tsx'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; group: Group; edits: Edits; isDisabled: boolean }

/** The notes below the inputs of a group. */
const notes: Partial<Record<string, (props: NoteProps) => ReactNode>> = {
  when: WhenNote,
  cost: CostNote,
  map: PinNote,
}
type NoteProps = Pick<Props, 'form' | 'edits' | 'isDisabled'>

/** Inputs that belong together, with their heading. */
export function GroupBox({ form, group, edits, isDisabled }: Props) {
  const { language } = useApp().place
  const heading = `group-${group.name}`
  const Note = notes[group.name]
  if (group.isFolded)
    return <FoldedGroup form={form} group={group} edits={edits} isDisabled={isDisabled} />
  return (
    <section className={`group is-${group.name}`} aria-labelledby={heading}>
      <h2 id={heading}>{textIn(group.heading, language)}</h2>
      <div className="inputs">
        {group.name === 'address' && !isDisabled && (
          <PlaceSearch onChoose={place => fillPlace(edits, place)} />
        )}
        <GroupInputs form={form} group={group} edits={edits} isDisabled={isDisabled} />
        {Note && <Note form={form} edits={edits} isDisabled={isDisabled} />}
      </div>
    </section>
  )
}

/** Rarely used inputs: folded until they are opened or have an error. */
function FoldedGroup({ form, group, edits, isDisabled }: Props) {
  const { language } = useApp().place
  const [isOpen, setIsOpen] = useState(false)
  const names = group.fields.map(({ name }) => name)
  const isWrong = useOf(edits, ({ wrong: { texts } }) =>
    languages.some(of => names.some(name => texts[of][name] !== undefined)),
  )
  if (isWrong && !isOpen) setIsOpen(true)
  return (
    <details
      className={`group is-${group.name}`}
      open={isOpen}
      onToggle={event => setIsOpen(event.currentTarget.open)}
    >
      <summary>{textIn(group.heading, language)}</summary>
      {isOpen && (
        <div className="inputs">
          <GroupInputs form={form} group={group} edits={edits} isDisabled={isDisabled} />
        </div>
      )}
    </details>
  )
}

function GroupInputs({ form, group, edits, isDisabled }: Props) {
  const { language } = useApp().place
  return group.fields.map(field =>
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
      <FactInput
        key={field.name}
        field={field}
        edits={edits}
        hasHint={hasHints.has(group.name)}
        isDisabled={isDisabled}
      />
    ),
  )
}

type FactProps = { field: FormField; edits: Edits; hasHint: boolean; isDisabled: boolean }

/** The input of a common field, while it is of use as the form stands. */
function FactInput({ field, edits, hasHint, isDisabled }: FactProps) {
  const { language } = useApp().place
  const { may } = useUser()
  const { name } = field
  const isRule = field.as === 'recurrence'
  const value = useOf(edits, of => of.values.facts[name] ?? null)
  const error = useOf(edits, of => of.wrong.facts[name] ?? of.trial.wrong.facts[name])
  const isOfUse = useOf(
    edits,
    ({ opened, values: { facts } }) =>
      isVisible(field, facts) && isRegionOfUse(field, opened.values.facts, facts),
  )
  const isAllDay = useOf(edits, of => isDay(field, of.values.facts))
  // a rule is said with the start that it begins with, an end is typed after it
  const isTimed = isRule || field.as === 'moment'
  const facts = useOf(edits, of => (isTimed ? of.values.facts : undefined))
  // the rule belongs to the series, whose form has it
  const isElsewhere = useOf(edits, of => isRule && isOneDate(of.opened))
  const isDecidedByOthers = field.byPublishers && !may.event.publish
  if (!isOfUse || isElsewhere || isDecidedByOthers) return null
  return (
    <FieldInput
      field={field}
      label={textIn(field.label, language)}
      value={value}
      onChange={next => edits.setFact(name, next)}
      error={error}
      hint={hasHint ? textIn(field.hint, language) : undefined}
      isDisabled={isDisabled}
      isDay={isAllDay}
      {...(field.as === 'moment' && {
        unread: wrong => edits.setUnread(name, wrong),
        onEnd: edits.endOf(name),
      })}
      {...(facts && { facts })}
    />
  )
}

const hasHints = new Set(['more', 'options'])

/** Fills the fields with the place, where the user can change them. */
function fillPlace(edits: Edits, place: PlaceMatch) {
  for (const [name, value] of Object.entries(placeFacts(place))) edits.setFact(name, value)
}

/** The map of a venue. A pin that is moved fills the two fields next to the map. */
function PinNote({ edits, isDisabled }: NoteProps) {
  const facts = useOf(edits, of => of.values.facts)
  return <VenueMap facts={facts} isDisabled={isDisabled} onChange={edits.setFact} />
}

type WhenNoteProps = { form: Form; edits: Edits; isDisabled: boolean }

/** Below the dates: when that is on other clocks, and the dates of a series. */
function WhenNote({ form, edits, isDisabled }: WhenNoteProps) {
  const trial = useOf(edits, of => of.trial)
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const zone = zoneHere()
  const isAllDay = useOf(edits, of => of.values.facts.all_day === true)
  const clocks = isAllDay ? [] : otherClocks(trial.shows?.when ?? null, { locale, zone })
  const skipped = skippedTimes(trial.shows?.when ?? null, trial.of)
  return (
    <>
      <div className="clocks is-wide" role="status">
        {skipped.map(({ field, typed, becomes }) => (
          <p key={field} className="note">
            {t('skippedTime', { typed, becomes })}
          </p>
        ))}
        {clocks.map(({ whose, zone, when }) => (
          <p key={whose} className="hint">
            {t(whose === 'site' ? 'siteClock' : 'yourClock', { zone, when })}
          </p>
        ))}
      </div>
      <SeriesDates form={form} edits={edits} isDisabled={isDisabled} />
    </>
  )
}

/** The displayed cost of the event, if it differs from the typed one. */
function CostNote({ edits }: Pick<WhenNoteProps, 'edits'>) {
  const trial = useOf(edits, of => of.trial)
  const t = useMessagesOf(messages)
  const typed = useOf(edits, of => String(of.values.facts.cost ?? '').trim())
  const { en = '', fr = '' } = trial.shows?.cost ?? {}
  const costs = [...new Set([en, fr])].filter(each => each !== '')
  if (typed === '' || costs.every(each => each === typed)) return null
  return (
    <p className="hint" role="status">
      {t('costShown', { cost: costs.join(' / ') })}
    </p>
  )
}
