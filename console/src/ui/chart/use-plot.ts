import { LineChart } from 'echarts/charts'
import { AxisPointerComponent, GridComponent, MarkAreaComponent, MarkLineComponent } from 'echarts/components'
import { init, use, type EChartsCoreOption, type EChartsType } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'
import { useEffect, useEffectEvent, useImperativeHandle, useRef, type Ref, type RefObject } from 'react'
import { token } from '../../theme.ts'
import { pngOf } from './canvas-image.ts'

use([LineChart, GridComponent, MarkAreaComponent, MarkLineComponent, AxisPointerComponent, CanvasRenderer])

export type PlotHandle = { image: () => Promise<Blob> | null }

type Plotting = Readonly<{
  /**
   * The same function until its drawing changes. It is called after the page has rendered, so that colours are those of
   * its theme.
   */
  option: (widthPx: number) => EChartsCoreOption
  /** The value of the x axis under the cursor; null outside. */
  onCursor: (at: number | null) => void
  ref: Ref<PlotHandle>
}>
type Plot = Readonly<{ box: RefObject<HTMLDivElement | null>; chart: RefObject<EChartsType | null> }>

/** A canvas of the library of charts in `box`, as long as the component lives: drawn again with a new option, resized with its box. */
export function usePlot({ option, onCursor, ref }: Plotting): Plot {
  const box = useRef<HTMLDivElement>(null)
  const chart = useRef<EChartsType>(null)
  const moveCursor = useEffectEvent(onCursor)
  const draw = useEffectEvent((drawn: Plotting['option'] = option) => {
    const widthPx = box.current?.clientWidth ?? 0
    chart.current?.setOption(drawn(widthPx), { notMerge: true, lazyUpdate: true })
  })

  useEffect(() => {
    if (box.current === null) return undefined
    const made = init(box.current, undefined, { renderer: 'canvas' })
    chart.current = made
    made.on('updateAxisPointer', (event) => {
      const at = cursorOf(event)
      if (at !== undefined) moveCursor(at)
    })
    made.getZr().on('globalout', () => moveCursor(null))
    let widthPx = box.current.clientWidth
    const resize = new ResizeObserver(([entry]) => {
      made.resize()
      const now = Math.round(entry?.contentRect.width ?? widthPx)
      // The labels of an axis depend on its width, so a new width draws them again.
      if (now !== widthPx) draw()
      widthPx = now
    })
    resize.observe(box.current)
    return () => {
      resize.disconnect()
      made.dispose()
      chart.current = null
    }
  }, [])

  useEffect(() => {
    draw(option)
  }, [option])

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
  return { box, chart }
}

/** Reads the cursor's position on the x axis from an event that the library does not type. */
function cursorOf(event: unknown): number | undefined {
  if (typeof event !== 'object' || event === null || !('axesInfo' in event) || !Array.isArray(event.axesInfo))
    return undefined
  const first: unknown = event.axesInfo[0]
  if (typeof first !== 'object' || first === null || !('value' in first)) return undefined
  return typeof first.value === 'number' ? first.value : undefined
}
