import type { TemperatureFigures } from '@brigade/contract/cold-chain/cold-chain.model.ts'
import { formatDuration } from '../platform/time/duration.ts'
import { emptyValue, formatNumber } from '../platform/format.ts'
import { useWords } from '../platform/locale.ts'
import { useUnits } from '../platform/units.ts'
import { Grid, Text } from '../ui/layout/layout.tsx'
import { Panel } from '../ui/page/panel.tsx'
import { temperatureText } from './cold-chain.text.ts'

/** The figures of the span, as the report to print has them. */
export function FiguresPanel({ figures }: { figures: TemperatureFigures }) {
  const w = useWords(temperatureText)
  const units = useUnits()
  const degrees = (celsius: number | null): string =>
    celsius === null ? emptyValue : `${formatNumber(units.temperature(celsius), 1)} ${units.temperatureUnit}`
  const lasted = (ms: number | null): string => (ms === null ? emptyValue : formatDuration(ms))
  // The value is rounded down, so that 99.999 % does not appear as 100 %.
  const within =
    figures.within === null
      ? emptyValue
      : w.ofJudged({
          share: `${formatNumber(Math.floor(figures.within * 10_000) / 100, 2)}%`,
          duration: formatDuration(figures.judgedMs),
        })
  const facts = [
    ['min', w.min, degrees(figures.min)],
    ['max', w.max, degrees(figures.max)],
    ['mean', w.mean, degrees(figures.mean)],
    ['kinetic', w.kinetic, degrees(figures.meanKinetic)],
    ['within', w.within, within],
    ['beyond', w.beyond, lasted(figures.beyondMs)],
    ['excused', w.ofExcused, lasted(figures.excusedMs)],
    ['unknown', w.unknown, formatDuration(figures.unknownMs)],
    ...(figures.heldMs === 0 ? [] : [['held', w.held, formatDuration(figures.heldMs)] as const]),
    ['defrosts', w.defrosts, formatNumber(figures.defrosts)],
    ['doors', w.doors, formatNumber(figures.doorOpenings)],
    ['open', w.doorOpen, lasted(figures.doorOpenMs)],
    ['points', w.points, formatNumber(figures.points)],
  ] as const
  return (
    <Panel title={w.figures}>
      <Grid.dl gap="12 16" padding="16" columns="4">
        {facts.map(([key, label, value]) => (
          <div key={key}>
            <Text.dt tone="ink-3" size="xs">
              {label}
            </Text.dt>
            <Text.dd weight="600">{value}</Text.dd>
          </div>
        ))}
      </Grid.dl>
    </Panel>
  )
}
