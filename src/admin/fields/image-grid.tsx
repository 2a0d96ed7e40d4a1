import { useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import { useMessages, useMessagesOf } from '../context.tsx'
import type { ImageValue } from '../forms/values.ts'
import { messages } from '../images/messages.ts'
import { useImages } from '../images/use-images.ts'
import { useLater } from '../parts/use-later.ts'
import { Window } from '../parts/window.tsx'
import { imageValueFrom } from './image-value.ts'
import { messages as editorWords } from './messages.ts'

type Props = { onClose(): void; onPick(image: ImageValue): void }

/** The stored images, newest first, to choose one by its words. */
export function ImageGrid({ onClose, onPick }: Props) {
  const t = useMessagesOf(messages)
  const heading = useMessagesOf(editorWords)('pickImage')
  const common = useMessages()
  const [typed, setTyped] = useState('')
  const { images, isLoading, hasNextPage, fetchNextPage } = useImages(useLater(typed))
  return (
    <Window heading={heading} isOpen onClose={onClose}>
      <SearchField className="field" aria-label={t('search')} value={typed} onChange={setTyped}>
        <Input placeholder={t('search')} maxLength={500} />
      </SearchField>
      {isLoading && <p>{common('loading')}</p>}
      {images?.length === 0 && <p className="empty">{t('none')}</p>}
      <ul className="grid">
        {images?.map(image => (
          <li key={image.id}>
            <Button
              aria-label={image.alt || image.title}
              onPress={() => onPick(imageValueFrom(image))}
            >
              <img src={image.sizes.thumbnail?.url ?? image.url} alt="" loading="lazy" />
            </Button>
          </li>
        ))}
      </ul>
      {hasNextPage && <Button onPress={() => void fetchNextPage()}>{t('more')}</Button>}
    </Window>
  )
}
