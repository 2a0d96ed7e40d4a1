import { Link } from 'react-aria-components'
import { adjectiveOf, type Language, othersThan, textIn } from '../../../define/text/language.ts'
import { plainText } from '../../../sdk/index.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import type { Row } from '../../forms/records.ts'
import { ReturnedMark } from '../history/returned.tsx'
import { statesIn } from './columns.ts'
import { messages } from './messages.ts'
import { nameOf } from './use-work.ts'

/** The title of a record, and those in the other languages, or that one is missing. */
export function Title({ form, row }: { form: Form; row: Row }) {
  const { language } = useApp().place
  const t = useMessagesOf(messages)
  const { titled } = form
  const { translations } = row
  const nameIn = (of: Language) => translations?.[of]?.[titled]
  const foreign =
    nameIn(language) === undefined
      ? othersThan(language).find(of => nameIn(of) !== undefined)
      : undefined
  const missing = (of: Language) => t('missingIn', { language: adjectiveOf(of, language) })
  return (
    <>
      <Link href={`/${form.path}/${row.id}`} className="title" {...(foreign && { lang: foreign })}>
        {nameOf(form, row)}
      </Link>
      {translations && (
        <span className="twin">
          {foreign ? (
            <em className="lacks">{missing(language)}</em>
          ) : (
            othersThan(language).map(of => {
              const name = nameIn(of)
              return name === undefined ? (
                <em className="lacks" key={of}>
                  {missing(of)}
                </em>
              ) : (
                <span lang={of} key={of}>
                  {plainText(name)}
                </span>
              )
            })
          )}
        </span>
      )}
      {typeof row.occurrence_count === 'number' && (
        <span className="holding">{t('dates', { count: row.occurrence_count })}</span>
      )}
      <Holding form={form} row={row} />
      <ReturnedMark record={row} />
    </>
  )
}

/** The states that must be seen at once. */
function Holding({ form, row }: { form: Form; row: Row }) {
  const { language } = useApp().place
  return statesIn(form, row).map(label => (
    <span className="holding" key={label.en}>
      {textIn(label, language)}
    </span>
  ))
}
