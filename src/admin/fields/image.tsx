import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  Button,
  Disclosure,
  DisclosurePanel,
  DropZone,
  FileTrigger,
  Input,
  SearchField,
  Text,
} from 'react-aria-components'
import {
  adjectiveOf,
  inEachLanguage,
  type Language,
  othersThan,
} from '../../define/text/language.ts'
import type { Image } from '../../sdk/index.ts'
import { useApi, useApp, useMessages, useMessagesOf, useUser } from '../context.tsx'
import { rightsOn } from '../forms/rights.ts'
import { type ImageValue, withScheme } from '../forms/values.ts'
import { droppedFiles } from '../images/files.ts'
import { ImageEdit, useImage } from '../images/image-edit.tsx'
import { altTexts, imageValues, withoutAlt } from '../images/image-values.ts'
import { messages as imageWords } from '../images/messages.ts'
import { refuseFile } from '../images/refuse-file.ts'
import { imageTypes } from '../images/uploads.tsx'
import { useImages } from '../images/use-images.ts'
import { usePastedImages } from '../images/use-pasted-images.ts'
import { ProblemNote } from '../parts/problem.tsx'
import { TextInput } from '../parts/text-input.tsx'
import { useLater } from '../parts/use-later.ts'
import { Window } from '../parts/window.tsx'
import type { FieldProps } from './field-props.ts'
import { messages } from './messages.ts'

/** The image of a record: sent, pasted, dropped, copied from the web, or one that is stored. */
export function ImageField({
  field,
  label,
  value,
  onChange,
  error,
  isDisabled,
}: FieldProps<ImageValue | null>) {
  const t = useMessagesOf(messages)
  return (
    <fieldset
      className="field image-field"
      data-field={field.name}
      aria-label={label}
      {...(error && { 'data-invalid': true })}
    >
      {value ? (
        <>
          <figure>
            <img src={value.url} alt={value.alt} width={value.width} height={value.height} />
            <figcaption className="hint">
              <Lacking id={value.id} />
            </figcaption>
          </figure>
          {!isDisabled && (
            <>
              <Button onPress={() => onChange(null)}>{t('removeImage')}</Button>
              <Details id={value.id} onSaved={image => onChange(imageValueFrom(image))} />
            </>
          )}
        </>
      ) : (
        !isDisabled && <NewImage onChange={onChange} />
      )}
      {error && <span className="wrong">{error}</span>}
    </fieldset>
  )
}

/** In which languages nothing says what it shows. */
function Lacking({ id }: { id: number }) {
  const t = useMessagesOf(imageWords)
  const { language: page } = useApp().place
  const { data } = useImage(id)
  return (data ? withoutAlt(imageValues(data)) : []).map(language => (
    <em className="lacks" key={language}>
      {t('noAlt', { language: adjectiveOf(language, page) })}
    </em>
  ))
}

/** Texts and focus right here: whatever shows the image shows them too. */
function Details({ id, onSaved }: { id: number; onSaved(image: Image): void }) {
  const t = useMessagesOf(imageWords)
  const { may, user } = useUser()
  const { data } = useImage(id)
  const isMine = data !== undefined && rightsOn(may.image, data, user.id).change
  return (
    isMine && (
      <Disclosure className="image-disclosure">
        <Button slot="trigger">{t('edit')}</Button>
        <DisclosurePanel>
          <ImageEdit id={id} onSaved={onSaved} />
        </DisclosurePanel>
      </Disclosure>
    )
  )
}

/** One that is sent, or one of those that are stored. */
export function NewImage({ onChange }: { onChange(image: ImageValue): void }) {
  const { may } = useUser()
  return (
    <div className="new-image">
      {may.image.create && <SendImage onChange={onChange} />}
      <StoredImage onChange={onChange} />
    </div>
  )
}

/** One of those that are stored. */
function StoredImage({ onChange }: { onChange(image: ImageValue): void }) {
  const t = useMessagesOf(messages)
  const [isPicking, setIsPicking] = useState(false)
  return (
    <>
      <Button onPress={() => setIsPicking(true)}>{t('pickImage')}</Button>
      {isPicking && (
        <ImageGrid
          onClose={() => setIsPicking(false)}
          onPick={image => {
            onChange(image)
            setIsPicking(false)
          }}
        />
      )}
    </>
  )
}

/** Another image, for users who may upload. */
function SendImage({ onChange }: { onChange(image: ImageValue): void }) {
  const t = useMessagesOf(messages)
  const api = useApi()
  const { site, may } = useUser()
  const { language, locale } = useApp().place
  const alts = useState<Alts>(() => inEachLanguage(() => ''))
  const send = useMutation({
    mutationFn: (from: File | string) => {
      const texts = altTexts(alts[0], language)
      if (typeof from !== 'string') refuseFile(from, { most: site.uploadLimit, locale })
      return typeof from === 'string'
        ? api.images.uploadFrom(from, texts)
        : api.images.upload(from, from.name || 'image.png', texts)
    },
    onSuccess: image => onChange(imageValueFrom(image)),
  })
  const own = useRef<HTMLDivElement>(null)
  usePastedImages(own, ([file]) => send.mutate(file))
  return (
    <div className="send-image" ref={own}>
      <AltTexts value={alts[0]} onChange={alts[1]} />
      <DropZone
        className="drop"
        aria-label={t('upload')}
        onDrop={async ({ items }) => {
          const [file] = await droppedFiles(items)
          if (file) send.mutate(file)
        }}
      >
        <Text slot="label">{send.isPending ? t('uploading') : t('dropHere')}</Text>
        <FileTrigger
          acceptedFileTypes={imageTypes}
          onSelect={files => files?.[0] && send.mutate(files[0])}
        >
          <Button isPending={send.isPending}>{t('upload')}</Button>
        </FileTrigger>
      </DropZone>
      <ProblemNote error={send.error} />
      {may.event.publish && <FromUrl isPending={send.isPending} onSend={url => send.mutate(url)} />}
    </div>
  )
}

type Alts = Record<Language, string>

/** The alternative text of the image in each language, before it is sent. */
function AltTexts({ value, onChange }: { value: Alts; onChange(value: Alts): void }) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  return [page, ...othersThan(page)].map((language, at) => (
    <TextInput
      key={language}
      label={`${t('altText')} (${adjectiveOf(language, page)})`}
      hint={at === 0 ? t('altHint') : undefined}
      value={value[language]}
      onChange={text => onChange({ ...value, [language]: text })}
      maxLength={1000}
    >
      <Input lang={language} />
    </TextInput>
  ))
}

function FromUrl({ isPending, onSend }: { isPending: boolean; onSend(url: string): void }) {
  const t = useMessagesOf(messages)
  const [url, setUrl] = useState('')
  const send = () => {
    if (url.trim()) onSend(withScheme(url.trim()))
  }
  return (
    <div className="add-name">
      <TextInput label={t('fromUrl')} type="url" value={url} onChange={setUrl} maxLength={2000} />
      <Button onPress={send} isDisabled={isPending || url.trim() === ''}>
        {t('copyIt')}
      </Button>
    </div>
  )
}

type Props = { onClose(): void; onPick(image: ImageValue): void }

/** The stored images, newest first, to choose one by its words. */
function ImageGrid({ onClose, onPick }: Props) {
  const t = useMessagesOf(imageWords)
  const heading = useMessagesOf(messages)('pickImage')
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

type Listed = Pick<Image, 'id' | 'url' | 'alt' | 'sizes' | 'width' | 'height'>

/** A stored image as forms hold it. */
const imageValueFrom = ({ id, url, alt, sizes, width, height }: Listed): ImageValue => ({
  id,
  alt,
  width,
  height,
  url: sizes.medium?.url ?? url,
})
