import type { MapSource } from '../../define/map-sources.ts'
import type { ScriptMessages } from './messages.ts'

/** A place as the script draws it. */
export type GivenPlace = {
  id: number
  lat: number
  lng: number
  name: string
  lang: string
  /** Where its pin leads; empty: nowhere. */
  href: string
  label: string
}

/** What the script draws a map of. */
export type GivenMap = {
  source: MapSource
  language: string
  places: GivenPlace[]
  messages: ScriptMessages
}
