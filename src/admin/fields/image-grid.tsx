import { useState } from 'react'
import { Button, Input, SearchField } from 'react-aria-components'
import { useWords, useWordsOf } from '../context.tsx'
import type { Picture } from '../forms/values.ts'
import { useImages } from '../images/use-images.ts'
import { words } from '../images/words.ts'
import { useLater } from '../parts/use-later.ts'
import { Window } from '../parts/window.tsx'
import { words as editorWords } from '../screens/editor/words.ts'
import { pictureFrom } from './picture.ts'

type Props = { onClose(): void; onPick(image: Picture): void }

/** The stored images, newest first, to choose one by its words. */
export function ImageGrid({ onClose, onPick }: Props) {
  const t = useWordsOf(words)
  const heading = useWordsOf(editorWords)('pickImage')
  const common = useWords()
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
              onPress={() => onPick(pictureFrom(image))}
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
