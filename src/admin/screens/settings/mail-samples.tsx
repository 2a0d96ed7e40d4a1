import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { type MailName, mailLabels, mailNames } from '../../../define/mail-messages.ts'
import { type Language, textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import { Choice, languageOr } from '../../parts/choice.tsx'
import { DoneNote } from '../../parts/done-note.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { settingsKey } from './use-settings.ts'

const messages = {
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
export function MailSamples() {
  const { server, place } = useApp()
  const { site } = useUser()
  const t = useMessagesOf(messages)
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
