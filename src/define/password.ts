/** Characters that a password for signing in has at least, and at most. */
export const shortestPassword = 10
export const longestPassword = 1000
