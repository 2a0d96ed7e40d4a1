import type { Row } from '../../define/record.ts'

/** The region of a venue: as sent, else the state in the United States, else the province. */
export function regionOf({ stateprovince, state, province, country }: Row): string {
  if (stateprovince) return String(stateprovince)
  if (state && (!country || /^(us|united states|états-unis)$/i.test(String(country))))
    return String(state)
  return String(province ?? '')
}
