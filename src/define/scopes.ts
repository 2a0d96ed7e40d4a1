/** How far a change or removal of one date of a series goes. */
export const scopes = ['this', 'following', 'all'] as const
