import type { Sentence } from '../../define/field-type.ts'
import type { findingLevels, Status } from '../../resources/admin-api/index.ts'

/** Something to look at, with its sentences in all languages. */
export type StatusFinding = {
  level: (typeof findingLevels)[number]
  message: Sentence
  advice: Sentence
}

/** The state of the service without what follows from it. */
export type StatusFigures = Omit<Status, 'findings'>
/** The state of the service, before it is written in a language. */
export type ServiceStatus = StatusFigures & { findings: StatusFinding[] }
