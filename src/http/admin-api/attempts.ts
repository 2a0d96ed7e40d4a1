import { type Entered, rightsOf, type SignInBy, type User, userOf } from '../../calendar/index.ts'
import { version } from '../../common/index.ts'
import { fold } from '../../define/text/fold.ts'
import { inEachLanguage, type Language, languages } from '../../define/text/language.ts'
import { languageTable } from '../../define/text/language-table.ts'
import { textFor } from '../../define/text/local-text.ts'
import { Problem, type ProblemCode } from '../../problem/index.ts'
import { type AdminCall, timestamp } from '../api/admin-call.ts'
import { maxKey, noCookie, pageToken, sessionCookie } from '../api/sender.ts'
import { type Base, homesOf, isLoopback, rootOf, rootsOf } from '../request/bases.ts'
import type { AttemptLimit } from '../request/limits.ts'
import type { Request } from '../request/request.ts'
import type { Service } from '../services/service.ts'
import { noticeMail } from './mails.ts'

type Counter = readonly [limit: AttemptLimit, key: string]

/** The problems that count as a failed attempt. */
const failures = new Set<ProblemCode>([
  'sign_in_failed',
  'second_factor_failed',
  'account_disabled',
  'wrong_password',
  'setup_code',
  'link_expired',
  'provider_refused',
  'provider_expired',
  'provider_email',
  'provider_no_account',
])

const isWrongPassword = (error: unknown) =>
  error instanceof Problem && error.code === 'sign_in_failed'

const isFailure = (error: unknown) => error instanceof Problem && failures.has(error.code)

/** Counts before it is tried, so that a thousand attempts at once are a thousand; takes it back when it was none. */
async function tallied<T>(
  counters: readonly Counter[],
  isAttempt: (error: unknown) => boolean,
  work: () => Promise<T>,
): Promise<T> {
  for (const [limit, key] of counters) limit.failed(key)
  const forgive = () => {
    for (const [limit, key] of counters) limit.forgive(key)
  }
  try {
    const result = await work()
    forgive()
    return result
  } catch (error) {
    if (!isAttempt(error)) forgive()
    throw error
  }
}

/** Tries something that can be guessed. Once there have been too many attempts, the right one is refused too. */
async function counted<T>(counters: readonly Counter[], work: () => Promise<T>): Promise<T> {
  for (const [limit, key] of counters) limit.refuse(key)
  return tallied(counters, isFailure, work)
}

/**
 * Sign-ins by network and login, by network alone, and by account from wherever. An account is never locked: once too many have failed,
 * its owner gets an e-mail, and each network may try a few times an hour.
 */
export async function signingIn<T>(
  service: Service,
  { address }: Request,
  login: string,
  work: () => Promise<T>,
): Promise<T> {
  const { attempts, signInAttempts, signIn } = service
  const { ofAddress, ofAccount, ofAccountHere } = signInAttempts
  const user = await signIn.find(login)
  const key = fold(login.slice(0, maxKey))
  // a login of digits is no id
  const account = user ? `id ${user.id}` : `login ${key}`
  const here = `${address} ${account}`
  if (ofAccount.isExceeded(account)) ofAccountHere.refuse(here)
  const ofPasswords = [
    [ofAccount, account],
    [ofAccountHere, here],
  ] as const
  try {
    return await tallied(ofPasswords, isWrongPassword, () =>
      counted(
        [
          [attempts, `${address} sign-in ${key}`],
          [ofAddress, address],
        ],
        work,
      ),
    )
  } catch (error) {
    if (user && isWrongPassword(error) && ofAccount.isExceeded(account))
      notify(service, user, 'passwords')
    throw error
  }
}

/** Codes and links that sign in, by address. */
export const opening = <T>({ attempts }: Service, { address }: Request, work: () => Promise<T>) =>
  counted([[attempts, `${address} opening`]], work)

/** Counts requests that succeed or not, since each sends a mail. */
export function asking({ attempts }: Service, { address }: Request) {
  const key = `${address} forgotten`
  attempts.refuse(key)
  attempts.failed(key)
}

/** A user's own password again, by user: a stolen session does not find it out. */
export const confirming = <T>({ attempts }: Service, user: number, work: () => Promise<T>) =>
  counted([[attempts, `password ${user}`]], work)

/** Codes of the second factor, by user and from wherever. */
export function codeGuesses(service: Service): SignInBy['guesses'] {
  const { ofCodes, ofRecovery } = service.signInAttempts
  return {
    async counted({ user, isRecovery }, work) {
      const key = String(user.id)
      if (!isRecovery) {
        try {
          return await counted(
            ofCodes.map(limit => [limit, key]),
            work,
          )
        } catch (error) {
          if (isFailure(error) && ofCodes.some(limit => limit.isExceeded(key)))
            notify(service, user, 'codes')
          throw error
        }
      }
      try {
        return await work()
      } catch (error) {
        if (isFailure(error)) {
          ofRecovery.refuse(key)
          ofRecovery.failed(key)
        }
        throw error
      }
    },
  }
}

/**
 * Says to the former e-mail address of an account that it has another one, or none. As often as links are sent: owners may enter any
 * address and leave it again, and strangers would get an e-mail each time.
 */
export function notifyPreviousAddress(service: Service, before: User) {
  const { ofMails } = service.signInAttempts
  const key = `address ${before.id}`
  if (!service.mail || !before.email || ofMails.isExceeded(key)) return
  ofMails.failed(key)
  service.mail.send(before.email, noticeMail(service, before, 'address'))
}

/** Tells the owner of an account what others try, once a day. */
function notify(service: Service, user: User, kind: 'codes' | 'passwords') {
  const { ofNotices } = service.signInAttempts
  const key = `${kind} ${user.id}`
  if (!service.mail || !user.email || user.disabled !== null || ofNotices.isExceeded(key)) return
  ofNotices.failed(key)
  service.mail.send(user.email, noticeMail(service, user, kind))
}

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
