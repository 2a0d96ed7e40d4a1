/** The command line, as it was built; the repository has a file of its own here, which runs the sources. */
export const loadMain = async () => (await import('../dist/main.js')).main
