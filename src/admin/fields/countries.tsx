import { countryNames } from '../../resources/venue/country-code.ts'
import { useKnown } from '../context.tsx'

/** The countries, offered below an input in which anything may be typed. */
export function Countries({ id }: { id: string }) {
  const { language } = useKnown().place
  return (
    <datalist id={id}>
      {countryNames(language).map(name => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
