import { useRef, type Ref } from 'react'
import { Field } from '../field/field.tsx'
import { Box, Grid, Text } from '../layout/layout.tsx'
import css from './json-text.module.css'

type Props = {
  label: string
  value: string
  onChange: (value: string) => void
  error?: string | undefined
  hint?: string | undefined
  /** The line that is marked in the margin. */
  faultLine?: number | undefined
  isReadOnly?: boolean
  ref?: Ref<HTMLTextAreaElement>
}

/** A text of many lines with their numbers beside it. Tab moves on, as everywhere. */
export function JsonEditor({ label, value, onChange, error, hint, faultLine, isReadOnly = false, ref }: Props) {
  const numbers = useRef<HTMLDivElement>(null)
  const count = value.split('\n').length
  return (
    <Field label={label} error={error} hint={hint} required={!isReadOnly}>
      {(ids) => (
        <Grid.span
          columns="side-main"
          border="strong"
          radius="s"
          ground="paper"
          overflow="hidden"
          size="s"
          line="20"
          mono
          className={css.editor}
        >
          <Text
            padding="8 8 24 12"
            overflow="hidden"
            ground="canvas"
            tone="ink-4"
            textAlign="right"
            relative
            borderRight
            ref={numbers}
            className={css.numbers}
            aria-hidden="true"
          >
            {Array.from({ length: count }, (_, index) => (
              <Box.span key={index} block className={index + 1 === faultLine ? css.fault : undefined}>
                {index + 1}
              </Box.span>
            ))}
          </Text>
          <textarea
            {...ids}
            ref={ref}
            value={value}
            readOnly={isReadOnly}
            rows={Math.min(28, Math.max(12, count + 1))}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            wrap="off"
            onChange={(event) => onChange(event.currentTarget.value)}
            onScroll={(event) => {
              if (numbers.current !== null) numbers.current.scrollTop = event.currentTarget.scrollTop
            }}
          />
        </Grid.span>
      )}
    </Field>
  )
}
