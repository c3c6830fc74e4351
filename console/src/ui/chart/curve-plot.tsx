import { LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref } from 'react'
import { useWords } from '../../platform/locale.ts'
import { token } from '../../theme.ts'
import { uiText } from '../ui.text.ts'
import { pngOf } from './canvas-image.ts'
import type { Curve } from './curve-model.ts'
import { curveOption } from './curve-option.ts'
import { useDraggedSpan } from './use-dragged-span.ts'
import css from './chart.module.css'

use([LineChart, GridComponent, MarkAreaComponent, MarkLineComponent, AxisPointerComponent, CanvasRenderer])

export type PlotHandle = { image: () => Promise<Blob> | null }

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
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const moveCursor = useEffectEvent(onCursor)

  useEffect(() => {
    if (box.current === null) return undefined
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    made.on('updateAxisPointer', (event) => {
      const time = cursorOf(event)
      if (time !== undefined) moveCursor(time)
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
    chart.current?.setOption(curveOption(curve, w.noDataBand), { notMerge: true, lazyUpdate: true })
  }, [curve, w])

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

  const timeAt = (x: number): number => chart.current?.convertFromPixel({ xAxisIndex: 0 }, x) ?? Number.NaN
  const { drawn, handlers } = useDraggedSpan(timeAt, curve, onSpan)
  return (
    <div className={css.drag} {...handlers}>
      <div ref={box} role="img" aria-label={curve.label} style={{ height: curve.height ?? 264 }} />
      {drawn === null ? null : <span className={css.drawn} style={drawn} />}
    </div>
  )
}

/** The time under the cursor, from an event whose type the library does not state. */
export function cursorOf(event: unknown): number | undefined {
  if (typeof event !== 'object' || event === null || !('axesInfo' in event) || !Array.isArray(event.axesInfo))
    return undefined
  const first: unknown = event.axesInfo[0]
  if (typeof first !== 'object' || first === null || !('value' in first)) return undefined
  return typeof first.value === 'number' ? first.value : undefined
}
