import { lazy, Suspense } from 'react'

type Props = {
  /** The values of the venue’s form. */
  facts: Readonly<Record<string, unknown>>
  isDisabled?: boolean
  onChange(name: string, value: string): void
}

// most forms have none
const PinMap = lazy(async () => ({ default: (await import('./pin-map.tsx')).PinMap }))

/** The map of a venue. A position chosen on it goes into the fields, which can also be typed into. */
export function VenueMap({ facts, isDisabled = false, onChange }: Props) {
  const text = (name: string) => String(facts[name] ?? '')
  return (
    <Suspense fallback={<div className="pin-view" />}>
      <PinMap
        lat={text('geo_lat')}
        lng={text('geo_lng')}
        address={text('address')}
        city={text('city')}
        isDisabled={isDisabled}
        onChange={({ lat, lng }) => {
          onChange('geo_lat', lat)
          onChange('geo_lng', lng)
        }}
      />
    </Suspense>
  )
}
