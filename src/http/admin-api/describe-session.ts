import { type Entered, rightsOf, type User, userOf } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { textFor } from '../../define/text/local-text.ts'
import { type AdminCall, timestamp } from '../api/admin-call.ts'
import { noCookie, pageToken, sessionCookie } from '../api/sender.ts'
import { type Base, homesOf, isLoopback, rootOf, rootsOf } from '../request/bases.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'

type SessionCall = Pick<AdminCall, 'service' | 'request' | 'base' | 'language'>

/**
 * True if a browser would keep the session cookie: over https, or on its own machine. The browser’s statement about its page counts before
 * the configured URL, because a proxy may not report https.
 */
export function canSignIn(base: Base, { headers, method }: Request): boolean {
  const origin = method === 'GET' ? undefined : headers.origin
  const sent = origin !== undefined && URL.canParse(origin) ? new URL(origin) : undefined
  const url = sent ?? new URL(base.publicUrl)
  return url.protocol === 'https:' || isLocal(url.hostname)
}

const isLocal = (host: string) =>
  isLoopback(host.replace(/^\[|\]$/g, '')) || host.endsWith('.localhost')

/** The public pages, by language: the main one has no prefix. */
export function homeOf({ site }: Service, { publicUrl }: Base): Record<Language, string> {
  const homes = homesOf(publicUrl, site.language)
  return inEachLanguage(language => `${homes[language]}/`)
}

function describeSite({ service, base, language }: SessionCall) {
  const { site, about, limits, isPrivate } = service
  return {
    name: textFor(about.siteName, language),
    accentColor: about.accentColor,
    weekStart: site.weekStarts[language],
    language: site.language,
    languages: languages.map(code => ({ code, name: languageTable[code].name })),
    timezone: site.zone,
    currency: site.currency,
    customFields: site.customFields,
    perPage: site.perPage,
    maxPerPage: site.maxPerPage,
    uploadLimit: limits.upload,
    private: isPrivate,
    version,
    provider: service.provider?.name ?? '',
    findsPlaces: about.geocoder !== 'off',
    sendsMail: service.mail !== undefined,
    root: { plain: rootOf(base, ''), ...rootsOf(base) },
    home: homeOf(service, base),
  }
}

/** The defaults in the form of a new event. */
const newEventsOf = ({ about }: Service) => ({
  venue: about.defaultVenue,
  organizer: about.defaultOrganizer,
  category: about.defaultCategory,
  image: about.defaultImage,
})

export const describeMe = ({ created, hasSecondFactor, ...user }: User) => ({
  id: user.id,
  login: user.login,
  email: user.email,
  name: user.name,
  role: user.role,
  language: user.language,
  reviewMails: user.reviewMails,
  secondFactor: hasSecondFactor,
  created: timestamp(created),
})

/** The signed-in user, their permissions, and the facts about the site that the screens need. */
export async function describeSession(call: SessionCall, entered: Entered | undefined) {
  if (entered) return describeSignedIn(call, entered)
  const { service, request, base } = call
  const isOpen = await service.signIn.firstRun.isOpen()
  return {
    state: isOpen ? ('setup' as const) : ('signed-out' as const),
    canSignIn: canSignIn(base, request),
    site: describeSite(call),
  }
}

function describeSignedIn(call: SessionCall, { session, user, actor, token }: Entered) {
  const { service, request, base } = call
  return {
    state: 'signed-in' as const,
    canSignIn: canSignIn(base, request),
    site: describeSite(call),
    token: pageToken(token),
    user: describeMe(userOf(user)),
    session: {
      id: session.id,
      created: timestamp(session.created),
      expires: timestamp(session.expires),
      idle_until: timestamp(session.idleUntil),
    },
    may: { ...rightsOf(actor), imports: service.imports.allows(actor) },
    newEvents: newEventsOf(service),
  }
}

/** The same, with the cookie that the session has from now on. */
export const sessionAnswer = (call: SessionCall, entered: Entered) => ({
  body: describeSignedIn(call, entered),
  cookie: sessionCookie(entered.token, entered.session.expires - call.service.now()),
})

/** The same once the session is over: the browser forgets its cookie. */
export const endedAnswer = async (call: SessionCall) => ({
  body: await describeSession(call, undefined),
  cookie: noCookie,
})
