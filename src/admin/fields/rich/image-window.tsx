import { useMutation } from '@tanstack/react-query'
import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { Button, Form, Input } from 'react-aria-components'
import type { Language } from '../../../define/text/language.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { NewImage } from '../image.tsx'
import { onlyHere } from './link-windows.tsx'
import type { FigureValue } from './pictures.ts'
import { richMessages } from './rich-messages.ts'

type Props = { editor: Editor; lang: Language; onClose(): void }

/** A new image for a text, or the alternative text of the one that the cursor is in. */
export function ImageWindow(props: Props) {
  const t = useMessagesOf(richMessages)
  const { editor, onClose } = props
  const [isStored] = useState(() => editor.isActive('figure') || editor.isActive('picture'))
  return (
    <Window heading={t('image')} isOpen onClose={onClose}>
      {isStored ? <StoredImage {...props} /> : <AddImage {...props} />}
    </Window>
  )
}

function AddImage({ editor, lang, onClose }: Props) {
  const api = useApi()
  const add = useMutation({
    mutationFn: (id: number) => api.images.read(id, { ml_language: lang }),
    onSuccess({ url, alt, width, height, sizes }) {
      const size = sizes.large ?? { url, width, height }
      const image = {
        src: size.url,
        alt,
        width: String(size.width),
        height: String(size.height),
        loading: 'lazy',
      }
      editor
        .chain()
        .focus()
        .insertContent([{ type: 'figure', attrs: { image } }, { type: 'paragraph' }])
        .run()
      onClose()
    },
  })
  return (
    <>
      <NewImage onChange={({ id }) => add.mutate(id)} />
      <ProblemNote error={add.error} />
    </>
  )
}

function StoredImage({ editor, lang, onClose }: Props) {
  const t = useMessagesOf(richMessages)
  const type = editor.isActive('picture') ? 'picture' : 'figure'
  const { image, link } = editor.getAttributes('figure') as Partial<FigureValue>
  const [alt, setAlt] = useState(
    String((type === 'figure' ? image?.alt : editor.getAttributes('picture').alt) ?? ''),
  )
  const save = onlyHere(() => {
    const attributes = type === 'figure' ? { image: { ...image, alt }, link } : { alt }
    editor.chain().focus().updateAttributes(type, attributes).run()
    onClose()
  })
  return (
    <Form onSubmit={save}>
      <TextInput
        label={t('imageAlt')}
        hint={t('imageAltHint')}
        value={alt}
        onChange={setAlt}
        maxLength={1000}
        autoFocus
      >
        <Input lang={lang} />
      </TextInput>
      <div className="actions">
        <Button
          onPress={() => {
            const chain = editor.chain().focus()
            if (type === 'figure') chain.deleteNode(type).run()
            else chain.deleteSelection().run()
            onClose()
          }}
        >
          {t('removeImage')}
        </Button>
        <Button type="submit" className="primary">
          {t('save')}
        </Button>
      </div>
    </Form>
  )
}
