import { AlmanacError } from '../../sdk/client.ts'

/** What is wrong, by the name of its input, for the form around them. */
export const errorsOf = (error: unknown): Record<string, string> =>
  error instanceof AlmanacError && !Array.isArray(error.params) ? error.params : {}

/** What the service said, in words. It is read aloud at once. */
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
