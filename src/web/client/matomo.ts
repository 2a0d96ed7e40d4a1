// Tells Matomo, whose own script follows, which site this is; it sets no cookies.
const { url = '', site = '' } = document.currentScript?.dataset ?? {}
const queue: unknown[][] = [
  ['disableCookies'],
  ['setDoNotTrack', true],
  ['setTrackerUrl', new URL('matomo.php', url).href],
  ['setSiteId', site],
  ['trackPageView'],
  ['enableLinkTracking'],
]
Object.assign(globalThis, { _paq: queue })
