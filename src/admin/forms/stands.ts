import type { FormField } from './model.ts'

type Facts = Readonly<Record<string, unknown>>

/** True if the current values of the form make the field visible. */
export const isVisible = ({ visibleWhen }: FormField, facts: Facts) =>
  visibleWhen === undefined || visibleWhen.is.some(value => value === facts[visibleWhen.field])

/** True if the current values make the field a day without a time. */
export const isDay = ({ dayWhen }: FormField, facts: Facts) =>
  dayWhen !== undefined && facts[dayWhen] === true

/** As `regionOf` of venues: a state is shown for these countries alone. */
export const isOfStates = (country: unknown) =>
  /^(us|united states|états-unis)$/i.test(String(country ?? '').trim())

const isFilled = (value: unknown) => typeof value === 'string' && value !== ''

/** One field for the region, by the country of a venue; others are shown where they hold something already. */
const regions: Readonly<Record<string, (facts: Facts) => boolean>> = {
  state: ({ country }) => isOfStates(country),
  province: ({ country }) => !isOfStates(country),
  stateprovince: () => false,
}

export const isRegionOfUse = ({ name }: Pick<FormField, 'name'>, stored: Facts, facts: Facts) => {
  const fits = regions[name]
  return fits === undefined || fits(facts) || isFilled(facts[name]) || isFilled(stored[name])
}
