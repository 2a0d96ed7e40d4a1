/** Rows as aligned columns under their headings, if there are any; the last column is not padded. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = headings.length > 0 ? [headings, ...rows] : rows
  const widths = (lines[0] ?? []).map((_, column) =>
    Math.max(...lines.map(line => widthOf(line[column] ?? ''))),
  )
  return lines
    .map(line =>
      line
        .map((cell, column) => padded(cell, widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

// combining marks take no place
const widthOf = (text: string) => [...text.normalize('NFC')].length

const padded = (text: string, width: number) =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)))

/** `2026-07-26 14:30` in UTC, from Unix seconds; a dash for never. */
export const moment = (seconds: number | null) =>
  seconds === null ? '—' : new Date(seconds * 1000).toISOString().slice(0, 16).replace('T', ' ')

/** The same for machines. */
export const isoMoment = (seconds: number | null) =>
  seconds === null ? null : new Date(seconds * 1000).toISOString()
