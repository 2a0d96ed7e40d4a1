import type { Param } from '../../define/param.ts'
import type { ResourceName } from '../../resources/index.ts'
import type { Context } from './context.ts'
import { samples } from './samples.ts'

/** What a parameter looks like in use: a sample record where it names one, else a word that it takes, else the sample of its kind. */
export function exampleOf(c: Context, name: string, { type: kind }: Param): unknown {
  const { refers, refersAll, termsOf } = kind as {
    refers?: ResourceName | 'user'
    refersAll?: ResourceName
    termsOf?: ResourceName
  }
  if (refers && refers !== 'user') return samples[refers].id
  if (refersAll) return [samples[refersAll].id]
  if (termsOf) return [samples[termsOf].texts[c.language]?.slug]
  return words(c)[name] ?? kind.sample
}

const words = ({ language, tell }: Context): Record<string, unknown> => ({
  ml_language: language,
  version: '3.0',
  status: 'publish',
  order: 'asc',
  orderby: 'name',
  slug: samples.category.texts[language]?.slug,
  exclude: [samples.category.id],
  include: [samples.event.id],
  title: tell('Summer poster', 'Affiche d’été'),
  alt: tell('A band on a stage', 'Un groupe sur une scène'),
  ml_fallback: true,
})
