import { useCallback, useState, type PointerEvent, type Ref } from 'react'
import type { EChartsType } from 'echarts/core'
import { usePlot, type PlotHandle } from '../chart/use-plot.ts'
import { Box } from '../layout/layout.tsx'
import { nearestLine, placeAt, stretchesOf, type Line, type Lines } from './lines-model.ts'
import { linesHeight, linesOption } from './lines-option.ts'
import css from './lines.module.css'

type Props = {
  lines: Lines
  /** The key of the highlighted row. */
  raised: string | null
  onRaise: (key: string | null) => void
  onPlace: (place: number | null) => void
  ref: Ref<PlotHandle>
}

/** The canvas of many lines. The raised one is drawn over it, so that moving over five hundred lines draws none of them again. */
export function LinesPlot({ lines, raised, onRaise, onPlace, ref }: Props) {
  const option = useCallback((widthPx: number) => linesOption(lines, widthPx), [lines])
  const [at, setAt] = useState<number | null>(null)
  const { box, chart } = usePlot({
    option,
    ref,
    onCursor: (time) => {
      const place = time === null ? -1 : placeAt(lines, time)
      setAt(place < 0 ? null : place)
      onPlace(place < 0 ? null : place)
      if (time === null) onRaise(null)
    },
  })
  const move = (event: PointerEvent<HTMLElement>): void => {
    const frame = event.currentTarget.getBoundingClientRect()
    const point: unknown = chart.current?.convertFromPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [
      event.clientX - frame.left,
      event.clientY - frame.top,
    ])
    if (!Array.isArray(point)) return
    const [time, value] = point.map(Number)
    if (time === undefined || value === undefined) return
    onRaise(nearestLine(lines, placeAt(lines, time), value) ?? null)
  }
  const line = lines.lines.find(({ key }) => key === raised)
  const height = lines.height ?? linesHeight
  return (
    <Box paddingBottom="8" relative onPointerMove={move}>
      <div
        ref={box}
        role="img"
        aria-label={lines.label}
        className={line === undefined ? '' : css.behind}
        style={{ height }}
      />
      {line === undefined ? null : <Raised chart={chart.current} lines={lines} line={line} at={at} height={height} />}
    </Box>
  )
}

type RaisedProps = { chart: EChartsType | null; lines: Lines; line: Line; at: number | null; height: number }

function Raised({ chart, lines, line, at, height }: RaisedProps) {
  const pointOf = ([place, value]: readonly [number, number]): readonly [number, number] => {
    const pixel: unknown = chart?.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, [lines.times[place] ?? 0, value])
    const [x = 0, y = 0] = Array.isArray(pixel) ? pixel.map(Number) : []
    return [x, y]
  }
  const value = at === null ? null : (line.values[at] ?? null)
  const dot = at === null || value === null ? null : pointOf([at, value])
  return (
    <svg className={css.raised} style={{ height }} aria-hidden="true">
      {stretchesOf(line.values).map((part) => {
        const points = part.map(pointOf)
        const [[x, y] = [0, 0]] = points
        const key = part[0]?.[0] ?? 0
        if (points.length === 1) return <circle key={key} cx={x} cy={y} r={3} fill={`var(${line.colour})`} />
        return (
          <polyline key={key} points={points.join(' ')} fill="none" stroke={`var(${line.colour})`} strokeWidth={2.5} />
        )
      })}
      {dot === null ? null : (
        <circle cx={dot[0]} cy={dot[1]} r={4} fill={`var(${line.colour})`} stroke="var(--paper)" />
      )}
    </svg>
  )
}
