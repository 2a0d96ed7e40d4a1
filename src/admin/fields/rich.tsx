import { EditorContent, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useMessagesOf } from '../context.tsx'
import { fromEditor, isPlain, withParagraphs } from '../forms/rich-text.ts'
import type { FieldProps } from './field-props.ts'
import { SourceField } from './line.tsx'
import { useRefusedPaste } from './pasted.ts'
import { richMessages } from './rich-messages.ts'
import { RichToolbar } from './rich-toolbar.tsx'

const extensions = [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    link: { openOnClick: false, HTMLAttributes: { target: null, rel: null } },
  }),
]

/** Rich text: what it makes is what the sanitiser lets through. Its source can be edited too, and must be where it holds more. */
export function RichField(props: FieldProps<string>) {
  const t = useMessagesOf(richMessages)
  const [isSource, setIsSource] = useState(false)
  const toSource = useCallback(() => setIsSource(true), [])
  // what the editor itself has written needs no look
  const written = useRef('')
  const isMore = props.value !== written.current && !isPlain(props.value)
  if (isSource || isMore)
    return (
      <div>
        <SourceField {...props} />
        <p className="gap">
          {isMore ? (
            <span className="hint">{t('onlySource')}</span>
          ) : (
            <Button className="small" onPress={() => setIsSource(false)}>
              {t('visual')}
            </Button>
          )}
        </p>
      </div>
    )
  return <Visual {...props} written={written} onSource={toSource} />
}

type VisualProps = FieldProps<string> & { written: RefObject<string>; onSource(): void }

function Visual({ written, onSource, ...props }: VisualProps) {
  const { field, label, value, onChange, error, isDisabled, lang } = props
  const id = useId()
  const isRefused = useRefusedPaste()
  const said = useRef(value)
  const editor = useEditor({
    extensions,
    content: withParagraphs(value),
    injectCSS: false,
    editable: !isDisabled,
    editorProps: {
      handlePaste: (_, event) => isRefused(event.clipboardData),
      handleDrop: (_, event) => isRefused(event.dataTransfer),
      attributes: {
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-labelledby': id,
        ...(lang && { lang }),
        ...(error && { 'aria-invalid': 'true' }),
      },
    },
    onUpdate({ editor }) {
      said.current = fromEditor(editor.getHTML())
      written.current = said.current
      onChange(said.current)
    },
  })
  useEffect(() => {
    // copied from another language, resumed, chosen in a conflict
    if (value === said.current) return
    said.current = value
    editor.commands.setContent(withParagraphs(value), { emitUpdate: false })
  }, [value, editor])
  return (
    <div className="field rich" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <span className="label" id={id}>
        {label}
      </span>
      <div className="rich-box">
        {!isDisabled && <RichToolbar editor={editor} label={label} onSource={onSource} />}
        <EditorContent editor={editor} />
      </div>
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}
