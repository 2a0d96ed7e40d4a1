import { type ReactElement, useContext, useEffect, useEffectEvent, useLayoutEffect } from 'react'
import {
  Button,
  ComboBox,
  type ComboBoxProps,
  ComboBoxStateContext,
  FieldError,
  Input,
  Label,
  ListBox,
  Popover,
  Text,
} from 'react-aria-components'
import { useWords } from '../context.tsx'

type Props<T extends object> = Omit<ComboBoxProps<T>, 'children'> & {
  label: string
  placeholder?: string
  hint?: string | undefined
  error?: string | undefined
  /** Each time that it grows the list closes: where nothing stays chosen, a choice alone does not close it. */
  closings?: number
  /** How one of what is found is shown. */
  children: (one: T) => ReactElement
}

/** One of many, found by letters of its name. */
export const Picker = <T extends object>({
  label,
  placeholder,
  hint,
  error,
  closings = 0,
  children,
  ...of
}: Props<T>) => (
  <ComboBox menuTrigger="focus" {...of} isInvalid={!!error} className="field pick">
    <Closing closings={closings} />
    <Scrolling />
    <Label>{label}</Label>
    <div className="with-button">
      <PickInput placeholder={placeholder} isManual={of.menuTrigger === 'manual'} />
      <Button aria-label={useWords()('showChoices')}>
        <span aria-hidden="true" className="arrow" />
      </Button>
    </div>
    {hint && (
      <Text slot="description" className="hint">
        {hint}
      </Text>
    )}
    <FieldError className="wrong">{error}</FieldError>
    <Popover className="popover">
      <ListBox className="options">{children}</ListBox>
    </Popover>
  </ComboBox>
)

type PickInputProps = { placeholder: string | undefined; isManual: boolean }

/** With the trigger `manual`, the list opens by a click and by typing; by the arrow keys and the button it always does. */
function PickInput({ placeholder, isManual }: PickInputProps) {
  const state = useContext(ComboBoxStateContext)
  const open = (trigger: 'manual' | 'input') => {
    if (isManual && !state?.isOpen) state?.open(null, trigger)
  }
  return (
    <Input
      {...(placeholder && { placeholder })}
      onClick={() => open('manual')}
      onInput={event => event.currentTarget.value !== '' && open('input')}
    />
  )
}

function Closing({ closings }: { closings: number }) {
  const state = useContext(ComboBoxStateContext)
  const close = useEffectEvent(() => state?.close())
  useEffect(() => {
    if (closings > 0) close()
  }, [closings])
  return null
}

/**
 * A list closes when its page scrolls. The scroll that brings an input into view, for a click or the Tab key, is reported in the
 * next frame, when the list is open already: that one must not close it.
 */
function Scrolling() {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen ?? false
  useLayoutEffect(() => {
    if (!isOpen) return
    const ignore = (event: Event) => event.stopImmediatePropagation()
    const end = () => removeEventListener('scroll', ignore, true)
    addEventListener('scroll', ignore, true)
    // scrolls of a frame are reported before its callbacks
    const frame = requestAnimationFrame(end)
    return () => {
      cancelAnimationFrame(frame)
      end()
    }
  }, [isOpen])
  return null
}
