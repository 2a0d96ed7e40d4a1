import { type PointerEvent, useId } from 'react'
import { formatPercent } from '../../define/text/number-formats.ts'
import { useApp, useMessagesOf } from '../context.tsx'
import { messages } from './messages.ts'

type Point = { x: number; y: number }
type Props = { src: string; value: Point; onChange(point: Point): void; isDisabled?: boolean }

/** A point of an image: by pointer on the image itself, and by two sliders, which keys move and screen readers tell. */
export function FocusPoint({ src, value, onChange, isDisabled = false }: Props) {
  const t = useMessagesOf(messages)
  const { locale } = useApp().place
  const hint = useId()
  function set({ currentTarget, clientX, clientY, buttons, type }: PointerEvent) {
    if (isDisabled || (type === 'pointermove' && buttons === 0)) return
    const { left, top, width, height } = currentTarget.getBoundingClientRect()
    const share = (at: number, of: number) => Math.round(Math.min(1, Math.max(0, at / of)) * 100)
    onChange({ x: share(clientX - left, width), y: share(clientY - top, height) })
  }
  const slider = (axis: keyof Point, label: string) => (
    <label className="field">
      {label}
      <span className="slider">
        <input
          type="range"
          min={0}
          max={100}
          step={1}
          value={value[axis]}
          disabled={isDisabled}
          aria-describedby={hint}
          onChange={event => onChange({ ...value, [axis]: event.currentTarget.valueAsNumber })}
        />
        <output>{formatPercent(value[axis] / 100, locale)}</output>
      </span>
    </label>
  )
  return (
    <fieldset className="focus-point">
      <legend>{t('focus')}</legend>
      <p className="hint" id={hint}>
        {t('focusHint')}
      </p>
      <div
        className="focus-image"
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          set(event)
        }}
        onPointerMove={set}
      >
        <img src={src} alt="" draggable={false} />
        <span
          className="focus-mark"
          aria-hidden="true"
          style={{ left: `${value.x}%`, top: `${value.y}%` }}
        />
      </div>
      {slider('x', t('fromLeft'))}
      {slider('y', t('fromTop'))}
    </fieldset>
  )
}
