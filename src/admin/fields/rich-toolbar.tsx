import { type Editor, useEditorState } from '@tiptap/react'
import { type FormEvent, memo, useState } from 'react'
import { Button, Form, ToggleButton, Toolbar } from 'react-aria-components'
import { useMessagesOf } from '../context.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { Window } from '../parts/window.tsx'
import { richMessages } from './rich-messages.ts'

type Mark = {
  word: keyof typeof richMessages & string
  sign: string
  isOn(editor: Editor): boolean
  run(editor: Editor): void
}

const marks: Mark[] = [
  {
    word: 'bold',
    sign: 'B',
    isOn: editor => editor.isActive('bold'),
    run: editor => editor.chain().focus().toggleBold().run(),
  },
  {
    word: 'italic',
    sign: 'I',
    isOn: editor => editor.isActive('italic'),
    run: editor => editor.chain().focus().toggleItalic().run(),
  },
  {
    word: 'underline',
    sign: 'U',
    isOn: editor => editor.isActive('underline'),
    run: editor => editor.chain().focus().toggleUnderline().run(),
  },
  {
    word: 'heading',
    sign: 'H2',
    isOn: editor => editor.isActive('heading', { level: 2 }),
    run: editor => editor.chain().focus().toggleHeading({ level: 2 }).run(),
  },
  {
    word: 'subheading',
    sign: 'H3',
    isOn: editor => editor.isActive('heading', { level: 3 }),
    run: editor => editor.chain().focus().toggleHeading({ level: 3 }).run(),
  },
  {
    word: 'smallHeading',
    sign: 'H4',
    isOn: editor => editor.isActive('heading', { level: 4 }),
    run: editor => editor.chain().focus().toggleHeading({ level: 4 }).run(),
  },
  {
    word: 'list',
    sign: '•',
    isOn: editor => editor.isActive('bulletList'),
    run: editor => editor.chain().focus().toggleBulletList().run(),
  },
  {
    word: 'numbers',
    sign: '1.',
    isOn: editor => editor.isActive('orderedList'),
    run: editor => editor.chain().focus().toggleOrderedList().run(),
  },
  {
    word: 'quote',
    sign: '❝',
    isOn: editor => editor.isActive('blockquote'),
    run: editor => editor.chain().focus().toggleBlockquote().run(),
  },
]

type Props = { editor: Editor; label: string; onSource(): void }

/** One stop of the Tab key; arrows go from button to button. */
export const RichToolbar = memo(({ editor, label, onSource }: Props) => {
  const t = useMessagesOf(richMessages)
  // drawn again when a button changes, not with every key
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      marks: marks.map(({ isOn }) => isOn(editor)),
      isLink: editor.isActive('link'),
    }),
  })
  const [isLinking, setIsLinking] = useState(false)
  return (
    <Toolbar className="rich-tools" aria-label={t('tools', { label })}>
      {marks.map(({ word, sign, run }, at) => (
        <ToggleButton
          key={word}
          className={`plain is-${word}`}
          aria-label={t(word)}
          isSelected={active.marks[at] ?? false}
          onChange={() => run(editor)}
        >
          <span aria-hidden="true" data-sign={sign} />
        </ToggleButton>
      ))}
      <ToggleButton
        className="plain"
        isSelected={active.isLink}
        onChange={() => setIsLinking(true)}
      >
        {t('link')}
      </ToggleButton>
      <Button
        className="plain"
        aria-label={t('rule')}
        onPress={() => editor.chain().focus().setHorizontalRule().run()}
      >
        <span aria-hidden="true" data-sign="―" />
      </Button>
      <Button className="plain" onPress={onSource}>
        HTML
      </Button>
      {isLinking && <LinkWindow editor={editor} onClose={() => setIsLinking(false)} />}
    </Toolbar>
  )
})

function LinkWindow({ editor, onClose }: { editor: Editor; onClose(): void }) {
  const t = useMessagesOf(richMessages)
  const [url, setUrl] = useState(String(editor.getAttributes('link').href ?? 'https://'))
  function set(event: FormEvent) {
    event.preventDefault()
    // the form of the record is around this one
    event.stopPropagation()
    const chain = editor.chain().focus().extendMarkRange('link')
    if (/^(?:https?|mailto|tel):./i.test(url)) chain.setLink({ href: url.trim() }).run()
    else chain.unsetLink().run()
    onClose()
  }
  return (
    <Window heading={t('link')} isOpen onClose={onClose}>
      <Form onSubmit={set}>
        <TextInput label={t('linkUrl')} value={url} onChange={setUrl} autoFocus />
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
