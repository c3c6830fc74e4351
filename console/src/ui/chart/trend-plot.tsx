import { useCallback, type Ref } from 'react'
import { useWords } from '../../platform/locale.ts'
import { uiText } from '../ui.text.ts'
import type { Trend } from './trend-model.ts'
import { trendOption } from './trend-option.ts'
import { usePlot, type PlotHandle } from './use-plot.ts'

type Props = { trend: Trend; onCursor: (index: number | null) => void; ref: Ref<PlotHandle> }

/** The canvas of a trend. Its own chunk, with the library of charts. */
export function TrendPlot({ trend, onCursor, ref }: Props) {
  const w = useWords(uiText)
  const option = useCallback(() => trendOption(trend, w.noDataBand), [trend, w])
  const { box } = usePlot({ option, onCursor, ref })
  return <div ref={box} role="img" aria-label={trend.label} style={{ height: trend.height ?? 264 }} />
}
