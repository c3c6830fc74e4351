import { Suspense, lazy, useRef, useState, type ReactNode } from 'react'
import { useWords } from '../../platform/locale.ts'
import { useScheme } from '../../platform/scheme.ts'
import { Box, Row, Stack, Text } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import { ChartFrame, frameState } from './chart-frame.tsx'
import css from './chart.module.css'
import { CurveLegend } from './curve-legend.tsx'
import type { Curve, CurveSpan } from './curve-model.ts'
import type { PlotHandle } from './use-plot.ts'
import { CurveTable } from './curve-table.tsx'

const CurvePlot = lazy(() => import('./curve-plot.tsx').then((module) => ({ default: module.CurvePlot })))

type Props = {
  title: string
  /** Undefined while it is fetched for the first time. Make it once per change (useMemo): the plot redraws when it changes. */
  curve: Curve | undefined
  error?: { message: string } | null
  onRetry?: () => void
  /** Before the table and image buttons: the choice of span. */
  actions?: ReactNode
  /** Receives a span that was drawn over the plot, so that the curve can be loaded for it in more detail. */
  onSpan?: ((fromMs: number, toMs: number) => void) | undefined
  /** A panel below other headings sets the level of its own heading. */
  level?: 2 | 4
  /** Name of the image file, without its ending. */
  fileName: string
}

/** Curves over time: legend with the values at the cursor, stages, gaps, limits; the same figures as a table; an image to keep. */
export function CurvePanel({ title, curve, error, onRetry, actions, onSpan, level, fileName }: Props) {
  const [cursorMs, setCursorMs] = useState<number | null>(null)
  // Every colour of the canvas was read from the theme: another scheme is another canvas.
  const scheme = useScheme((state) => state.scheme)
  const plot = useRef<PlotHandle>(null)
  const w = useWords(uiText)
  const height = curve?.height ?? 264
  const isEmpty = curve !== undefined && curve.series.every((series) => series.points.length === 0)
  return (
    <ChartFrame
      title={title}
      actions={actions}
      {...(level === undefined ? {} : { level })}
      state={frameState({ data: curve, error, onRetry })}
      height={height + 56}
      hasNoImage={isEmpty}
      table={() => (curve === undefined ? null : <CurveTable curve={curve} />)}
      image={async () => (await plot.current?.image()) ?? null}
      fileName={fileName}
    >
      {curve === undefined ? null : (
        <>
          <CurveLegend curve={curve} cursorMs={cursorMs} />
          <Units curve={curve} />
          {curve.spans === undefined ? null : <Spans curve={curve} spans={curve.spans} />}
          <Box paddingBottom="8" relative>
            {isEmpty ? (
              <Stack align="center" justifyItems="center" tone="ink-3" style={{ height }}>
                {w.noPoints}
              </Stack>
            ) : (
              <Suspense fallback={<div style={{ height }} aria-busy="true" />}>
                <CurvePlot key={scheme} ref={plot} curve={curve} onCursor={setCursorMs} onSpan={onSpan} />
              </Suspense>
            )}
          </Box>
        </>
      )}
    </ChartFrame>
  )
}

/** An axis that several units share names them all. */
const unitOf = (curve: Curve, side: 'left' | 'right'): string => {
  const units = curve.series.filter((series) => (series.axis ?? 'left') === side).map((series) => series.unit)
  return [...new Set(units)].filter(Boolean).join(', ')
}

function Units({ curve }: { curve: Curve }) {
  return (
    <Row padding="0 16" justify="between" size="xs" line="16" tone="ink-3" aria-hidden="true">
      <span>{unitOf(curve, 'left')}</span>
      <span>{unitOf(curve, 'right')}</span>
    </Row>
  )
}

/** The same edges as the plot's (curve-option.ts, plotEdges). */
function Spans({ curve, spans }: { curve: Curve; spans: readonly CurveSpan[] }) {
  const hasRight = curve.series.some((series) => series.axis === 'right')
  const share = (time: number): number => Math.min(1, Math.max(0, (time - curve.from) / (curve.to - curve.from)))
  const toneOf = { past: css.past, current: css.current, next: '' } as const
  return (
    <Box relative className={css.spans} style={{ marginLeft: 48, marginRight: hasRight ? 48 : 24 }}>
      {spans.map((span) => (
        <Text
          key={span.key}
          border="line"
          size="xs"
          line="18"
          textAlign="center"
          tone="ink-3"
          cut
          className={`${css.span} ${toneOf[span.state]}`}
          data-cut=""
          style={{ left: `${share(span.from) * 100}%`, width: `${(share(span.to) - share(span.from)) * 100}%` }}
        >
          {span.label}
        </Text>
      ))}
    </Box>
  )
}
