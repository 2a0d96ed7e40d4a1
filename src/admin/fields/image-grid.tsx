import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { useApi, useWords, useWordsOf } from '../context.tsx'
import type { Picture } from '../forms/values.ts'
import { Window } from '../parts/window.tsx'
import { words } from '../screens/editor/words.ts'
import { pictureFrom } from './picture.ts'

type Props = { onClose(): void; onPick(image: Picture): void }

/** The stored images, newest first. */
export function ImageGrid({ onClose, onPick }: Props) {
  const t = useWordsOf(words)
  const common = useWords()
  const api = useApi()
  const [pages, setPages] = useState(1)
  const { data, isLoading } = useQuery({
    queryKey: ['images', 'pick', pages],
    queryFn: ({ signal }) => api.images.list({ per_page: pages * 24 }, { signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Window heading={t('pickImage')} isOpen onClose={onClose}>
      {isLoading && <p>{common('loading')}</p>}
      <ul className="grid">
        {data?.items.map(image => (
          <li key={image.id}>
            <Button
              aria-label={image.alt || image.title}
              onPress={() => onPick(pictureFrom(image))}
            >
              <img src={image.sizes.thumbnail?.url ?? image.url} alt="" loading="lazy" />
            </Button>
          </li>
        ))}
      </ul>
      {data?.next && <Button onPress={() => setPages(pages + 1)}>{t('older20')}</Button>}
    </Window>
  )
}
