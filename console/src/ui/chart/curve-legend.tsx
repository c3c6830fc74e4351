import { dayMs } from '@brigade/contract/time.ts'
import { formatClock, formatDay, formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Box, Row, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './chart.module.css'
import { readingAt } from './curve-gaps.ts'
import type { Curve, CurveMark, CurveStretch } from './curve-model.ts'

/** Shows the values at the cursor beside the curve instead of over it; without a cursor, the newest. */
export function CurveLegend({ curve, cursorMs }: { curve: Curve; cursorMs: number | null }) {
  const w = useWords(uiText)
  const at = cursorMs ?? curve.now ?? curve.to
  const isLong = curve.to - curve.from > dayMs
  const shown = (timeMs: number): string =>
    isLong ? `${formatDay(timeMs).slice(5)} ${formatClock(timeMs)}` : formatClock(timeMs)
  return (
    <Row gap="8 24" padding="8 16" align="center" minHeight="40" nowrap wrap className={css.legend}>
      <Text.time weight="550">{shown(at)}</Text.time>
      {curve.series.map((series) => {
        const { value, heldSinceMs, unknownSinceMs } = readingAt(series, at, series.gaps ?? curve.gaps)
        const weight = series.weight ?? (series.isPlan === true ? 1 : 1.75)
        return (
          <Row.span key={series.key} inline gap="6" align="baseline" tone="ink-2" className={css.item}>
            <Box.span
              alignSelf="center"
              className={`${css.key} ${series.isPlan === true ? css.plan : ''}`}
              style={{ borderTopWidth: Math.max(1, Math.round(weight)), borderTopColor: `var(${series.colour})` }}
            />
            {series.name}{' '}
            <Text.b weight="600" tone="ink">
              {formatNumber(value, series.digits)}
            </Text.b>
            {value === null ? null : <Text.u tone="ink-3">{series.unit}</Text.u>}
            {heldSinceMs === null ? null : <Text.u tone="ink-3">{w.heldSince({ time: shown(heldSinceMs) })}</Text.u>}
            {unknownSinceMs === null ? null : (
              <Text.u tone="ink-3">{w.silentSince({ time: shown(unknownSinceMs) })}</Text.u>
            )}
          </Row.span>
        )
      })}
      <MarksLegend marks={curve.marks ?? []} cursorMs={cursorMs} />
      {(curve.gaps?.length ?? 0) === 0 ? null : (
        <Row.span inline gap="6" align="baseline" tone="ink-2" className={`${css.item} ${css.right}`}>
          <Box.span height="12" alignSelf="center" border="strong" className={css.missing} />
          {w.noDataBand}
        </Row.span>
      )}
    </Row>
  )
}

/** The legend of the chart's stripes and shades, each with its event at the cursor. */
export function MarksLegend({ marks, cursorMs }: { marks: readonly CurveMark[]; cursorMs: number | null }) {
  return marks.map(({ key, name, colour, look, stretches }) =>
    stretches.length === 0 ? null : (
      <Row.span key={key} inline gap="6" align="baseline" tone="ink-2" className={css.item}>
        <Box.span
          height="12"
          alignSelf="center"
          className={`${css.mark} ${look === 'shade' ? css.shade : look === 'hatch' ? css.hatch : css.stripe}`}
          style={{ color: `var(${colour})` }}
        />
        {name}
        {happeningAt(stretches, cursorMs)}
      </Row.span>
    ),
  )
}

/** The labels of the events at the cursor. */
function happeningAt(stretches: readonly CurveStretch[], cursorMs: number | null): string {
  if (cursorMs === null) return ''
  const labels = stretches.flatMap(({ from, to, label }) =>
    label !== undefined && from <= cursorMs && cursorMs <= to ? [label] : [],
  )
  return labels.length === 0 ? '' : `: ${[...new Set(labels)].join(', ')}`
}
