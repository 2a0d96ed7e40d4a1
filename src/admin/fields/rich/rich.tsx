import { EditorContent, useEditor } from '@tiptap/react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Button } from 'react-aria-components'
import { useApp, useMessagesOf } from '../../context.tsx'
import { withParagraphs } from '../../forms/rich-text.ts'
import type { FieldProps } from '../field-props.ts'
import { SourceField } from '../line.tsx'
import { useRefusedPaste } from '../pasted.ts'
import { withoutClasses } from './allowed-copy.ts'
import { extensions } from './extensions.ts'
import { pastedHtml, pastedPlayer } from './pasted-html.ts'
import { richMessages } from './rich-messages.ts'
import { RichToolbar } from './rich-toolbar.tsx'
import { writtenHtml } from './written-html.ts'

/** Rich text. HTML that has no button stays as it is; the source is shown only to those who want it. */
export function RichField(props: FieldProps<string>) {
  const t = useMessagesOf(richMessages)
  const [isSource, setIsSource] = useState(false)
  const toSource = useCallback(() => setIsSource(true), [])
  if (!isSource) return <Visual {...props} onSource={toSource} />
  return (
    <div>
      <SourceField {...props} />
      <p className="gap">
        <Button className="small" onPress={() => setIsSource(false)}>
          {t('visual')}
        </Button>
      </p>
    </div>
  )
}

type VisualProps = FieldProps<string> & { onSource(): void }

function Visual({ onSource, ...props }: VisualProps) {
  const { field, label, value, onChange, error, isDisabled, lang } = props
  const id = useId()
  const { language: page } = useApp().place
  const isRefused = useRefusedPaste()
  const lastHtml = useRef(value)
  const editor = useEditor({
    extensions,
    content: withoutClasses(withParagraphs(value)),
    injectCSS: false,
    editable: !isDisabled,
    editorProps: {
      handlePaste: (view, event) => {
        if (isRefused(event.clipboardData)) return true
        const url = pastedPlayer(event.clipboardData?.getData('text/plain') ?? '')
        if (url) view.pasteHTML(`<p><a href="${url}">${url}</a></p>`)
        return url !== undefined
      },
      transformPastedHTML: html => withoutClasses(pastedHtml(html)),
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
      lastHtml.current = writtenHtml(editor)
      onChange(lastHtml.current)
    },
  })
  useEffect(() => {
    // copied from another language, resumed, chosen in a conflict
    if (value === lastHtml.current) return
    lastHtml.current = value
    editor.commands.setContent(withoutClasses(withParagraphs(value)), { emitUpdate: false })
  }, [value, editor])
  return (
    <div className="field rich" data-field={field.name} {...(error && { 'data-invalid': true })}>
      <span className="label" id={id}>
        {label}
      </span>
      <div className="rich-box">
        {!isDisabled && (
          <RichToolbar editor={editor} label={label} lang={lang ?? page} onSource={onSource} />
        )}
        <EditorContent editor={editor} />
      </div>
      {error && <span className="wrong">{error}</span>}
    </div>
  )
}
