import { withHyphen } from '@brigade/contract/minus.rules.ts'
import { useState, type KeyboardEvent } from 'react'
import { formatNumber } from '../../../platform/format.ts'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import css from './cells.module.css'

type Props = {
  label: string
  /** The value in the unit on screen; null if the field is empty. */
  value: number | null
  onChange: (value: number | null) => void
  onBlur?: () => void
  /** The id of the error message. */
  errorId?: string | undefined
  path: string
  unit?: string
  /** A sign in front of values above zero. */
  hasSign?: boolean
  decimals?: number
  tip?: string | undefined
}

const looksLikeNumber = /^[+-]?\d*[.,]?\d*$/

/** A figure typed into a cell. Arrow keys step it by one, with Shift by ten. */
export function NumberCell({
  label,
  value,
  onChange,
  onBlur,
  errorId,
  path,
  unit,
  hasSign = false,
  decimals = 0,
  tip,
}: Props) {
  // The text during typing, such as "1." on the way to 1.5; a value from elsewhere replaces it.
  const [typed, setTyped] = useState<{ text: string; value: number | null } | null>(null)
  const shown =
    value === null
      ? ''
      : `${hasSign && value > 0 ? '+' : ''}${formatNumber(round(value, decimals)).replaceAll(',', '')}`
  const text = typed !== null && typed.value === value ? typed.text : shown
  const take = (next: string): void => {
    const clean = withHyphen(next).replaceAll(/[\s,]/g, (each) => (each === ',' ? '.' : ''))
    if (!looksLikeNumber.test(clean)) return
    const parsed = clean.replace('+', '') === '' ? null : Number(clean)
    const number = parsed === null || Number.isNaN(parsed) ? null : parsed
    setTyped({ text: next, value: number })
    onChange(number)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key]
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    onChange(round((value ?? 0) + by * (event.shiftKey ? 10 : 1), decimals))
  }
  return (
    <Row.label
      align="center"
      border="strong"
      radius="s"
      ground="paper"
      relative
      shrink
      className={`${css.cell} ${errorId === undefined ? '' : css.bad}`}
      data-path={path}
      data-tip={tip}
    >
      <span className="vh">{label}</span>
      <input
        value={text}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        onChange={(event) => take(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => {
          setTyped(null)
          onBlur?.()
        }}
      />
      {unit === undefined ? null : (
        <Text.i tone="ink-3" marginLeft="4">
          {unit}
        </Text.i>
      )}
    </Row.label>
  )
}

const round = (value: number, decimals: number): number => Number(value.toFixed(decimals))
