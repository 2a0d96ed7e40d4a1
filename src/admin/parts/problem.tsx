import { AlmanacError } from '../../sdk/index.ts'

/** The errors, by the names of their inputs, for the form around them. */
export const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof AlmanacError && !Array.isArray(error.params) ? error.params : {}

/** The message of the service as sentences. Screen readers read it at once. */
export const ProblemNote = ({ error }: { error: Error | null }) =>
  error && (
    <p role="alert" className="problem">
      {sentences(error)}
    </p>
  )

/** The messages of invalid inputs. */
function sentences(error: Error): string {
  const of = Object.values(errorsOf(error))
  return of.length > 0 ? of.join(' ') : error.message
}
