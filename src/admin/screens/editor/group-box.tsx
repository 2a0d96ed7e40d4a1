import { useKnown } from '../../context.tsx'
import { FieldInput } from '../../fields/field.tsx'
import type { Group } from '../../forms/layouts.ts'
import type { Form } from '../../forms/model.ts'
import { TextPair } from './texts.tsx'
import type { Edits } from './use-edits.ts'

type Props = { form: Form; group: Group; edits: Edits; isDisabled: boolean }

/** Inputs that belong together, with their heading. */
export function GroupBox({ group, edits, isDisabled }: Props) {
  const { language } = useKnown().place
  const heading = `group-${group.name}`
  return (
    <section className={`group is-${group.name}`} aria-labelledby={heading}>
      <h2 id={heading}>{group.heading[language]}</h2>
      <div className="inputs">
        {group.fields.map(field =>
          field.isText ? (
            <TextPair key={field.name} {...{ field, edits, isDisabled }} page={language} />
          ) : (
            <FieldInput
              key={field.name}
              field={field}
              label={field.label[language]}
              value={edits.values.facts[field.name] ?? null}
              onChange={value => edits.setFact(field.name, value)}
              error={edits.wrong.facts[field.name]}
              hint={
                group.name === 'more' || group.name === 'options' ? field.hint[language] : undefined
              }
              isDisabled={isDisabled}
            />
          ),
        )}
      </div>
    </section>
  )
}
