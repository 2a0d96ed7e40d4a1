/** A usual change: what `npm run house:cost` writes into a copy, and how many files it may touch. Each file of `changes/` exports one as `change`. */

/** Inserts lines before a line that is unique in the file, replaces such a line, or writes a new file. */
export type Edit = { file: string } & (
  | { before: string; insert: string }
  | { of: string; instead: string }
  | { all: string }
)

export type Change = {
  /** The most files, by the table of “How to add”. */
  max: number
  edits: Edit[]
  /** A test that proves the change, written into the copy too. */
  proof: { file: string; all: string }
  /** The change needs a test of its own: the proof counts as one of its files. */
  isProofCounted?: true
  /** Tests of the repository that must pass unchanged. */
  tests: string[]
}

export const pages = ['docs', 'twins', 'french'].map(name => `test/house/${name}.test.ts`)
export const document = [
  'test/http/openapi-document.process.test.ts',
  'test/http/openapi-responses.test.ts',
  'test/http/openapi-shape.test.ts',
]
