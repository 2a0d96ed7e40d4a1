import { useInfiniteQuery } from '@tanstack/react-query'
import { useApi } from '../context.tsx'

const fields = [
  ...(['id', 'url', 'title', 'alt', 'width', 'height', 'sizes', 'author', 'translations'] as const),
] as const

/** Images that have these words, page after page. */
export function useImages(search: string, order: 'asc' | 'desc' = 'desc') {
  const api = useApi()
  const query = search.trim()
  const { data, ...rest } = useInfiniteQuery({
    queryKey: ['images', 'grid', query, order],
    queryFn: ({ pageParam, signal }) =>
      api.images.list(
        {
          page: pageParam,
          per_page: 30,
          order,
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
