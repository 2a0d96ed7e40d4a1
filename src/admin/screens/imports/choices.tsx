import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { PlainForm } from '../../parts/plain-form.tsx'
import { Section } from '../../parts/section.tsx'
import { Columns, unreadIn } from './columns.tsx'
import { HowInputs, howIn } from './how.tsx'
import { messages } from './messages.ts'
import { NewNames } from './new-names.tsx'

type Props = { run: ImportDetails; onChange(isChanged: boolean): void }

/** What a preview asks: the fields of unknown columns, the records that new names mean, and how all is written. */
export function Choices({ run, onChange }: Props) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const queries = useQueryClient()
  const { id, format } = run
  const unread = unreadIn(run)
  const { mutate, isPending, error } = useMutation({
    mutationFn: (typed: Record<string, string>) =>
      server.admin('POST /imports/:id/preview', { id, ...howIn(typed, run) }),
    onSuccess() {
      onChange(false)
      return queries.invalidateQueries({ queryKey: ['imports'] })
    },
  })
  return (
    <Section heading={w('choices')} about={w('choicesAbout')}>
      <PlainForm
        action={w('previewAgain')}
        isPending={isPending}
        error={error}
        keepsEmpty
        onTyping={() => onChange(true)}
        onSend={typed => mutate(typed)}
      >
        {unread.length > 0 && (
          <>
            <p>{w('unread', { count: unread.length })}</p>
            <Columns columns={unread} fields={run.fields} />
          </>
        )}
        <NewNames run={run} onChange={() => onChange(true)} />
        <HowInputs format={format} run={run} />
      </PlainForm>
    </Section>
  )
}
