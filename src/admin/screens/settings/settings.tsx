import { useQuery } from '@tanstack/react-query'
import { useKnown, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { MailSamples } from './mail-samples.tsx'
import { messages } from './messages.ts'
import { Others } from './others.tsx'
import { SettingsForm } from './settings-form.tsx'
import { settingsKey, tagged } from './use-settings.ts'

/** How the service is set: what can be changed while it runs, and all the rest to look at. */
export function Settings({ title }: TitledScreen) {
  const { server } = useKnown()
  const w = useMessagesOf(messages)
  const { data, error } = useQuery({
    queryKey: settingsKey,
    queryFn: async () => tagged(await server.admin('GET /settings')),
    // changes by others are reported at saving: a tag that came by itself would hide it
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  return (
    <div className="sections">
      <Title text={title} />
      <p className="hint intro">{w('about')}</p>
      {data ? (
        <>
          <SettingsForm settings={data.settings} tag={data.tag} />
          <MailSamples />
          <Others settings={data.settings.filter(({ label }) => label === null)} />
        </>
      ) : error ? (
        <ProblemNote error={error} />
      ) : (
        <Skeleton />
      )}
    </div>
  )
}
