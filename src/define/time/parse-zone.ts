import { isZone } from './zone.ts'

/**
 * Takes the zone out of a date in words: `tomorrow 9am Europe/Paris` gives the rest, `tomorrow 9am`, and the zone as
 * `isZone` knows it. Offsets (`-0400`, `GMT+2`), names, abbreviations and `Z` are found; of several only the first is
 * taken, so that the rest is refused as a date.
 */
export function parseZone(text: string): { rest: string; zone?: string } {
  for (const [pattern, zoneIn] of ways) {
    for (const match of text.matchAll(pattern)) {
      const zone = zoneIn(match)
      if (zone === undefined || !isZone(zone)) continue
      const before = text.slice(0, match.index)
      const after = text.slice(match.index + match[0].length)
      return { rest: `${before} ${after}`.trim(), zone }
    }
  }
  return { rest: text }
}

type Way = [pattern: RegExp, zoneIn: (match: RegExpMatchArray) => string | undefined]

const ways: Way[] = [
  // not "+2 days", not the end of a date: an offset follows a blank or a time, and no digits or words follow it
  [
    /(?<=^|\s|:\d\d|\dm)\(?(?:gmt|utc)?([+-])(0?\d|1[0-4])(?::?([0-5]\d))?\)?(?![\d:./-]|\s*[a-z])/gi,
    ([, sign, hours = '', minutes = '00']) => `${sign}${hours.padStart(2, '0')}:${minutes}`,
  ],
  [/(?<=^|\s)\(?([a-z_-]+(?:\/[a-z0-9_+-]+)+)\)?(?=$|\s)/gi, ([, name]) => name],
  [/(?<=^|[\s\d]|\dm)\(?([a-z]{3,5})\)?(?=$|\s)/gi, ([, letters]) => letters],
  [/(?<=^|:\d\d ?)([a-ik-z])(?=$|\s)/gi, ([, letter = '']) => militaryZone(letter.toLowerCase())],
]

/** `a` to `m` (there is no `j`) are one to twelve hours ahead of UTC, `n` to `y` as many behind, `z` is UTC. */
function militaryZone(letter: string): string {
  const ahead = 'zabcdefghiklm'.indexOf(letter)
  const hours = ahead >= 0 ? ahead : 'nopqrstuvwxy'.indexOf(letter) + 1
  return `${ahead >= 0 ? '+' : '-'}${String(hours).padStart(2, '0')}:00`
}
