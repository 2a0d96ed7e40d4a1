import {
  type Actor,
  mayAdminister,
  type OneTimeLink,
  type User,
  userOf,
} from '../../calendar/index.ts'
import { mailNames } from '../../define/mail-messages.ts'
import { type Language, languages } from '../../define/text/language.ts'
import { type LetterMessages, letterOf } from '../../define/text/letter.ts'
import { textFor } from '../../define/text/local-text.ts'
import { formatMoment } from '../../define/time/moment-formats.ts'
import type { mailsOperations } from '../../operations/admin-api/index.ts'
import { fieldProblem, Problem } from '../../problem/index.ts'
import { type Handlers, sessionOf } from '../api/admin-call.ts'
import type { Message, Service } from '../services/service.ts'

function refuseOthers(actor: Actor) {
  if (!mayAdminister(actor)) throw new Problem('rest_forbidden')
}

export const mailsHandlers: Handlers<typeof mailsOperations> = {
  async 'GET /mails'({ service, actor }) {
    refuseOthers(actor)
    const mails = mailNames.flatMap(name =>
      languages.map(language => {
        const { subject, text } = service.proposalMails.sample(name, language)
        return { name, language, subject, text }
      }),
    )
    return { body: { mails } }
  },

  async 'POST /mails/test'(call) {
    const { service, actor, values } = call
    refuseOthers(actor)
    const { email } = userOf(sessionOf(call).user)
    if (!service.mail) throw new Problem('rest_no_route')
    if (!email) throw fieldProblem('name', noAddress)
    service.mail.send(email, service.proposalMails.sample(values.name, values.language))
    return { body: { to: email } }
  },
}

const noAddress = {
  code: 'no_own_address',
  sentence: {
    en: 'Your account has no e-mail address.',
    fr: 'Votre compte n’a pas d’adresse e-mail.',
  },
}

/** The texts of e-mails, paragraph by paragraph; a link has one of its own, before the last. */
const mails = {
  /** A new account, with its first link. */
  invitation: {
    subject: { en: 'Your account at {site}', fr: 'Votre compte sur {site}' },
    about: {
      en: '{by} has created an account for you at {site}. Your login is {login}. Choose your password with this link. It works once, until {until}:',
      fr: '{by} vous a ouvert un compte sur {site}. Votre identifiant est {login}. Choisissez votre mot de passe avec ce lien, valable une seule fois, jusqu’au {until} :',
    },
    after: {
      en: 'If you were not expecting an account, ignore this e-mail.',
      fr: 'Si vous n’attendiez pas de compte, ignorez cet e-mail.',
    },
  },
  /** A link that an administrator made. */
  link: {
    subject: { en: 'A new password for {site}', fr: 'Un nouveau mot de passe pour {site}' },
    about: {
      en: '{by} has sent you a link for a new password for your account {login} at {site}. It works once, until {until}:',
      fr: '{by} vous envoie un lien pour choisir un nouveau mot de passe pour votre compte {login} sur {site}. Il est valable une seule fois, jusqu’au {until} :',
    },
    after: {
      en: 'Until you use it, your password stays as it is.',
      fr: 'Tant que vous ne l’utilisez pas, votre mot de passe reste le même.',
    },
  },
  /** A link that was requested on the sign-in screen. */
  forgotten: {
    subject: { en: 'A new password for {site}', fr: 'Un nouveau mot de passe pour {site}' },
    about: {
      en: 'Someone requested a new password for your account {login} at {site}. Choose it with this link. It works once, until {until}:',
      fr: 'Un nouveau mot de passe a été demandé pour votre compte {login} sur {site}. Choisissez-le avec ce lien, valable une seule fois, jusqu’au {until} :',
    },
    after: {
      en: 'If it was not you, ignore this e-mail: your password stays as it is.',
      fr: 'Si la demande ne vient pas de vous, ignorez cet e-mail : votre mot de passe reste le même.',
    },
  },
  /** To the former address. The new one is not named: a stranger may read this mailbox. */
  address: {
    subject: {
      en: 'Your account at {site} has another e-mail address',
      fr: 'Votre compte sur {site} a une autre adresse e-mail',
    },
    about: {
      en: 'The e-mail address of the account {login} at {site} has changed. Links for a new password are no longer sent to this one.',
      fr: 'L’adresse e-mail du compte {login} sur {site} a changé. Les liens pour un nouveau mot de passe ne sont plus envoyés à celle-ci.',
    },
    after: {
      en: 'If you did not expect this, tell an administrator of {site} at once: someone else may be using your account.',
      fr: 'Si vous ne vous y attendiez pas, prévenez aussitôt un administrateur de {site} : quelqu’un d’autre utilise peut-être votre compte.',
    },
  },
  codes: {
    subject: {
      en: 'Wrong codes for your account at {site}',
      fr: 'Codes erronés pour votre compte sur {site}',
    },
    about: {
      en: 'Someone signed in to the account {login} at {site} with the right password, and then entered several wrong codes of the second factor. Codes are refused for a while; recovery codes still work.',
      fr: 'Quelqu’un s’est connecté au compte {login} sur {site} avec le bon mot de passe, puis a saisi plusieurs codes erronés de la double authentification. Les codes sont refusés pendant un moment ; les codes de secours restent valables.',
    },
    after: {
      en: 'If it was not you, change your password: someone else knows it.',
      fr: 'Si ce n’était pas vous, changez de mot de passe : quelqu’un d’autre le connaît.',
    },
  },
  passwords: {
    subject: {
      en: 'Failed sign-ins to your account at {site}',
      fr: 'Échecs de connexion à votre compte sur {site}',
    },
    about: {
      en: 'Within an hour, many sign-ins to the account {login} at {site} failed for a wrong password. Your account is not locked, but each network may try only a few times an hour for a while. A link for a new password works as ever.',
      fr: 'En une heure, de nombreuses connexions au compte {login} sur {site} ont échoué sur un mot de passe erroné. Votre compte n’est pas bloqué, mais chaque réseau n’a plus droit qu’à quelques essais par heure pendant un moment. Un lien pour un nouveau mot de passe fonctionne comme toujours.',
    },
    after: {
      en: 'Nobody has signed in this way. If your password is short or in use elsewhere, choose another.',
      fr: 'Personne ne s’est connecté ainsi. Si votre mot de passe est court ou sert ailleurs, choisissez-en un autre.',
    },
  },
  test: {
    subject: { en: 'Test e-mail of {site}', fr: 'E-mail de test de {site}' },
    about: {
      en: 'The mail server of {site} works: this e-mail came from there.',
      fr: 'Le serveur de messagerie de {site} fonctionne : cet e-mail en vient.',
    },
    after: { en: 'There is nothing to do.', fr: 'Il n’y a rien à faire.' },
  },
} as const satisfies Record<string, LetterMessages>

type Site = Pick<Service, 'site' | 'about' | 'bases'>
type Reader = Pick<User, 'login' | 'name' | 'language'>
type Params = Record<string, string | number>

const languageFor = ({ site }: Site, { language }: Reader): Language => language || site.language

/** An e-mail in the language of its reader. */
function written(
  of: Site,
  reader: Reader,
  messages: LetterMessages,
  params: Params,
  url = '',
): Message {
  const language = languageFor(of, reader)
  const site = textFor(of.about.siteName, language) || new URL(of.bases.main.publicUrl).host
  const { login, name } = reader
  const all = { site, login, name: name || login, ...params }
  return letterOf(messages, of.site.locales[language], all, { url })
}

/** The e-mail with a one-time link. `by`: the user who created it; absent for a request from the sign-in screen. */
export function linkMail(
  of: Site,
  reader: Reader,
  { link, url, by = '' }: { link: OneTimeLink; url: string; by?: string },
): Message {
  const until = formatMoment(link.expires, of.site.zone, of.site.locales[languageFor(of, reader)])
  const messages = mails[!by ? 'forgotten' : link.purpose === 'invitation' ? 'invitation' : 'link']
  return written(of, reader, messages, { by, until }, url)
}

/** The notices for the owner of an account. */
export const noticeMail = (
  of: Site,
  reader: Reader,
  kind: 'address' | 'codes' | 'passwords',
): Message => written(of, reader, mails[kind], {})

/** The mail that shows that mail is sent. */
export const testMail = (of: Site, reader: Reader): Message => written(of, reader, mails.test, {})
