/** Users and their tokens. */

export * as tokens from './tokens.ts'
export * as users from './users.ts'
