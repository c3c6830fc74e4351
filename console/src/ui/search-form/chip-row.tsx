import { lazy, Suspense, type MouseEvent } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Icon } from '../icon/icon.tsx'
import { Row, Stack, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { setChips, type Chip } from './chip.ts'
import { pathOf, textsOf } from './filter.ts'
import css from './search-form.module.css'

const SourceName = lazy(() => import('./source-name.tsx').then((module) => ({ default: module.SourceName })))

type Props<K extends string> = {
  chips: readonly Chip<K>[]
  search: object
  onRemove: (names: readonly K[]) => void
}

/** Each chip shows a filter that narrows the rows, with a button that removes it. */
export function ChipRow<K extends string>({ chips, search, onRemove }: Props<K>) {
  const w = useWords(uiText)
  const shown = setChips(chips, search)
  if (shown.length === 0) return null
  const remove = (event: MouseEvent<HTMLButtonElement>, names: readonly K[]): void => {
    // The button disappears with its chip; the focus stays in the form.
    event.currentTarget.form?.querySelector<HTMLElement>('button[type=submit], button[aria-haspopup=dialog]')?.focus()
    onRemove(names)
  }
  return (
    <Row.ul gap="8" wrap across shrink className={css.chips} aria-label={w.appliedFilters}>
      {shown.map(({ label, names, text, source }) => {
        const values = textsOf(names, search)
        const path = pathOf(names, values)
        const id = path.at(-1) ?? ''
        const words = text(values)
        return (
          <Row.li
            key={names.join('-')}
            gap="6"
            align="center"
            paddingLeft="8"
            border="line"
            radius="s"
            size="xs"
            line="20"
            shrink
            within
          >
            <Text tone="ink-3" rigid>
              {label}
            </Text>
            <Text tone="ink" cut tabular>
              {words ??
                (source === undefined ? (
                  id
                ) : (
                  <Suspense fallback={id}>
                    <SourceName source={source} path={path} />
                  </Suspense>
                ))}
            </Text>
            <Stack.button
              align="center"
              justifyItems="center"
              height="24"
              border="none"
              radius="s"
              tone="ink-3"
              rigid
              pointer
              type="button"
              onClick={(event) => remove(event, names)}
            >
              <Icon name="x" />
              {/* The words are within: as a label they would be a second field of this name. */}
              <span className={css.spoken}>{w.removeFilter({ name: label })}</span>
            </Stack.button>
          </Row.li>
        )
      })}
    </Row.ul>
  )
}
