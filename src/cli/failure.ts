import type { Sentence } from '../define/kind.ts'

type Params = Readonly<Record<string, string | number>>

/** A command that cannot go on, and what to tell people. Exit codes: 1 it failed, 2 it was asked wrongly. */
export class CommandFailure extends Error {
  readonly sentence: Sentence
  readonly params: Params
  readonly exitCode: 1 | 2

  constructor(sentence: Sentence, params: Params, exitCode: 1 | 2) {
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
