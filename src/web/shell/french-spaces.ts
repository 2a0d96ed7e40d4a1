import { type Html, raw } from './html.ts'

/** What is as it was typed, or no text; and the texts between tags. */
const parts = /<(textarea|pre|script|style)\b[\s\S]*?<\/\1>|>[^<]+/g

/**
 * French texts whose signs keep to their words. Editors type plain spaces at them, which stay in the record (H1) and let a line begin with a
 * colon.
 */
export const withFrenchSpaces = (page: Html): Html =>
  raw(
    page.toString().replace(parts, part => {
      if (part.startsWith('<')) return part
      return part
        .replace(/(?<=[^\s>]) (?=[;?!])/g, '\u202f')
        .replace(/(?<=[^\s>]) (?=[:»])|(?<=«) (?=\S)/g, '\u00a0')
    }),
  )
