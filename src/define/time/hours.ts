/** A time of day as people write it, the same everywhere: `8:30 pm`, `20 h 30`. Runs in browsers too, and imports nothing. */
export function hourWords(hour: number, minute: number, isFrench: boolean): string {
  const two = String(minute).padStart(2, '0')
  if (isFrench) return `${hour}\u00a0h${minute === 0 ? '' : `\u00a0${two}`}`
  return `${hour % 12 || 12}${minute === 0 ? '' : `:${two}`}\u00a0${hour < 12 ? 'am' : 'pm'}`
}
