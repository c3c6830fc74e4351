import { Select } from '@mantine/core'
import type { FocusEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'
import { clearSize } from './clear-size.ts'
import { Field, type FieldProps } from './field.tsx'

export type Option = { value: string; label: string; disabled?: boolean }
export type OptionGroup = { group: string; items: Option[] }

type Props = FieldProps & {
  /** Options, or groups of them. */
  options: readonly (Option | OptionGroup)[]
  value: string | null
  onChange: (value: string | null) => void
  onBlur?: (event: FocusEvent<HTMLInputElement>) => void
  placeholder?: string | undefined
  clearable?: boolean
  /** Typing narrows the options; worth it from about ten. */
  searchable?: boolean
  /** Asks elsewhere for options that hold what was typed. */
  onSearch?: (typed: string) => void
  /** The label of the value is still on its way. Until it has come nothing can be typed: it would replace what was typed. */
  isNaming?: boolean
}

export function SelectField({
  label,
  error,
  hint,
  required,
  disabled,
  bare,
  size,
  options,
  value,
  onChange,
  onBlur,
  placeholder,
  clearable = false,
  searchable = false,
  onSearch,
  isNaming = false,
}: Props) {
  const w = useWords(uiText)
  return (
    <Field {...{ label, error, hint, bare, size }} required={required ?? false} disabled={disabled ?? false}>
      {({ id, ...aria }) => (
        <Select
          {...aria}
          id={id}
          data={[...options]}
          value={value}
          onChange={onChange}
          {...(onBlur === undefined ? {} : { onBlur })}
          {...(onSearch === undefined ? {} : { onSearchChange: onSearch })}
          placeholder={isNaming ? w.loading : (placeholder ?? w.choose)}
          readOnly={isNaming}
          clearable={clearable && value !== null}
          {...(clearable && value !== null ? { clearSectionMode: 'clear' as const } : {})}
          clearButtonProps={{ 'aria-label': w.clear, size: clearSize }}
          searchable={searchable || onSearch !== undefined}
          disabled={disabled ?? false}
          nothingFoundMessage={w.nothingFound}
          rightSection={clearable && value !== null ? undefined : <Icon name="chevron-down" size="small" />}
          rightSectionPointerEvents={clearable && value !== null ? 'all' : 'none'}
          withCheckIcon={false}
          allowDeselect={false}
          maxDropdownHeight={320}
          comboboxProps={{ transitionProps: { duration: 0 }, offset: 4 }}
          classNames={{
            input: css.input,
            section: css.section,
            dropdown: css.dropdown,
            option: css.option,
            empty: css.empty,
          }}
        />
      )}
    </Field>
  )
}
