import type { AccountError, AccountProblem } from '../../calendar/index.ts'
import { type HistogramFigures, openHistogram } from '../../common/index.ts'
import { roles, scopes } from '../../define/account-messages.ts'
import { fieldProblem, Problem, type ProblemCode } from '../../problem/index.ts'

/** The classes of requests. */
const requestClasses = [
  'api',
  'api_write',
  'admin',
  'page',
  'feed',
  'image',
  'asset',
  'health',
] as const
type RequestClass = (typeof requestClasses)[number]

/** Seconds until a response has been handed to its connection. */
const durations = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
/** Statuses are below this. */
const statuses = 1000

type RequestFigures = {
  responses: { class: RequestClass; status: number; count: number }[]
  durations: { class: RequestClass; durations: HistogramFigures }[]
}

/** Counts responses by class and status, and how long they took. Every request passes here: nothing is allocated for it. */
export function openRequestCounts() {
  const counts = new Float64Array(requestClasses.length * statuses)
  const histograms = requestClasses.map(() => openHistogram(durations))
  return {
    /** A response that was begun at `began` (`performance.now()`) has been handed to its connection. */
    add(of: RequestClass, status: number, began: number) {
      const at = requestClasses.indexOf(of)
      const place = at * statuses + status
      counts[place] = (counts[place] ?? 0) + 1
      histograms[at]?.add((performance.now() - began) / 1000)
    },
    figures(): RequestFigures {
      const responses: RequestFigures['responses'] = []
      requestClasses.forEach((name, at) => {
        for (let status = 0; status < statuses; status++) {
          const count = counts[at * statuses + status] ?? 0
          if (count > 0) responses.push({ class: name, status, count })
        }
      })
      const classes = new Set(responses.map(each => each.class))
      const durations = requestClasses.flatMap((name, at) => {
        const histogram = histograms[at]
        return histogram && classes.has(name) ? [{ class: name, durations: histogram.figures }] : []
      })
      return { responses, durations }
    },
  }
}

export type RequestCounts = ReturnType<typeof openRequestCounts>

const feed = /\.(?:ics|rss|csv|json|xml)(?:\?|$)|\/(?:feed|ical)\/?(?:\?|$)/
const asset = /^(?:\/[a-z]{2})?\/assets\//

/** The class of a target (`plainTarget`), by its form; `root`: a part that paths of the API contain. */
export function classOf(url: string, isRead: boolean, root: string): RequestClass {
  if (url.includes(root)) return isRead ? 'api' : 'api_write'
  if (url.startsWith('/uploads/')) return 'image'
  if (url.startsWith('/health/') || url === '/metrics') return 'health'
  if (asset.test(url)) return 'asset'
  if (adminPath.test(url)) return 'admin'
  return feed.test(url) ? 'feed' : 'page'
}

/** Screens and pages for editors. */
export const adminPath = /^(?:\/[a-z]{2})?\/admin(?:[/?]|$)/

/** The errors of accounts that go out as the error of a field; the others have a code of their own. */
const asFields = {
  login: 'login',
  'login-taken': 'login',
  email: 'email',
  'email-taken': 'email',
  role: 'role',
  password: 'password',
  'new-password': 'new_password',
  code: 'code',
  scope: 'scope',
  'feed-scope': 'scope',
  'language-scope': 'scope',
  'expires-later': 'expires',
  expires: 'expires',
} as const satisfies Partial<Record<AccountError, string>>

const asCodes: Record<Exclude<AccountError, keyof typeof asFields>, ProblemCode> = {
  forbidden: 'rest_forbidden',
  'admin-scope': 'rest_forbidden',
  'no-password': 'rest_forbidden',
  'no-second-factor': 'rest_forbidden',
  'unknown-user': 'user_not_found',
  'unknown-credential': 'token_not_found',
  'last-administrator': 'last_administrator',
}

const isField = (code: AccountError): code is keyof typeof asFields => code in asFields

export function problemOf({ code, sentence }: AccountProblem): Problem {
  if (!isField(code)) return new Problem(asCodes[code], { sentence })
  const params = { roles: roles.join(', '), scopes: scopes.join(', ') }
  return fieldProblem(asFields[code], { sentence, params })
}
