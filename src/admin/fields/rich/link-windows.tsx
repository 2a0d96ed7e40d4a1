import type { Editor } from '@tiptap/react'
import { type FormEvent, useState } from 'react'
import { Button, Form } from 'react-aria-components'
import { pageOfPlayer } from '../../../define/text/videos.ts'
import { useMessagesOf } from '../../context.tsx'
import { withScheme } from '../../forms/values.ts'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { pastedPlayer } from './pasted-html.ts'
import { richMessages } from './rich-messages.ts'

type Props = { editor: Editor; onClose(): void }

/** The form of the record is around this one. */
export const onlyHere = (run: () => void) => (event: FormEvent) => {
  event.preventDefault()
  event.stopPropagation()
  run()
}

export function LinkWindow({ editor, onClose }: Props) {
  const t = useMessagesOf(richMessages)
  const [url, setUrl] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  const [error, setError] = useState<string>()
  const set = onlyHere(() => {
    const href = withScheme(url.trim())
    const isNone = href === '' || href === 'https://'
    if (!isNone && !/^(?:(?:https?|mailto|tel):.|[/#])/i.test(href)) return setError(t('notLink'))
    const chain = editor.chain().focus().extendMarkRange('link')
    if (isNone) chain.unsetLink().run()
    else chain.setLink({ href }).run()
    onClose()
  })
  return (
    <Window heading={t('link')} isOpen onClose={onClose}>
      <Form onSubmit={set}>
        <TextInput label={t('linkUrl')} value={url} onChange={setUrl} error={error} autoFocus />
        <div className="actions">
          <Button
            onPress={() => {
              editor.chain().focus().extendMarkRange('link').unsetLink().run()
              onClose()
            }}
          >
            {t('unlink')}
          </Button>
          <Button type="submit" className="primary">
            {t('setLink')}
          </Button>
        </div>
      </Form>
    </Window>
  )
}

/** A video is a link on a line of its own, so that no page loads anything from its host unless a reader wants it. */
export function VideoWindow({ editor, onClose }: Props) {
  const t = useMessagesOf(richMessages)
  const [typed, setTyped] = useState('')
  const [title, setTitle] = useState('')
  const [error, setError] = useState<string>()
  const add = onlyHere(() => {
    const url = videoUrl(typed)
    if (!url) return setError(t('notVideo'))
    const mark = { type: 'link', attrs: { href: url } }
    const text = { type: 'text', text: title.trim() || url, marks: [mark] }
    editor
      .chain()
      .focus()
      .insertContent([{ type: 'paragraph', content: [text] }, { type: 'paragraph' }])
      .run()
    onClose()
  })
  return (
    <Window heading={t('video')} isOpen onClose={onClose}>
      <Form onSubmit={add}>
        <TextInput
          label={t('videoUrl')}
          hint={t('videoHint')}
          value={typed}
          onChange={setTyped}
          error={error}
          maxLength={5000}
          autoFocus
        />
        <TextInput label={t('videoTitle')} value={title} onChange={setTitle} maxLength={500} />
        <div className="actions">
          <Button type="submit" className="primary">
            {t('addVideo')}
          </Button>
        </div>
      </Form>
    </Window>
  )
}

/** The page of a video, of its page, its player or the code of its player. */
function videoUrl(typed: string): string | undefined {
  const text = typed.trim()
  if (text.startsWith('<')) return pastedPlayer(text)
  const url = withScheme(text)
  const isUrl = /^https?:\/\/[^\s.]+\.\S+$/i.test(url) && URL.canParse(url)
  return isUrl ? (pageOfPlayer(url) ?? new URL(url).href) : undefined
}
