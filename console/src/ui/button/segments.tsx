import css from './button.module.css'

type Segment<T extends string | number> = { value: T; label: string; lang?: string }
type Props<T extends string | number> = {
  label: string
  options: readonly Segment<T>[]
  /** `null`: none chosen. */
  value: T | null
  onChange: (value: T) => void
  size?: 'normal' | 'small'
  full?: boolean
  /** For a grid that moves the focus itself. */
  tabIndex?: number | undefined
}

/** A few choices side by side, one of them pressed. */
export function Segments<T extends string | number>({
  label,
  options,
  value,
  onChange,
  size = 'normal',
  full = false,
  tabIndex,
}: Props<T>) {
  const classes = [css.segments, size === 'small' ? css.small : '', full ? css.full : '']
  return (
    <div className={classes.filter(Boolean).join(' ')} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          tabIndex={tabIndex}
          lang={option.lang}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  )
}
