import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Input, SearchField } from 'react-aria-components'
import type { Setting } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { MailSamples } from './mail-samples.tsx'
import { groupMessages, messages } from './messages.ts'
import { Others } from './others.tsx'
import { groupId, SettingsForm } from './settings-form.tsx'
import { settingsKey, tagged } from './use-settings.ts'
import { isMatch } from './values.ts'

/** The settings of the service: those that can be changed while it runs, and the others for reading. */
export function Settings({ title }: TitledScreen) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const [search, setSearch] = useState('')
  const { data, error } = useQuery({
    queryKey: settingsKey,
    queryFn: async () => tagged(await server.admin('GET /settings')),
    // changes by others are reported at saving: a tag that came by itself would hide it
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  // the browser has looked for the place of a link before it was there
  const isRead = data !== undefined
  useEffect(() => {
    if (isRead) document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [isRead])
  return (
    <div className="sections">
      <Title text={title} />
      <p className="hint intro">{w('about')}</p>
      <SearchField className="field" aria-label={w('search')} value={search} onChange={setSearch}>
        <Input placeholder={w('search')} maxLength={100} />
      </SearchField>
      {data && search === '' && <Groups settings={data.settings} />}
      {data ? (
        <>
          <SettingsForm settings={data.settings} tag={data.tag} search={search} />
          {search === '' && <MailSamples />}
          <Others
            settings={data.settings.filter(
              setting => setting.label === null && isMatch(setting, '', search),
            )}
          />
        </>
      ) : error ? (
        <ProblemNote error={error} />
      ) : (
        <Skeleton />
      )}
    </div>
  )
}

/** Leads to the groups, which are many. */
function Groups({ settings }: { settings: readonly Setting[] }) {
  const w = useMessagesOf(messages)
  const group = useMessagesOf(groupMessages)
  const groups = [...new Set(settings.filter(({ label }) => label !== null).map(of => of.group))]
  return (
    <nav aria-label={w('groups')} className="setting-groups">
      {groups.map(name => (
        <a key={name} href={`#${groupId(name)}`}>
          {group(name)}
        </a>
      ))}
    </nav>
  )
}
