import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Box, Grid, Text } from '../layout/layout.tsx'
import { ScrollRegion } from '../page/scroll-region.tsx'
import { uiText } from '../ui.text.ts'
import type { Lines } from './lines-model.ts'
import css from './lines.module.css'

type Props = {
  lines: Lines
  /** The place under the cursor; null: the values of the whole span are shown. */
  place: number | null
  raised: string | null
  pinned: string | null
  onRaise: (key: string | null) => void
  onPin: (key: string | null) => void
}

/** Every line by its name, with its value. Pointing at one, or reaching it by key, raises its line; pressing it keeps it raised. */
export function LinesList({ lines, place, raised, pinned, onRaise, onPin }: Props) {
  const w = useWords(uiText)
  return (
    <ScrollRegion className={css.list} label={w.linesOf}>
      <Box.ul padding="8">
        {lines.lines.map(({ key, name, note, colour, dash, values, whole }) => (
          <li key={key}>
            <Grid.button
              gap="8"
              padding="0 8"
              align="center"
              minHeight="28"
              border="none"
              radius="s"
              tone="ink-2"
              textAlign="left"
              full
              pointer
              type="button"
              className={key === raised ? css.up : ''}
              aria-pressed={key === pinned}
              data-tip={note === name ? undefined : note}
              onPointerEnter={() => onRaise(key)}
              onPointerLeave={() => onRaise(null)}
              onFocus={() => onRaise(key)}
              onBlur={() => onRaise(null)}
              onClick={() => onPin(key === pinned ? null : key)}
            >
              <span className={css.key} style={{ borderTopColor: `var(${colour})`, borderTopStyle: dash }} />
              <Text cut>{name}</Text>
              <Text.b weight="600" tone="ink" tabular>
                {formatNumber(place === null ? whole : values[place], lines.digits)}
              </Text.b>
            </Grid.button>
          </li>
        ))}
      </Box.ul>
    </ScrollRegion>
  )
}
