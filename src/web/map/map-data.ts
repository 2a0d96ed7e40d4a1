import type { MapSource } from '../../define/map-sources.ts'
import type { ScriptMessages } from './messages.ts'

/** A pin of the map. */
export type MapPlace = {
  id: number
  lat: number
  lng: number
  name: string
  lang: string
  /** The URL behind its pin; empty: none. */
  href: string
  label: string
}

/** The data that a page passes to the map script. */
export type MapData = {
  source: MapSource
  language: string
  places: MapPlace[]
  messages: ScriptMessages
}
