// URLs of a site, whatever it sends: each function takes time in step with the text.

/** Without the slashes at its end. */
export function withoutSlashes(url: string): string {
  let end = url.length
  while (url[end - 1] === '/') end--
  return url.slice(0, end)
}

/** Without its query and its fragment. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''
