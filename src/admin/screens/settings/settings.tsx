import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import { type MailName, mailLabels, mailNames } from '../../../define/mail-messages.ts'
import { type Language, textIn } from '../../../define/text/language.ts'
import type { Setting } from '../../../sdk/index.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { DoneNote } from '../../parts/hint.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Skeleton } from '../../parts/skeleton.tsx'
import { Title, type TitledScreen } from '../../parts/title.tsx'
import { groupMessages, messages } from './messages.ts'
import { useSettingText, useSource } from './origin.tsx'
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

const sampleMessages = {
  heading: { en: 'E-mails about submissions', fr: 'E-mails sur les propositions' },
  about: {
    en: 'As they are sent, with sample values. Their texts are settings.',
    fr: 'Tels qu’ils sont envoyés, avec des valeurs d’exemple. Leurs textes sont des réglages.',
  },
  noMail: {
    en: 'No mail server is set up: none of these e-mails is sent.',
    fr: 'Aucun serveur de messagerie n’est configuré : aucun de ces e-mails n’est envoyé.',
  },
  mail: { en: 'E-mail', fr: 'E-mail' },
  language: { en: 'Language', fr: 'Langue' },
  test: { en: 'Send it to me', fr: 'Me l’envoyer' },
  sent: { en: 'It will be sent to {to}.', fr: 'Il sera envoyé à {to}.' },
} as const

/** A preview of the e-mails to editors, authors and visitors. */
function MailSamples() {
  const { server, place } = useApp()
  const { site } = useUser()
  const t = useMessagesOf(sampleMessages)
  const [name, setName] = useState<MailName>('received')
  const [language, setLanguage] = useState<Language>(place.language)
  const { data, error } = useQuery({
    queryKey: [...settingsKey, 'mails'],
    queryFn: async () => (await server.admin('GET /mails')).mails,
    staleTime: 0,
  })
  const send = useMutation({
    mutationFn: () => server.admin('POST /mails/test', { name, language }),
  })
  const sample = data?.find(mail => mail.name === name && mail.language === language)
  return (
    <Section heading={t('heading')} about={t('about')}>
      {!site.sendsMail && <p className="note">{t('noMail')}</p>}
      <Choice
        label={t('mail')}
        value={name}
        options={mailNames.map(each => [each, textIn(mailLabels[each], place.language)] as const)}
        onChange={word => setName(mailNames.find(each => each === word) ?? 'received')}
      />
      <Choice
        label={t('language')}
        value={language}
        options={site.languages.map(({ code, name: called }) => [code, called] as const)}
        onChange={word => setLanguage(languageOr(word) || place.language)}
      />
      <ProblemNote error={error ?? send.error} />
      {sample && (
        <figure className="mail-sample" lang={language}>
          <figcaption>{sample.subject}</figcaption>
          <p>{sample.text}</p>
        </figure>
      )}
      {site.sendsMail && (
        <div className="actions">
          <Button isPending={send.isPending} onPress={() => send.mutate()}>
            {t('test')}
          </Button>
          <DoneNote text={send.data && t('sent', { to: send.data.to })} />
        </div>
      )}
    </Section>
  )
}

/** The settings that are read at the start, to look at. */
function Others({ settings }: { settings: readonly Setting[] }) {
  const w = useMessagesOf(messages)
  const textOf = useSettingText()
  const source = useSource()
  if (settings.length === 0) return null
  return (
    <Section heading={w('others')} about={w('othersAbout')}>
      <table className="plain-table settings-table">
        <thead>
          <tr>
            <th scope="col">{w('setting')}</th>
            <th scope="col">{w('valueAndSource')}</th>
          </tr>
        </thead>
        <tbody>
          {settings.map(setting => (
            <tr key={setting.name}>
              <th scope="row">
                <code>{setting.name}</code>
                <p className="hint">{setting.about}</p>
              </th>
              <td>
                {textOf(setting) || <em>{w('empty')}</em>}
                <p className="hint">
                  {source(setting)} · {w('nextStart')}
                </p>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Section>
  )
}
