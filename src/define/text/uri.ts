/** The decoded text; one with broken percent sequences stays as it is. */
export function uriDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
