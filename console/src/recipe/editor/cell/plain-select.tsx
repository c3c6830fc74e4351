import { Icon } from '../../../ui/icon/icon.tsx'
import { Box } from '../../../ui/layout/layout.tsx'
import css from './cells.module.css'

type Props<T extends string> = {
  label: string
  value: T
  options: readonly Readonly<{ value: T; label: string }>[]
  onChange: (value: T) => void
  errorId?: string | undefined
  path?: string
}

/** A choice in a cell of a table: the browser's own, because there are many and each key counts. */
export function PlainSelect<T extends string>({ label, value, options, onChange, errorId, path }: Props<T>) {
  return (
    <Box.span
      block
      relative
      shrink
      className={`${css.select} ${errorId === undefined ? '' : css.bad}`}
      data-path={path}
    >
      <select
        aria-label={label}
        aria-invalid={errorId === undefined ? undefined : true}
        aria-describedby={errorId}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.currentTarget.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" size="small" />
    </Box.span>
  )
}
