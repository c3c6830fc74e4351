import { useEffect, useId, useRef, type ReactNode } from 'react'
import { StateShape } from '../icon/state-shape.tsx'
import { Row } from '../layout/layout.tsx'
import css from './field.module.css'

type Props = { checked: boolean; onChange: (checked: boolean) => void; disabled?: boolean }

type RowCheckProps = Omit<Props, 'disabled'> & {
  isMixed?: boolean
  label: string
  /** Why it cannot be changed: it stays, dimmed, and shows the reason on hover and focus. */
  disabledReason?: string | undefined
  /** For a grid that moves the focus itself. */
  tabIndex?: number | undefined
  onFocus?: () => void
}

/** A bare native box with a name of its own, as in a table's rows. */
export function RowCheck({
  checked,
  onChange,
  isMixed = false,
  label,
  disabledReason,
  tabIndex,
  onFocus,
}: RowCheckProps) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (box.current !== null) box.current.indeterminate = isMixed
  }, [isMixed])
  return (
    <input
      ref={box}
      type="checkbox"
      className={css.check}
      checked={checked}
      aria-label={label}
      aria-disabled={disabledReason === undefined ? undefined : true}
      aria-description={disabledReason}
      data-tip={disabledReason}
      tabIndex={tabIndex}
      onFocus={onFocus}
      onChange={({ currentTarget }) => {
        // The browser has removed the mixed mark, which stays unless the state changes it.
        currentTarget.indeterminate = isMixed
        if (disabledReason === undefined) onChange(currentTarget.checked)
      }}
    />
  )
}

type CheckboxProps = Props & { error?: string | undefined; children: ReactNode }

/** A box with its label; its error is shown below it. */
export function Checkbox({ error, ...box }: CheckboxProps) {
  const errorId = useId()
  return (
    <div>
      <Box {...box} errorId={error === undefined ? undefined : errorId} />
      {error === undefined ? null : (
        <p id={errorId} className={css.message} role="alert">
          <StateShape name="error" size="tiny" />
          <span>{error}</span>
        </p>
      )}
    </div>
  )
}

function Box({
  checked,
  onChange,
  disabled = false,
  errorId,
  children,
}: Props & { errorId: string | undefined; children: ReactNode }) {
  return (
    <Row.label gap="8" align="center" pointer className={css.checkLabel}>
      <input
        type="checkbox"
        className={css.check}
        checked={checked}
        disabled={disabled}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <span>{children}</span>
    </Row.label>
  )
}

/** A switch with its label beside it. */
export function Switch({
  checked,
  onChange,
  disabled = false,
  label,
  children,
}: Props & { label?: string; children?: ReactNode }) {
  return (
    <Row.label gap="8" align="center" pointer className={css.checkLabel}>
      <input
        type="checkbox"
        role="switch"
        className={css.switch}
        checked={checked}
        disabled={disabled}
        aria-label={label}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      {children}
    </Row.label>
  )
}
