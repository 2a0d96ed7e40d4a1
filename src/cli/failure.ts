import type { Sentence } from '../define/field-type.ts'

type Params = Readonly<Record<string, string | number>>

export type ExitCode = 1 | 2 | 130

/** A command that cannot go on, with its message. Exit codes: 1 it failed, 2 usage error, 130 interrupted. */
export class CommandFailure extends Error {
  readonly sentence: Sentence
  readonly params: Params
  readonly exitCode: ExitCode

  constructor(sentence: Sentence, params: Params, exitCode: ExitCode) {
    super(sentence.en)
    this.sentence = sentence
    this.params = params
    this.exitCode = exitCode
  }
}

export const failure = (sentence: Sentence, params: Params = {}) =>
  new CommandFailure(sentence, params, 1)
export const misuse = (sentence: Sentence, params: Params = {}) =>
  new CommandFailure(sentence, params, 2)

/** Somebody pressed Ctrl-C at a question. */
export const interrupted = (sentence: Sentence) => new CommandFailure(sentence, {}, 130)
