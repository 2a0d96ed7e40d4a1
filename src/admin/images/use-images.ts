import { useInfiniteQuery } from '@tanstack/react-query'
import type { Language } from '../../define/text/language.ts'
import { useApi } from '../context.tsx'

const fields = [
  ...(['id', 'url', 'title', 'alt', 'width', 'height', 'sizes', 'author', 'translations'] as const),
] as const

/** A language in which an image has no alternative text, or any. */
export type Lacking = 'any' | Language

/** Images that have these words, page after page. */
export function useImages(search: string, order: 'asc' | 'desc' = 'desc', lacking?: Lacking) {
  const api = useApi()
  const query = search.trim()
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['images', 'grid', query, order, lacking],
    queryFn: ({ pageParam, signal }) =>
      api.images.list(
        {
          page: pageParam,
          per_page: 30,
          order,
          ...(lacking && { alt_missing: lacking }),
          _fields: fields,
          ...(query && query !== '0' && { search: query }),
        },
        { signal },
      ),
    initialPageParam: 1,
    getNextPageParam: ({ totalPages }, pages) =>
      pages.length < totalPages ? pages.length + 1 : undefined,
  })
  return { images: data?.pages.flatMap(({ items }) => items), ...rest }
}

export type ListedImage = NonNullable<ReturnType<typeof useImages>['images']>[number]
