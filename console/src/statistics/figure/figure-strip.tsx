import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { useWords } from '../../platform/locale.ts'
import { Box, Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { seriesOf, shownFigure, type Statistics } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import { FigureCell } from './figure-cell.tsx'
import css from './figure.module.css'
import type { FigureLinks } from '../read/use-figure-links.ts'

type Props = {
  keys: readonly FigureKey[]
  statistics: Statistics
  links: FigureLinks
  trend: FigureKey | undefined
  onTrend: (key: FigureKey) => void
}

/** The figures of a tab side by side. */
export function FigureStrip({ keys, statistics, links, trend, onTrend }: Props) {
  const w = useWords(statisticsText)
  const { reply, isWaiting, zone } = statistics
  const shown = keys.flatMap((key) => shownFigure(key, statistics) ?? [])
  if (reply === undefined && shown.length === 0) return <Bones count={keys.length} />
  return (
    <section className={stripClass(shown.length)} aria-label={w.strip} aria-busy={isWaiting}>
      {shown.map((figure) => (
        <FigureCell
          key={figure.key}
          figure={figure}
          zone={zone}
          links={links.ofFigure(figure.key, figure.shown.value, figure.isLive)}
          isTrend={figure.key === trend}
          onTrend={seriesOf(reply, figure.key) === undefined ? undefined : () => onTrend(figure.key)}
        />
      ))}
    </section>
  )
}

/** Six figures are one row, or rows of equal length. */
const stripClass = (count: number) => (count === 6 ? `${css.strip} ${css.six}` : css.strip)

const Bones = ({ count }: { count: number }) => (
  <div className={stripClass(count)} aria-busy="true">
    {Array.from({ length: count }, (_, index) => (
      <Stack key={index} flex gap="4" shrink className={css.cell}>
        <Row align="center" minHeight="28" className={css.head}>
          <Box.span height="12" radius="xs" ground="line" className={css.bone} />
        </Row>
        <Text.div size="xl" line="28" weight="600" nowrap className={css.number}>
          <Box.span height="12" radius="xs" ground="line" className={css.bone} />
        </Text.div>
        <Stack gap="2" size="xs" line="18" tone="ink-3">
          <Box.span height="12" radius="xs" ground="line" className={css.bone} />
        </Stack>
      </Stack>
    ))}
  </div>
)
