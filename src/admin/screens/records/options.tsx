import { Button, Dialog, DialogTrigger, Popover } from 'react-aria-components'
import { textIn } from '../../../define/text/language.ts'
import { useApp, useMessagesOf } from '../../context.tsx'
import { Choose } from '../../parts/choose.tsx'
import type { Column } from './columns.ts'
import { messages } from './messages.ts'
import type { Saved } from './saved.ts'

/** Rows of a page at most. */
export const maxRows = 200

type Props = {
  columns: readonly Column[]
  /** Names of those that are shown. */
  chosen: readonly string[]
  perPage: number
  onChange(change: Saved): void
}

/** The columns and the number of rows of a table. */
export function Options({ columns, chosen, perPage, onChange }: Props) {
  const t = useMessagesOf(messages)
  const { language } = useApp().place
  const sizes = [...new Set([10, 20, 50, 100, maxRows, perPage])]
  return (
    <DialogTrigger>
      <Button className="plain">{t('columns')}</Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label={t('columns')}>
          <fieldset className="checks">
            <legend className="label">{t('columns')}</legend>
            {columns.map(({ name, label }) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={chosen.includes(name)}
                  onChange={({ target }) =>
                    onChange({
                      columns: target.checked
                        ? [...chosen, name]
                        : chosen.filter(each => each !== name),
                    })
                  }
                />
                {textIn(label, language)}
              </label>
            ))}
          </fieldset>
          <Choose
            label={t('perPage')}
            value={String(perPage)}
            onChange={size => onChange({ perPage: Number(size) })}
            choices={sizes
              .toSorted((a, b) => a - b)
              .map(size => [String(size), String(size)] as const)}
          />
        </Dialog>
      </Popover>
    </DialogTrigger>
  )
}
