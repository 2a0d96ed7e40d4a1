/** The zone of the reader. */
export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** The time on a clock in a zone, as inputs have it: a name, or an offset such as `UTC+5:30`. */
export function wallNow(zone: string, at: Date): string {
  const [, sign, hours = '', minutes = '0'] = /^UTC([+-])(\d+)(?:[:.](\d+))?$/.exec(zone) ?? []
  if (sign) {
    const part = zone.includes('.') ? Number(`0.${minutes}`) * 60 : Number(minutes)
    const ahead = (Number(hours) * 60 + part) * (sign === '-' ? -1 : 1)
    return new Date(at.getTime() + ahead * 60_000).toISOString().slice(0, 16)
  }
  const format = { dateStyle: 'short', timeStyle: 'short', timeZone: zone } as const
  try {
    // written as ISO 8601 in Sweden, but for the zeros before a year
    return at.toLocaleString('sv-SE', format).replace(' ', 'T').padStart(16, '0')
  } catch {
    return at.toISOString().slice(0, 16)
  }
}

/** The date in a zone. */
export const todayIn = (zone: string, now: Date = new Date()): string =>
  wallNow(zone, now).slice(0, 10)
