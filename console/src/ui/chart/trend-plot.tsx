import { LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import { useWords } from '../../platform/locale.ts'
import { token } from '../../theme.ts'
import { uiText } from '../ui.text.ts'
import { pngOf } from './canvas-image.ts'
import { cursorOf, type PlotHandle } from './curve-plot.tsx'
import type { Trend } from './trend-model.ts'
import { trendOption } from './trend-option.ts'

use([LineChart, GridComponent, MarkAreaComponent, MarkLineComponent, AxisPointerComponent, CanvasRenderer])

type Props = { trend: Trend; onCursor: (index: number | null) => void; ref: Ref<PlotHandle> }

/** The canvas of a trend. Its own chunk, with the library of charts. */
export function TrendPlot({ trend, onCursor, ref }: Props) {
  const w = useWords(uiText)
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const moveCursor = useEffectEvent(onCursor)

  useEffect(() => {
    if (box.current === null) return undefined
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    made.on('updateAxisPointer', (event) => {
      const index = cursorOf(event)
      if (index !== undefined) moveCursor(index)
    })
    made.getZr().on('globalout', () => moveCursor(null))
    const resize = new ResizeObserver(() => made.resize())
    resize.observe(box.current)
    return () => {
      resize.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    chart.current?.setOption(trendOption(trend, w.noDataBand), { notMerge: true, lazyUpdate: true })
  }, [trend, w])

  useImperativeHandle(
    ref,
    () => ({
      image: () => {
        const picture = chart.current?.renderToCanvas({ pixelRatio: 2, backgroundColor: token('--paper') })
        return picture === undefined ? null : pngOf(picture)
      },
    }),
    [],
  )

  return <div ref={box} role="img" aria-label={trend.label} style={{ height: trend.height ?? 264 }} />
}
