import { isObject } from '../define/base/objects.ts'
import type { Sentence } from '../define/field-type.ts'

type Params = Readonly<Record<string, string | number>>

export type ExitCode = 1 | 2 | 3 | 130

/** A command that cannot go on, with its message. Exit codes: 1 it failed, 2 usage error, 3 some records were refused, 130 interrupted. */
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

/** The sentence or values of an error besides its message: those of accounts have a sentence, others values for the sentences of the program. */
export function broughtBy(error: unknown): { sentence: Sentence | undefined; params: Params } {
  const { sentence, params } = isObject(error) ? error : {}
  const { en, fr } = isObject(sentence) ? sentence : {}
  return {
    sentence: typeof en === 'string' && typeof fr === 'string' ? { en, fr } : undefined,
    params: Object.fromEntries(
      Object.entries(isObject(params) ? params : {}).flatMap(([name, value]) =>
        typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [],
      ),
    ),
  }
}

/** Ctrl-C at a prompt. */
export const interrupted = (sentence: Sentence) => new CommandFailure(sentence, {}, 130)
