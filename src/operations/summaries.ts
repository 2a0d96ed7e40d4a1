import type { Sentence } from '../define/field-type.ts'
import type { Resource } from '../define/resource.ts'

export const bySlug = (by: 'id' | 'slug'): Sentence =>
  by === 'slug' ? { en: ' by its slug', fr: ' par son slug' } : { en: '', fr: '' }

export const deleted = ({ a }: Resource, way: Sentence = bySlug('id')): Sentence => ({
  en: `Delete ${a.en}${way.en} permanently`,
  fr: `Supprimer définitivement ${a.fr}${way.fr}`,
})

/** The summary of an operation, in a few words. */
export const sentences = {
  list: ({ many }: Resource) => ({ en: `List ${many.en}`, fr: `Lister les ${many.fr}` }),
  create: ({ a }: Resource) => ({ en: `Create ${a.en}`, fr: `Créer ${a.fr}` }),
  read: ({ a }: Resource, way = bySlug('id')) => ({
    en: `Read ${a.en}${way.en}`,
    fr: `Lire ${a.fr}${way.fr}`,
  }),
  change: ({ a }: Resource, way = bySlug('id')) => ({
    en: `Update ${a.en}${way.en}`,
    fr: `Modifier ${a.fr}${way.fr}`,
  }),
  remove: (resource: Resource, way = bySlug('id')) =>
    resource.family === 'term'
      ? deleted(resource, way)
      : {
          en: `Move ${resource.a.en}${way.en} to the trash`,
          fr: `Mettre ${resource.a.fr} à la corbeille${way.fr}`,
        },
}
