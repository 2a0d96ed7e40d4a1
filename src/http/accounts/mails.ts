import type { User } from '../../calendar/account-types.ts'
import type { OneTimeLink } from '../../calendar/sign-in/links.ts'
import { type Language, type Sentence, say } from '../../define/text/language.ts'
import type { Message, Service } from '../service.ts'

/** What mails say, paragraph by paragraph; the link has one of its own. */
const mails = {
  invitation: {
    subject: { en: 'Your account at {site}', fr: 'Votre compte : {site}' },
    about: {
      en: 'There is an account for you at {site}. Your login is {login}. Choose your password by this link, which works once, until {until}:',
      fr: 'Un compte vous attend sur {site}. Votre identifiant est {login}. Choisissez votre mot de passe par ce lien, qui sert une fois, jusqu’au {until} :',
    },
    after: {
      en: 'If you expect no account, ignore this mail.',
      fr: 'Si vous n’attendez pas de compte, ne tenez pas compte de ce courrier.',
    },
  },
  password: {
    subject: { en: 'A new password for {site}', fr: 'Un nouveau mot de passe : {site}' },
    about: {
      en: 'Somebody asked for a new password for your account {login} at {site}. Choose it by this link, which works once, until {until}:',
      fr: 'Un nouveau mot de passe a été demandé pour votre compte {login} sur {site}. Choisissez-le par ce lien, qui sert une fois, jusqu’au {until} :',
    },
    after: {
      en: 'If it was not you, ignore this mail: your password stays as it is.',
      fr: 'Si la demande ne vient pas de vous, ne tenez pas compte de ce courrier : votre mot de passe reste le même.',
    },
  },
} as const satisfies Record<OneTimeLink['purpose'], Record<'subject' | 'about' | 'after', Sentence>>

const marks: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replace(/[&<>"]/g, mark => marks[mark] ?? mark)

/** The mail with a one-time link, in the language of its user. */
export function linkMail(
  { site, about, bases }: Pick<Service, 'site' | 'about' | 'bases'>,
  { login, language: own }: Pick<User, 'login' | 'language'>,
  { purpose, expires }: OneTimeLink,
  url: string,
): Message {
  const language: Language = own || site.language
  const until = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    ...{ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' },
    ...{ timeZoneName: 'short', timeZone: zoneOf(site.zone) },
  }).format(expires * 1000)
  const name = about.siteName || new URL(bases.main.publicUrl).host
  const words = mails[purpose]
  const tell = (sentence: Sentence) => say(sentence, language, { site: name, login, until })
  const [before, after] = [tell(words.about), tell(words.after)]
  const link = `<a href="${escaped(url)}">${escaped(url)}</a>`
  return {
    subject: tell(words.subject).replace(/[\r\n]+/g, ' '),
    text: `${before}\n\n${url}\n\n${after}\n`,
    html: `<!doctype html>
<html lang="${language}">
<body>
<p>${escaped(before)}</p>
<p>${link}</p>
<p>${escaped(after)}</p>
</body>
</html>
`,
  }
}

/** A zone that is an offset has another form for the formatter. */
function zoneOf(zone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone
  } catch {
    return 'UTC'
  }
}
