import { formatClock, formatDay, formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import css from './chart.module.css'
import { readingAt } from './curve-gaps.ts'
import type { Curve, CurveStretch } from './curve-model.ts'

/** Values at the cursor stand here, never over the curve; without a cursor the newest. */
export function CurveLegend({ curve, cursorMs }: { curve: Curve; cursorMs: number | null }) {
  const w = useWords(uiText)
  const at = cursorMs ?? curve.now ?? curve.to
  const isLong = curve.to - curve.from > 86_400_000
  const shown = (timeMs: number): string =>
    isLong ? `${formatDay(timeMs).slice(5)} ${formatClock(timeMs)}` : formatClock(timeMs)
  return (
    <div className={css.legend}>
      <time>{shown(at)}</time>
      {curve.series.map((series) => {
        const { value, heldSinceMs, unknownSinceMs } = readingAt(series, at, series.gaps ?? curve.gaps)
        const weight = series.weight ?? (series.isPlan === true ? 1 : 1.75)
        return (
          <span key={series.key} className={css.item}>
            <span
              className={`${css.key} ${series.isPlan === true ? css.plan : ''}`}
              style={{ borderTopWidth: Math.max(1, Math.round(weight)), borderTopColor: `var(${series.colour})` }}
            />
            {series.name} <b>{formatNumber(value, series.digits)}</b>
            {value === null ? null : <u>{series.unit}</u>}
            {heldSinceMs === null ? null : <u>{w.heldSince({ time: shown(heldSinceMs) })}</u>}
            {unknownSinceMs === null ? null : <u>{w.silentSince({ time: shown(unknownSinceMs) })}</u>}
          </span>
        )
      })}
      {curve.marks?.map(({ key, name, colour, look, stretches }) =>
        stretches.length === 0 ? null : (
          <span key={key} className={css.item}>
            <span
              className={`${css.mark} ${look === 'shade' ? css.shade : look === 'hatch' ? css.hatch : css.stripe}`}
              style={{ color: `var(${colour})` }}
            />
            {name}
            {happeningAt(stretches, cursorMs)}
          </span>
        ),
      )}
      {(curve.gaps?.length ?? 0) === 0 ? null : (
        <span className={`${css.item} ${css.right}`}>
          <span className={css.missing} />
          {w.noDataBand}
        </span>
      )}
    </div>
  )
}

/** What happened at the cursor. */
function happeningAt(stretches: readonly CurveStretch[], cursorMs: number | null): string {
  if (cursorMs === null) return ''
  const labels = stretches.flatMap(({ from, to, label }) =>
    label !== undefined && from <= cursorMs && cursorMs <= to ? [label] : [],
  )
  return labels.length === 0 ? '' : `: ${[...new Set(labels)].join(', ')}`
}
