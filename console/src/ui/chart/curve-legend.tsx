import { formatClock, formatDay, formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Box, Row, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import css from './chart.module.css'
import { valueAt } from './curve-gaps.ts'
import type { Curve } from './curve-model.ts'

/** Values at the cursor stand here, never over the curve; without a cursor the newest. */
export function CurveLegend({ curve, cursorMs }: { curve: Curve; cursorMs: number | null }) {
  const w = useWords(uiText)
  const at = cursorMs ?? curve.now ?? curve.to
  const isLong = curve.to - curve.from > 86_400_000
  return (
    <Row gap="8 24" padding="0 16" align="center" minHeight="40" nowrap wrap className={css.legend}>
      <Text as="time" weight="550">
        {isLong ? `${formatDay(at).slice(5)} ${formatClock(at)}` : formatClock(at)}
      </Text>
      {curve.series.map((series) => {
        const value = valueAt(series, at, series.gaps ?? curve.gaps)
        const weight = series.weight ?? (series.isPlan === true ? 1 : 1.75)
        return (
          <Row as="span" key={series.key} inline gap="6" align="baseline" tone="ink-2" className={css.item}>
            <Box
              as="span"
              alignSelf="center"
              className={`${css.key} ${series.isPlan === true ? css.plan : ''}`}
              style={{ borderTopWidth: Math.max(1, Math.round(weight)), borderTopColor: `var(${series.colour})` }}
            />
            {series.name}{' '}
            <Text as="b" weight="600" tone="ink">
              {formatNumber(value, series.digits)}
            </Text>
            {value === null ? null : (
              <Text as="u" tone="ink-3">
                {series.unit}
              </Text>
            )}
          </Row>
        )
      })}
      {curve.marks?.map(({ key, name, colour, look, stretches }) =>
        stretches.length === 0 ? null : (
          <Row as="span" key={key} inline gap="6" align="baseline" tone="ink-2" className={css.item}>
            <Box
              as="span"
              height="12"
              alignSelf="center"
              className={`${css.mark} ${look === 'shade' ? css.shade : look === 'hatch' ? css.hatch : css.stripe}`}
              style={{ color: `var(${colour})` }}
            />
            {name}
          </Row>
        ),
      )}
      {(curve.gaps?.length ?? 0) === 0 ? null : (
        <Row as="span" inline gap="6" align="baseline" tone="ink-2" className={`${css.item} ${css.right}`}>
          <Box as="span" height="12" alignSelf="center" border="strong" className={css.missing} />
          {w.noDataBand}
        </Row>
      )}
    </Row>
  )
}
