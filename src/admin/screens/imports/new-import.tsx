import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Button, FileTrigger } from 'react-aria-components'
import { useLocation } from 'wouter'
import { type ImportFormat, importFormats } from '../../../define/import-messages.ts'
import type { AdminInput } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choice } from '../../parts/choice.tsx'
import { FormDialog } from '../../parts/form-dialog.tsx'
import { TextInput } from '../../parts/text-input.tsx'
import type { Server } from '../../server.ts'
import { asUrl } from '../settings/file-input.tsx'
import { HowInputs, howIn } from './how.tsx'
import { formatNames, messages } from './messages.ts'

/** The format that the name of a file or URL suggests. */
function guessed(name: string): ImportFormat | undefined {
  if (/^webcal|\.ics(\?|$)/i.test(name)) return 'ics'
  if (/\.(csv|tsv|txt|xlsx|ods)$/i.test(name)) return 'csv'
  if (/\.(jsonld|json|html?|xml)$/i.test(name)) return 'jsonld'
  return undefined
}

/** The formats of files; sites are read by their URL. */
const ofFiles = importFormats.filter(format => format !== 'tec')

/** Asks what is imported, and goes to its preview. */
export function NewImport({ onClose }: { onClose(): void }) {
  const { server } = useApp()
  const w = useMessagesOf(messages)
  const formatName = useMessagesOf(formatNames)
  const [, go] = useLocation()
  const [isFile, setIsFile] = useState(true)
  const [file, setFile] = useState<File>()
  const [format, setFormat] = useState<ImportFormat>('csv')
  const [sent, setSent] = useState(0)
  const formats = isFile ? ofFiles : importFormats
  const { mutate, isPending, error } = useMutation({
    async mutationFn(typed: Record<string, string>): Promise<number> {
      const { source, url } = typed
      const given = { format, ...(source && { source }), ...howIn(typed) }
      if (!isFile) return (await server.admin('POST /imports', { ...given, url })).id
      if (!file) throw new Error(w('noFile'))
      return upload(server.admin, given, file, setSent)
    },
    onSuccess: id => go(`/imports/${id}`),
  })
  const guess = (name: string) => setFormat(guessed(name) ?? format)
  return (
    <FormDialog
      title={w('create')}
      action={w('preview')}
      isPending={isPending}
      error={error}
      onClose={onClose}
      onSend={typed => mutate(typed)}
    >
      <Choice
        label={w('from')}
        value={isFile ? 'file' : 'url'}
        options={[
          ['file', w('file')],
          ['url', w('url')],
        ]}
        onChange={word => {
          setIsFile(word === 'file')
          setFormat(word === 'file' ? 'csv' : 'ics')
        }}
      />
      {isFile ? (
        <FileField
          file={file}
          onChoose={chosen => {
            setFile(chosen)
            guess(chosen.name)
          }}
          sent={isPending ? sent : undefined}
        />
      ) : (
        <TextInput name="url" label={w('url')} isRequired autoFocus onChange={guess} />
      )}
      <Choice
        label={w('format')}
        value={format}
        options={formats.map(one => [one, formatName(one)] as const)}
        onChange={word => setFormat(formats.find(one => one === word) ?? format)}
      />
      <TextInput name="source" label={w('source')} hint={w('sourceHint')} autoComplete="off" />
      <HowInputs format={format} />
    </FormDialog>
  )
}

type FileProps = {
  file: File | undefined
  onChoose(file: File): void
  /** The uploaded part of it, from 0 to 1; undefined: there is no upload. */
  sent: number | undefined
}

function FileField({ file, onChoose, sent }: FileProps) {
  const w = useMessagesOf(messages)
  return (
    <div className="field">
      <FileTrigger
        onSelect={files => {
          const [chosen] = files ?? []
          if (chosen) onChoose(chosen)
        }}
      >
        <Button>{w('chooseFile')}</Button>
      </FileTrigger>
      {file && <p className="hint">{w('chosen', { file: file.name })}</p>}
      {sent !== undefined && (
        <p role="status" className="hint">
          {w('sending', { percent: Math.round(sent * 100) })}
        </p>
      )}
    </div>
  )
}

/** Bytes of one part. */
const partSize = 1024 * 1024

/** Sends a file for an import, one part after the other; `progress` receives how much, from 0 to 1. */
async function upload(
  admin: Server['admin'],
  given: AdminInput<'POST /imports'>,
  file: File,
  progress: (done: number) => void,
): Promise<number> {
  const { id } = await admin('POST /imports', { ...given, file: file.name })
  for (let at = 0; at === 0 || at < file.size; at += partSize) {
    progress(at / Math.max(file.size, 1))
    const [, part = ''] = (await asUrl(file.slice(at, at + partSize))).split(',')
    const last = at + partSize >= file.size
    await admin('POST /imports/:id/parts', { id, part, last })
  }
  return id
}
