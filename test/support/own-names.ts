/** The flags of Node with which a process finds the files of the repository where their names say, as the program itself does. */
export const namesAsWritten = ['--import', new URL('names-as-written.js', import.meta.url).href]
