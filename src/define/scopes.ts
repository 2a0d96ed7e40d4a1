/** The scopes of a change or removal of one date of a series. */
export const scopes = ['this', 'following', 'all'] as const
