import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { erasureLimits, personalPlaceNames } from '../../../define/erasure-messages.ts'
import type { AdminOutput } from '../../../operations/admin-api/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useMessagesOf } from '../../context.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { messages } from './messages.ts'

type Report = AdminOutput<'POST /erasure'>

/** Finds what is stored of a person, and erases it once that was looked at. */
export function ErasePerson({ onClose }: { onClose(): void }) {
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const [who, setWho] = useState('')
  const { mutate, isPending, error, data } = useSubmit('POST /erasure', {
    onSuccess: () => queries.invalidateQueries({ queryKey: ['users'] }),
  })
  const [isErased, setErased] = useState(false)
  if (!data)
    return (
      <FormDialog
        title={w('erase')}
        about={w('eraseAbout')}
        action={w('look')}
        isPending={isPending}
        error={error}
        onClose={onClose}
        onSend={({ person = '' }) => {
          setWho(person)
          mutate({ who: person })
        }}
      >
        <TextInput name="person" label={w('person')} autoComplete="off" isRequired autoFocus />
      </FormDialog>
    )
  const isOver = isErased || data.erased === 0
  return (
    <FormDialog
      title={w('erase')}
      about={
        data.found.length > 0
          ? w(isErased ? 'haveErased' : 'willErase', counts(data))
          : w('nothingOf', { who })
      }
      action={isOver ? w('done') : w('eraseNow')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={() => {
        if (isOver) return onClose()
        mutate({ who, erase: true }, { onSuccess: () => setErased(true) })
      }}
    >
      <Matches of={data} />
    </FormDialog>
  )
}

const counts = ({ erased, stays }: Report) => ({ erased, stays })

function Matches({ of }: { of: Report }) {
  const w = useMessagesOf(messages)
  const place = useMessagesOf(personalPlaceNames)
  const limits = useMessagesOf({ limits: erasureLimits })
  return (
    <>
      <ul className="lines">
        {of.found.map(({ place: where, kind, id, title, outcome }) => (
          <li key={`${where} ${kind} ${id}`}>
            {place(where)}: {title || `${kind} ${id}`} ({w(outcome === 'erased' ? 'goes' : 'stays')}
            )
          </li>
        ))}
      </ul>
      {of.found.length > 0 && <p className="hint">{limits('limits')}</p>}
    </>
  )
}
