import { useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import field from '../field/field.module.css'
import { Icon } from '../icon/icon.tsx'
import { Floating } from '../kit/floating.tsx'
import { Box, Stack, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './calendar.module.css'

type Ids = { id: string; 'aria-invalid'?: true | undefined; 'aria-describedby'?: string | undefined }
export type Preset = { label: string; take: () => void }

type Props = {
  ids: Ids
  /** The chosen days in words; empty: none. */
  shown: string
  placeholder: string
  /** Absent: it cannot be emptied. */
  onClear?: (() => void) | undefined
  onBlur?: () => void
  presets?: readonly Preset[]
  /** The calendar, which receives the function that closes it. */
  children: (close: () => void) => ReactNode
}

/** A button that opens a calendar under it, with usual choices beside it. Inside a `Field`. */
export function CalendarField({ ids, shown, placeholder, onClear, onBlur, presets = [], children }: Props) {
  const w = useWords(uiText)
  const [isOpen, setOpen] = useState(false)
  const control = useRef<HTMLSpanElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const close = (): void => setOpen(false)
  const { id } = ids
  return (
    <>
      <Box.span block relative ref={control}>
        <button
          ref={button}
          type="button"
          id={id}
          className={field.input}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
          aria-controls={isOpen ? `${id}-calendar` : undefined}
          // A button, which can be neither invalid nor required.
          aria-describedby={ids['aria-describedby']}
          data-wrong={ids['aria-invalid']}
          onClick={() => setOpen(!isOpen)}
          onBlur={onBlur}
        >
          {shown === '' ? <Text tone="ink-4">{placeholder}</Text> : shown}
        </button>
        {shown === '' || onClear === undefined ? (
          <span className={field.mark}>
            <Icon name="calendar" size="small" />
          </span>
        ) : (
          <button
            type="button"
            className={field.end}
            aria-label={w.clear}
            data-tip={w.clear}
            onClick={() => {
              close()
              onClear()
              // The clear button disappears, so the focus moves to the field.
              button.current?.focus()
            }}
          >
            <Icon name="x" size="small" />
          </button>
        )}
      </Box.span>
      {isOpen ? (
        <Floating
          id={`${id}-calendar`}
          role="dialog"
          aria-labelledby={id}
          anchor={control}
          focus="keep"
          className={css.dropdown}
          onClose={close}
        >
          {presets.length === 0 ? null : <Presets presets={presets} onTaken={close} />}
          {children(close)}
        </Floating>
      ) : null}
    </>
  )
}

function Presets({ presets, onTaken }: { presets: readonly Preset[]; onTaken: () => void }) {
  return (
    <Stack flex paddingRight="8" marginRight="8" borderRight className={css.presets}>
      {presets.map(({ label, take }) => (
        <Text.button
          key={label}
          padding="6 12"
          radius="xs"
          size="s"
          textAlign="left"
          type="button"
          className={css.preset}
          onClick={() => {
            take()
            onTaken()
          }}
        >
          {label}
        </Text.button>
      ))}
    </Stack>
  )
}
