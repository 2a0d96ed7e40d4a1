import {
  type ReactElement,
  type RefObject,
  useContext,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react'
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
} from 'react-aria-components'
import { useMessages } from '../context.tsx'
import { Hint } from './hint.tsx'

type Props<T extends object> = Omit<ComboBoxProps<T>, 'children'> & {
  label: string
  placeholder?: string
  hint?: string | undefined
  error?: string | undefined
  /** Each time that it grows the list closes: where nothing stays chosen, a choice alone does not close it. */
  closings?: number
  /** One of the matches. */
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
    <Label>{label}</Label>
    <div className="with-button">
      <PickInput placeholder={placeholder} isManual={of.menuTrigger === 'manual'} />
      <Button aria-label={useMessages()('showChoices')}>
        <span aria-hidden="true" className="arrow" />
      </Button>
    </div>
    <Hint text={hint} />
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
  const input = useRef<HTMLInputElement>(null)
  useScrolling(input)
  const open = (trigger: 'manual' | 'input') => {
    if (isManual && !state?.isOpen) state?.open(null, trigger)
  }
  return (
    <Input
      ref={input}
      maxLength={500}
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
 * A list closes when its page scrolls, but moves along while its input stays in view: a scroll that brings the input or one of the
 * choices into view must not close it. The first is reported in the next frame, when the list is open already.
 */
function useScrolling(input: RefObject<HTMLInputElement | null>) {
  const isOpen = useContext(ComboBoxStateContext)?.isOpen ?? false
  useLayoutEffect(() => {
    if (!isOpen) return
    let isNew = true
    const keepOpen = (event: Event) => {
      if (isNew || (event.target === document && isInView(input.current)))
        event.stopImmediatePropagation()
    }
    addEventListener('scroll', keepOpen, true)
    // scrolls of a frame are reported before its callbacks
    const frame = requestAnimationFrame(() => {
      isNew = false
    })
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', keepOpen, true)
    }
  }, [isOpen, input])
}

function isInView(of: Element | null): boolean {
  if (!of) return false
  const { top, bottom } = of.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
