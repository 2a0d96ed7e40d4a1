import { useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { namesIn } from '../../../define/base/objects.ts'
import { type Interval, intervals } from '../../../define/import-messages.ts'
import type { ImportDetails } from '../../../sdk/index.ts'
import { useSubmit } from '../../client/use-submit.ts'
import { useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { howOf } from './how.tsx'
import { intervalNames, messages } from './messages.ts'

const intervalName = namesIn(intervals)

/** Subscribes to a feed with the choices of its preview. */
export function SubscribeThus({ run, onClose }: { run: ImportDetails; onClose(): void }) {
  const w = useMessagesOf(messages)
  const everyName = useMessagesOf(intervalNames)
  const queries = useQueryClient()
  const [, go] = useLocation()
  const { mutate, isPending, error } = useSubmit('POST /subscriptions', {
    async onSuccess() {
      await queries.invalidateQueries({ queryKey: ['subscriptions'] })
      go('/imports')
    },
  })
  const { format, from: url } = run
  return (
    <FormDialog
      title={w('subscribe')}
      about={url}
      action={w('subscribeNow')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={({ source, every }) => {
        const often: Interval = intervalName.find(one => one === every) ?? 'daily'
        mutate({ ...howOf(run), url, format, every: often, ...(source && { source }) })
      }}
    >
      <Choice
        name="every"
        label={w('every')}
        defaultValue="daily"
        options={intervalName.map(one => [one, everyName(one)] as const)}
      />
      <TextInput
        name="source"
        label={w('source')}
        hint={w('feedSourceHint')}
        defaultValue={run.source}
        autoComplete="off"
      />
    </FormDialog>
  )
}
