import type { ReactNode } from 'react'
import { Stack, Text } from '../layout/layout.tsx'
import { Checkbox } from './checkbox.tsx'
import css from './check-list.module.css'
import { TextField } from './text-field.tsx'

type Item = Readonly<{ key: string; label: string; detail: string }>

type Props = {
  findLabel: string
  typed: string
  onType: (typed: string) => void
  items: readonly Item[]
  chosen: readonly string[]
  /** The most items that can be chosen; then the others are disabled, and `fullWords` explains why. */
  most: number
  fullWords: string
  onChange: (chosen: readonly string[]) => void
  /** Content below the items: names that were not found, and why. */
  children?: ReactNode
}

/** Chooses several of many items by part of their name, up to a limit. */
export function CheckList({ findLabel, typed, onType, items, chosen, most, fullWords, onChange, children }: Props) {
  const isFull = chosen.length >= most
  return (
    <>
      <TextField
        bare
        label={findLabel}
        icon="search"
        value={typed}
        onChange={(event) => onType(event.currentTarget.value)}
      />
      <Stack gap="2" overflow="auto" paddingRight="8" className={css.items}>
        {items.map(({ key, label, detail }) => {
          const isChosen = chosen.includes(key)
          return (
            <Checkbox
              key={key}
              checked={isChosen}
              disabled={isFull && !isChosen}
              onChange={(checked) => onChange(checked ? [...chosen, key] : chosen.filter((one) => one !== key))}
            >
              {label}
              {detail === '' ? null : <small className="mono">{detail}</small>}
            </Checkbox>
          )
        })}
        {children}
      </Stack>
      {isFull ? (
        <Text.p marginBottom="8" size="xs" line="16" tone="ink-3">
          {fullWords}
        </Text.p>
      ) : null}
    </>
  )
}
