/** What goes wrong, in words. */

export {
  fieldProblem,
  isProblem,
  Problem,
  type ProblemCode,
  type ProblemExtra,
  problems,
  refuseAsReference,
  withErrors,
} from './problem.ts'
export { reasonOf } from './reason.ts'
