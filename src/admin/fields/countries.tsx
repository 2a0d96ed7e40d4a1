import { countryNames } from '../../resources/venue/country-code.ts'
import { useApp } from '../context.tsx'

/** The countries, offered below an input in which anything may be typed. */
export function Countries({ id }: { id: string }) {
  const { language } = useApp().place
  return (
    <datalist id={id}>
      {countryNames(language).map(name => (
        <option key={name} value={name} />
      ))}
    </datalist>
  )
}
