/** Parses columns and their fields, such as `What=title,When=start_date`. Undefined: the text has another form. */
export function mappingIn(text: string): Record<string, string> | undefined {
  const pairs = text.split(/[,;]/).map(pair => pair.split('='))
  if (pairs.some(pair => pair.length !== 2 || pair.some(part => part.trim() === '')))
    return undefined
  return Object.fromEntries(pairs.map(pair => pair.map(part => part.trim())))
}

/** The same as they are written. Signs in the names of columns are of no matter to readers, so those that divide pairs are left out. */
export const writtenMapping = (columns: Readonly<Record<string, string>>): string =>
  Object.entries(columns)
    .map(([name, field]) => `${name.replace(/[,;=]+/g, ' ')}=${field}`)
    .join(',')

/** The field of a column that is not imported. */
export const ignored = 'skip'
