import { line } from './content-lines.ts'

const begin = 'BEGIN:VEVENT\r\n'
const end = 'END:VCALENDAR\r\n'

/** Joins the iCalendar files of parts of a calendar into one, while they come. */
export function openJoinedIcs() {
  /** For each zone the lines before its settings, and each setting once. */
  const zones = new Map<string, Set<string>>()

  function note(text: string) {
    for (const [, zone = ''] of text.matchAll(/BEGIN:VTIMEZONE\r\n(.*?)END:VTIMEZONE\r\n/gs)) {
      const at = zone.search(/BEGIN:(STANDARD|DAYLIGHT)\r\n/)
      const name = at < 0 ? zone : zone.slice(0, at)
      const settings = zones.get(name) ?? new Set()
      zones.set(name, settings)
      for (const [setting] of zone.matchAll(/BEGIN:(STANDARD|DAYLIGHT)\r\n.*?END:\1\r\n/gs))
        settings.add(setting)
    }
  }

  return {
    /** The head of an empty file, without the URL of that file. */
    head: (text: string) =>
      text.slice(0, text.lastIndexOf(end)).replace(/^(URL|SOURCE)[;:].*\r\n([ \t].*\r\n)*/gm, ''),
    /** The events of a file. */
    events(text: string): string {
      const from = text.indexOf(begin)
      note(from < 0 ? text : text.slice(0, from))
      return from < 0 ? '' : text.slice(from, text.lastIndexOf(end))
    },
    end(): string {
      let text = ''
      for (const [name, settings] of zones)
        text += `BEGIN:VTIMEZONE\r\n${name}${[...settings].join('')}END:VTIMEZONE\r\n`
      return text + line('END', 'VCALENDAR')
    },
  }
}
