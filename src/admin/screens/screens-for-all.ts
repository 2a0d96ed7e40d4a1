/** Screens that every user may open, and those of editors: one file, for who opens one of them opens others soon. */

export { Account } from './account/account.tsx'
export { Activity } from './activity/activity.tsx'
export { Review } from './review/review.tsx'
export { Tokens } from './tokens/tokens.tsx'
