import { useCallback, type Ref } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Box } from '../layout/layout.tsx'
import { uiText } from '../ui.text.ts'
import type { Curve } from './curve-model.ts'
import { curveOption } from './curve-option.ts'
import { useDraggedSpan } from './use-dragged-span.ts'
import { usePlot, type PlotHandle } from './use-plot.ts'
import css from './chart.module.css'

type Props = {
  curve: Curve
  onCursor: (timeMs: number | null) => void
  /** A span was drawn over the plot. */
  onSpan?: ((fromMs: number, toMs: number) => void) | undefined
  ref: Ref<PlotHandle>
}

/** The canvas. Its own chunk: screens without charts do not load the library. */
export function CurvePlot({ curve, onCursor, onSpan, ref }: Props) {
  const w = useWords(uiText)
  const option = useCallback((widthPx: number) => curveOption(curve, w.noDataBand, widthPx), [curve, w])
  const { box, chart } = usePlot({ option, onCursor, ref })
  const timeAt = (x: number): number => chart.current?.convertFromPixel({ xAxisIndex: 0 }, x) ?? Number.NaN
  const { drawn, handlers } = useDraggedSpan(timeAt, curve, onSpan)
  return (
    <Box relative {...handlers}>
      <div ref={box} role="img" aria-label={curve.label} style={{ height: curve.height ?? 264 }} />
      {drawn === null ? null : <span className={css.drawn} style={drawn} />}
    </Box>
  )
}
