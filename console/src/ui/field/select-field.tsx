import { useRef, type FocusEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Box } from '../layout/layout.tsx'
import { isFocusPlaced } from '../kit/place-of.ts'
import { uiText } from '../ui.text.ts'
import css from './field.module.css'
import { Field, type FieldProps } from './field.tsx'
import { SelectList, listId, optionId } from './select-list.tsx'
import type { Option, OptionGroup } from './select-options.ts'
import { useSelect } from './use-select.ts'

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
  /** Searches elsewhere for options that match the typed text. */
  onSearch?: (typed: string) => void
  /** The label of the value is still loading. Until then nothing can be typed, because the label would replace it. */
  isNaming?: boolean
}

/**
 * Chooses one of several options. The focus stays in the field: arrows, Home and End move through the list, Enter
 * chooses the marked option, Backspace clears, Esc closes. Letters move to the next option that begins with them, or
 * filter the list if it is searchable.
 */
export function SelectField({
  label,
  error,
  hint,
  required,
  disabled = false,
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
  const control = useRef<HTMLSpanElement>(null)
  const isTyped = searchable || onSearch !== undefined
  const isOff = disabled || isNaming
  const canClear = clearable && value !== null && !isOff
  const select = useSelect({ options, value, onChange, onSearch, isTyped, isOff, canClear })
  return (
    <Field {...{ label, error, hint, bare, size }} required={required ?? false} disabled={disabled}>
      {({ id, ...aria }) => (
        <>
          <Box.span block relative ref={control}>
            <input
              {...aria}
              id={id}
              className={css.input}
              role="combobox"
              aria-haspopup="listbox"
              aria-autocomplete={isTyped ? 'list' : undefined}
              aria-expanded={select.isOpen}
              aria-controls={select.isOpen ? listId(id) : undefined}
              aria-activedescendant={select.isOpen && select.at !== -1 ? optionId(id, select.at) : undefined}
              autoComplete="off"
              placeholder={isNaming ? w.loading : (placeholder ?? w.choose)}
              readOnly={!isTyped || isNaming}
              disabled={disabled}
              value={select.shown}
              onChange={(event) => select.type(event.currentTarget.value)}
              onClick={select.press}
              onFocus={isTyped ? () => isFocusPlaced() || select.open() : undefined}
              onBlur={(event) => {
                select.close()
                onBlur?.(event)
              }}
              onKeyDown={select.onKeyDown}
            />
            {canClear ? (
              // For the pointer, which must not take the focus from the field; the keyboard has Backspace.
              <button
                type="button"
                className={css.end}
                tabIndex={-1}
                aria-hidden="true"
                data-tip={w.clear}
                onMouseDown={(event) => event.preventDefault()}
                onClick={select.clear}
              >
                <Icon name="x" size="small" />
              </button>
            ) : (
              <span className={css.mark}>
                <Icon name="chevron-down" size="small" />
              </span>
            )}
          </Box.span>
          {select.isOpen ? <SelectList id={id} label={label} anchor={control} select={select} value={value} /> : null}
        </>
      )}
    </Field>
  )
}
