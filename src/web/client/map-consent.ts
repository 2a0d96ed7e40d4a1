/** The host whose maps this browser may load, as long as its user does not take that back. */
const key = 'almanac-map'

/** True if tiles of this host may be loaded. The host of the site itself is empty. */
export function isAllowed(host: string): boolean {
  try {
    return host === '' || localStorage.getItem(key) === host
  } catch {
    return false
  }
}

/** Remembers a choice, where the browser stores anything for us. */
export function allow(host: string, isWanted: boolean) {
  try {
    if (isWanted) localStorage.setItem(key, host)
    else localStorage.removeItem(key)
  } catch {}
}
