import type { CredentialForm } from '../../calendar/account-types.ts'
import { namesIn } from '../../define/objects.ts'

/** What credentials are called outside, and what they are. */
export const formOfType = {
  token: 'bearer',
  'application-password': 'application',
  'feed-token': 'feed',
} as const satisfies Record<string, CredentialForm>

export const tokenTypes = namesIn(formOfType)

export const typeOf = (form: CredentialForm) =>
  tokenTypes.find(type => formOfType[type] === form) ?? 'token'
