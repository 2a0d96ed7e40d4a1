/** Without the slashes at its end. A pattern would look for the end again after each slash: a path of nothing else took a second. */
export function withoutSlashes(path: string): string {
  let end = path.length
  while (path[end - 1] === '/') end--
  return path.slice(0, end)
}

/** Without its query and its fragment. */
export const withoutQuery = (url: string): string => url.split(/[?#]/, 1)[0] ?? ''

/** The decoded text; one with broken percent sequences stays as it is. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
