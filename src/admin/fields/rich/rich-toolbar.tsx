import { useMutation } from '@tanstack/react-query'
import type { Command } from '@tiptap/pm/state'
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  toggleHeader,
} from '@tiptap/pm/tables'
import { type Editor, useEditorState } from '@tiptap/react'
import { memo, useState } from 'react'
import { Button, Form, Input, ToggleButton, Toolbar } from 'react-aria-components'
import type { Language } from '../../../define/text/language.ts'
import { useApi, useMessagesOf } from '../../context.tsx'
import { ProblemNote } from '../../parts/problem.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import { Window } from '../../parts/window.tsx'
import { NewImage } from '../image.tsx'
import { LinkWindow, onlyHere, VideoWindow } from './link-windows.tsx'
import type { FigureValue } from './pictures.ts'
import { richMessages } from './rich-messages.ts'
import { insertTable, run } from './tables.ts'

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

type Props = {
  editor: Editor
  label: string
  /** The language of the text: that of a new alternative text. */
  lang: Language
  onSource(): void
}

type WindowName = 'link' | 'figure' | 'video'

/** One stop of the Tab key; arrows go from button to button. */
export const RichToolbar = memo(({ editor, label, lang, onSource }: Props) => {
  const t = useMessagesOf(richMessages)
  // drawn again when a button changes, not with every key
  const active = useEditorState({
    editor,
    selector: ({ editor }) => ({
      marks: marks.map(({ isOn }) => isOn(editor)),
      isLink: editor.isActive('link'),
      isImage: editor.isActive('figure') || editor.isActive('picture'),
      isTable: editor.isActive('table'),
    }),
  })
  const [open, setOpen] = useState<WindowName>()
  const close = () => setOpen(undefined)
  return (
    <>
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
        <ToggleButton className="plain" isSelected={active.isLink} onChange={() => setOpen('link')}>
          {t('link')}
        </ToggleButton>
        <Button
          className="plain"
          aria-label={t('rule')}
          onPress={() => editor.chain().focus().setHorizontalRule().run()}
        >
          <span aria-hidden="true" data-sign="―" />
        </Button>
        <ToggleButton
          className="plain"
          isSelected={active.isImage}
          onChange={() => setOpen('figure')}
        >
          {t('image')}
        </ToggleButton>
        <Button className="plain" onPress={() => setOpen('video')}>
          {t('video')}
        </Button>
        {!active.isTable && (
          <Button className="plain" onPress={() => insertTable(editor)}>
            {t('table')}
          </Button>
        )}
        <Button className="plain" onPress={onSource}>
          HTML
        </Button>
      </Toolbar>
      {active.isTable && <TableTools editor={editor} />}
      {open === 'link' && <LinkWindow editor={editor} onClose={close} />}
      {open === 'figure' && <ImageWindow editor={editor} lang={lang} onClose={close} />}
      {open === 'video' && <VideoWindow editor={editor} onClose={close} />}
    </>
  )
})

const tools: [message: keyof typeof richMessages, command: Command][] = [
  ['rowBefore', addRowBefore],
  ['rowAfter', addRowAfter],
  ['columnBefore', addColumnBefore],
  ['columnAfter', addColumnAfter],
  ['headRow', toggleHeader('row')],
  ['headColumn', toggleHeader('column')],
  ['deleteRow', deleteRow],
  ['deleteColumn', deleteColumn],
  ['deleteTable', deleteTable],
]

/** The actions on the table that the cursor is in. */
function TableTools({ editor }: { editor: Editor }) {
  const t = useMessagesOf(richMessages)
  return (
    <Toolbar className="rich-tools" aria-label={t('tableTools')}>
      {tools.map(([message, command]) => (
        <Button key={message} className="plain small" onPress={() => void run(editor, command)}>
          {t(message)}
        </Button>
      ))}
    </Toolbar>
  )
}

type ImageWindowProps = { editor: Editor; lang: Language; onClose(): void }

/** A new image for a text, or the alternative text of the one that the cursor is in. */
function ImageWindow(props: ImageWindowProps) {
  const t = useMessagesOf(richMessages)
  const { editor, onClose } = props
  const [isStored] = useState(() => editor.isActive('figure') || editor.isActive('picture'))
  return (
    <Window heading={t('image')} isOpen onClose={onClose}>
      {isStored ? <StoredImage {...props} /> : <AddImage {...props} />}
    </Window>
  )
}

function AddImage({ editor, lang, onClose }: ImageWindowProps) {
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

function StoredImage({ editor, lang, onClose }: ImageWindowProps) {
  const t = useMessagesOf(richMessages)
  const type = editor.isActive('picture') ? 'picture' : 'figure'
  const { image, link }: Partial<FigureValue> = editor.getAttributes('figure')
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
