/** What percent sequences stand for; a text in which they are broken stays as it is. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
