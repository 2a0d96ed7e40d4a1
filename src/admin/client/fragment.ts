/** A value that a link to the app carries after `#`, which no log contains. */
export const fragmentOf = (name: string) =>
  new URLSearchParams(location.hash.slice(1)).get(name) ?? undefined

/** A secret stays neither in the address nor in the history. */
export const forgetFragment = () => history.replaceState(null, '', location.pathname)
