import type { AccountError, AccountProblem } from '../../calendar/index.ts'
import { roles, scopes } from '../../define/account-messages.ts'
import { fieldProblem, Problem, type ProblemCode } from '../../problem/index.ts'

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
