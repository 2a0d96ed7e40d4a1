import { Link } from 'react-aria-components'
import { plainText } from '../../../sdk/client.ts'
import type { Row } from '../../client/records.ts'
import { useKnown, useWordsOf } from '../../context.tsx'
import type { Form } from '../../forms/model.ts'
import { ReturnedMark } from '../history/returned.tsx'
import { nameOf } from './use-work.ts'
import { words } from './words.ts'

/** What a record is called, and in the other language, or that this is missing. */
export function Title({ form, row }: { form: Form; row: Row }) {
  const { language } = useKnown().place
  const t = useWordsOf(words)
  const { titled } = form
  const { translations } = row
  const other = language === 'en' ? 'fr' : 'en'
  const own = translations?.[language]?.[titled]
  const otherName = translations?.[other]?.[titled]
  const isForeign = translations !== undefined && own === undefined && otherName !== undefined
  return (
    <>
      <Link href={`/${form.path}/${row.id}`} className="title" {...(isForeign && { lang: other })}>
        {nameOf(form, row)}
      </Link>
      {translations && (
        <span className="twin">
          {isForeign ? (
            <em className="lacks">{t(language === 'en' ? 'missingEn' : 'missingFr')}</em>
          ) : otherName === undefined ? (
            <em className="lacks">{t(other === 'en' ? 'missingEn' : 'missingFr')}</em>
          ) : (
            <span lang={other}>{plainText(otherName)}</span>
          )}
        </span>
      )}
      <Holding form={form} row={row} />
      <ReturnedMark record={row} />
    </>
  )
}

/** Cancelled, postponed, online: what one must see at once. */
function Holding({ form, row }: { form: Form; row: Row }) {
  const { language } = useKnown().place
  const word = row.event_status
  if (!word || word === 'scheduled') return null
  const label = form.fields
    .find(({ name }) => name === 'event_status')
    ?.choices?.find(([each]) => each === word)?.[1]
  return <span className="holding">{label?.[language] ?? String(word)}</span>
}
