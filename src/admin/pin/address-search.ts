/** The search for an address on OpenStreetMap, which shows its coordinates; undefined while none is typed. */
export function addressSearch(address: string, city: string): string | undefined {
  const query = [address, city].filter(part => part.trim() !== '').join(', ')
  if (!query) return undefined
  return `https://www.openstreetmap.org/search?query=${encodeURIComponent(query)}`
}
