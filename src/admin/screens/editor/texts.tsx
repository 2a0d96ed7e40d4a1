import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Button } from 'react-aria-components'
import { existing } from '../../../define/base/objects.ts'
import { capital } from '../../../define/text/capital.ts'
import {
  adjectiveOf,
  inEachLanguage,
  type Language,
  labelIn,
  languagesFrom,
  nounOf,
  othersThan,
  textIn,
} from '../../../define/text/language.ts'
import { useApp, useMessagesOf, useUser } from '../../context.tsx'
import type { FieldProps } from '../../fields/field-props.ts'
import { LineField, SourceField } from '../../fields/line.tsx'
import { messages } from '../../fields/messages.ts'
import {
  areInStep,
  type Changes,
  changedAhead,
  fieldCopiedFrom,
  lastChanges,
  newerText,
  newerThan,
} from '../../forms/languages.ts'
import type { Form, FormField } from '../../forms/model.ts'
import { isVisible } from '../../forms/stands.ts'
import { otherWith } from '../../forms/values.ts'
import { versioned } from '../../forms/versioned.ts'
import { showProblem, showToast } from '../../parts/toast.tsx'
import { isOneDate, type Opened, useRead, versionedId } from './open.ts'
import { type Edits, useOf } from './use-edits.ts'

type Props = { form: Form; fields: FormField[]; edits: Edits; isDisabled: boolean }

/** The titles of the record, one per language, side by side; on a phone one below the other. */
export function Named({ form, fields, edits, isDisabled }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  return (
    <section className="texts" aria-label={t('languages')}>
      <div className="pair heads">
        {languagesFrom(language).map(each => (
          <LanguageHead
            key={each}
            form={form}
            edits={edits}
            isDisabled={isDisabled}
            language={each}
          />
        ))}
      </div>
      {fields.map(field => (
        <TextPair
          key={field.name}
          form={form}
          field={field}
          edits={edits}
          isDisabled={isDisabled}
          page={language}
        />
      ))}
    </section>
  )
}

type HeadProps = Omit<Props, 'fields'> & { language: Language }

export function LanguageHead({ form, edits, isDisabled, language }: HeadProps) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  const isTitled = (of: Language) => !!edits.values.texts[of][form.titled]?.trim()
  const other = useOf(edits, () => otherWith(language, isTitled))
  const opened = useOf(edits, of => of.opened)
  const newer = useNewer(form, opened, language)
  const name = capital(adjectiveOf(language, page))
  const otherName = nounOf(other, page)
  const isMissing = useOf(edits, () => !isTitled(language) && isTitled(other))
  const gaps = () => {
    const { texts } = edits.values
    return form.fields.filter(
      each =>
        each.isText && each.as !== 'slug' && !texts[language][each.name] && texts[other][each.name],
    )
  }
  const hasGaps = useOf(edits, () => gaps().length > 0)
  return (
    <div className="language">
      <h2>{name}</h2>
      {isMissing && <em className="badge is-warning">{t('missingShown', { other: otherName })}</em>}
      {!isMissing && newer && (
        <>
          <em className="badge is-warning">{t('older', { other: nounOf(newer, page) })}</em>
          {!isDisabled && !isOneDate(opened) && (
            <StillRight form={form} edits={edits} language={language} />
          )}
        </>
      )}
      {hasGaps && !isDisabled && (
        <Button
          className="small"
          onPress={() => {
            for (const { name } of gaps())
              edits.setText(language, name, edits.values.texts[other][name] ?? '')
          }}
        >
          {t('copyAll', { other: otherName })}
        </Button>
      )}
      {!isDisabled && isStored(opened, form, language) && (
        <DeleteTexts edits={edits} language={language} />
      )}
    </div>
  )
}

/** The other language that has newer texts, unless the two are known to say the same. */
function useNewer(form: Form, opened: Opened, language: Language): Language | undefined {
  const changes = useChanges(form, opened)
  const newer = newerThan(form, changes, language, opened.values)
  return newer && !areInStep(opened.record, language, newer) ? newer : undefined
}

/** Notes that the texts of a language hold, whatever was corrected in another. */
function StillRight({ form, edits, language }: Pick<HeadProps, 'form' | 'edits' | 'language'>) {
  const t = useMessagesOf(messages)
  const { server, place } = useApp()
  const read = useRead(form)
  const { mutate, isPending } = useMutation({
    async mutationFn() {
      const { opened } = edits
      const kind = existing(form.written)
      const of = { kind, id: versionedId(opened), language }
      await server.admin('POST /current-texts', of, { ifMatch: opened.tag })
      edits.take(await read(versionedId(opened)), opened.values)
    },
    onError: showProblem,
  })
  return (
    <Button
      className="small"
      aria-label={`${capital(adjectiveOf(language, place.language))} – ${t('stillRight')}`}
      isPending={isPending}
      onPress={() => mutate()}
    >
      {t('stillRight')}
    </Button>
  )
}

/** True if the record also has another language, so that this one can be removed. */
const isStored = ({ id, values }: Opened, { titled }: Form, language: Language) =>
  id !== undefined &&
  !!values.texts[language][titled] &&
  othersThan(language).some(of => values.texts[of][titled])

/** Takes away all texts of a language; the message brings them back. */
function DeleteTexts({ edits, language }: { edits: Edits; language: Language }) {
  const t = useMessagesOf(messages)
  const { language: page } = useApp().place
  function remove() {
    const before = edits.values.texts[language]
    edits.setTexts(language, Object.fromEntries(Object.keys(before).map(name => [name, ''])))
    showToast({
      text: t('textsDeleted', { language: adjectiveOf(language, page) }),
      action: { text: t('undo'), run: () => edits.setTexts(language, before) },
    })
  }
  return (
    <Button className="small plain danger" onPress={remove}>
      {t('deleteTexts', { language: nounOf(language, page) })}
    </Button>
  )
}

// the editor of rich text is as large as all else: it comes when it is shown
const RichField = lazy(async () => ({
  default: (await import('../../fields/rich/rich.tsx')).RichField,
}))
const Rich = (props: FieldProps<string>) => (
  <Suspense fallback={<SourceField {...props} isDisabled />}>
    <RichField {...props} />
  </Suspense>
)
type PairProps = {
  form: Form
  field: FormField
  edits: Edits
  isDisabled: boolean
  page: Language
}

/** One text in each language, while it is of use as the form stands. */
export function TextPair(props: PairProps) {
  const { edits, field } = props
  const isOfUse = useOf(edits, of => isVisible(field, of.values.facts))
  if (!isOfUse) return null
  return (
    <div className="pair">
      {languagesFrom(props.page).map(language => (
        <OneText key={language} {...props} language={language} />
      ))}
    </div>
  )
}

/** `isCopied`: a missing text can be copied from another language here. */
export function OneText({ isCopied = true, ...props }: TextProps & { isCopied?: boolean }) {
  const { form, field, edits, isDisabled, page, language } = props
  const value = useOf(edits, of => of.values.texts[language][field.name] ?? '')
  const error = useOf(edits, of => of.wrong.texts[language][field.name])
  const opened = useOf(edits, of => of.opened)
  const address = useAddress(form, language, value)
  const Input = field.as === 'html' ? Rich : LineField
  const ahead = useOf(edits, of => changedAhead(field, language, of.opened.values, of.values))
  const newer = newerText(useChanges(form, opened), field, language)
  const isBehind = useOf(
    edits,
    ({ opened, values }) =>
      newer !== undefined &&
      !areInStep(opened.record, language, newer) &&
      [language, newer].every(of => {
        const text = values.texts[of][field.name]
        return !!text && text === opened.values.texts[of][field.name]
      }),
  )
  const main = opened.record?.editing?.main_language ?? page
  const copied = useOf(edits, of => fieldCopiedFrom(field, language, main, of.values))
  return (
    <div className="text" data-language={language}>
      <Input
        field={{ ...field, isRequired: false }}
        label={labelIn(field.label, language, page)}
        value={value}
        onChange={text => edits.setText(language, field.name, text)}
        error={error}
        hint={field.as === 'slug' ? address : field.typed && textIn(field.typed, page)}
        isDisabled={isDisabled}
        lang={language}
      />
      {isCopied && !isDisabled && field.as !== 'slug' && <Gap {...props} />}
      {copied ? (
        <Behind other={copied} page={page} word="sameAs" />
      ) : ahead ? (
        <Behind other={ahead} page={page} word="otherChanged" />
      ) : (
        newer && isBehind && <Behind other={newer} page={page} word="older" />
      )}
    </div>
  )
}

/** The public address with a slug, in full. */
function useAddress(form: Form, language: Language, slug: string): string | undefined {
  const t = useMessagesOf(messages)
  const { site } = useUser()
  if (!form.page) return undefined
  const url = `${site.home[language].replace(/\/+$/, '')}/${textIn(form.page, language)}/${slug || '…'}/`
  return slug ? url : t('slugMade', { url })
}

type TextProps = PairProps & { language: Language }

/** A text that another language has: it can be copied. */
function Gap({ field, edits, page, language }: TextProps) {
  const t = useMessagesOf(messages)
  const other = useOf(edits, ({ values: { texts } }) =>
    otherWith(language, of => !!texts[of][field.name]),
  )
  const isGap = useOf(
    edits,
    ({ values: { texts } }) => !texts[language][field.name] && !!texts[other][field.name],
  )
  if (!isGap) return null
  const action = t('copyFrom', { other: nounOf(other, page) })
  return (
    <p className="gap">
      <em className="badge">{t('missing')}</em>
      <Button
        className="small"
        aria-label={`${labelIn(field.label, language, page)} – ${action}`}
        onPress={() =>
          edits.setText(language, field.name, edits.values.texts[other][field.name] ?? '')
        }
      >
        {action}
      </Button>
    </p>
  )
}

/** The text of another language was changed, just now or since this one was, which may say something else; or it is a copy of it. */
type BehindProps = { other: Language; page: Language; word: 'otherChanged' | 'older' | 'sameAs' }
function Behind({ other, page, word }: BehindProps) {
  const t = useMessagesOf(messages)
  const noun = nounOf(other, page)
  return (
    <p className="gap">
      <em className="badge is-warning">
        {t(word, { other: word === 'otherChanged' ? capital(noun) : noun })}
      </em>
    </p>
  )
}

const unknown: Changes = inEachLanguage(() => ({}))

/** When each text of a record was last changed, from its versions, for users who may see them. */
function useChanges(form: Form, opened: Opened): Changes {
  const { id, tag, may } = opened
  const { server } = useApp()
  const { path } = form
  const { data = unknown } = useQuery({
    queryKey: [path, 'changes', id, tag],
    queryFn: async () =>
      lastChanges(
        (
          await server.admin(`GET /${versioned(form)}/:id/versions`, {
            id: versionedId(opened),
            per_page: 100,
          })
        ).versions,
      ),
    enabled: id !== undefined && may.change && !form.isFile,
    // of this state of the record, it stays so
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}
