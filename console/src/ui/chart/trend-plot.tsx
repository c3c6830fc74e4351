import { useEffect, useId, useImperativeHandle, useMemo, useRef, useState, type PointerEvent, type Ref } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { pngOfSvg } from './svg-image.ts'
import type { Trend } from './trend-model.ts'
import css from './trend-plot.module.css'
import { margins, trendShape, type Line } from './trend-shape.ts'

export type TrendHandle = { image: () => Promise<Blob> | null }
type Props = { trend: Trend; onCursor: (index: number | null) => void; ref: Ref<TrendHandle> }

/**
 * A trend, drawn by ourselves: some lines over the same points are no work for the library of charts, which weighs more than the whole
 * start page around them.
 */
export function TrendPlot({ trend, onCursor, ref }: Props) {
  const height = trend.height ?? 264
  const { box, widthPx } = useWidth()
  const drawing = useRef<SVGSVGElement>(null)
  const [cursor, setCursor] = useState<number | null>(null)
  const shape = useMemo(() => trendShape(trend, widthPx, height), [trend, widthPx, height])
  useImperativeHandle(ref, () => ({ image: () => (drawing.current === null ? null : pngOfSvg(drawing.current)) }), [])
  const point = (index: number | null): void => {
    if (index === cursor) return
    setCursor(index)
    onCursor(index)
  }
  const follow = ({ clientX, currentTarget }: PointerEvent<SVGSVGElement>): void => {
    const at = clientX - currentTarget.getBoundingClientRect().left
    const isWithin = at >= margins.left && at <= shape.right
    point(isWithin ? nearest(shape.places, at) : null)
  }
  const cursorX = cursor === null ? undefined : shape.places[cursor]
  return (
    <div ref={box} role="img" aria-label={trend.label} style={{ height }}>
      {widthPx === 0 ? null : (
        <svg
          ref={drawing}
          className={css.plot}
          // Its place is the picture, and says what it shows.
          aria-hidden="true"
          width={widthPx}
          height={height}
          // A saved picture has twice the pixels.
          viewBox={`0 0 ${widthPx} ${height}`}
          onPointerMove={follow}
          onPointerLeave={() => point(null)}
        >
          <Ground shape={shape} />
          <g stroke={`var(${trend.colour})`} fill="none" strokeWidth="2">
            {shape.before === undefined ? null : (
              <g strokeWidth="1.25" opacity="0.75">
                <Drawn line={shape.before} dashes="5 3.75" ring={3.5} />
              </g>
            )}
            <Drawn line={shape.open} dashes="0.01 8" cap="round" ring={4.5} />
            <Drawn line={shape.now} ring={4.5} />
          </g>
          {shape.targetY === undefined ? null : <Target y={shape.targetY} label={trend.target?.label} shape={shape} />}
          {cursorX === undefined ? null : (
            <path d={`M${cursorX} ${margins.top}V${shape.bottom}`} stroke="var(--ink-3)" strokeDasharray="2 2" />
          )}
        </svg>
      )}
    </div>
  )
}

type Placed = { shape: ReturnType<typeof trendShape> }

/** The axes, and the hatched bands of what was not counted. */
function Ground({ shape }: Placed) {
  const hatch = useId()
  const { right, bottom, steps, named, gaps } = shape
  return (
    <>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path d="M0 0V6" stroke="var(--line-strong)" strokeWidth="2" />
      </pattern>
      {gaps.map(({ from, to }) => (
        <rect
          key={from}
          x={from}
          y={margins.top}
          width={to - from}
          height={bottom - margins.top}
          fill={`url(#${hatch})`}
        />
      ))}
      <path d={steps.map(({ y }) => `M${margins.left} ${y.toFixed(1)}H${right}`).join('')} stroke="var(--line)" />
      <path d={`M${margins.left} ${bottom}H${right}`} stroke="var(--line-strong)" />
      <g className={css.labels} textAnchor="end">
        {steps.map(({ value, y }) => (
          <text key={value} x={margins.left - 8} y={y + 4}>
            {formatNumber(value)}
          </text>
        ))}
      </g>
      <g className={css.labels} textAnchor="middle">
        {named.map(({ label, x }) => (
          <text key={x} x={x} y={bottom + 20}>
            {label}
          </text>
        ))}
      </g>
    </>
  )
}

type DrawnProps = { line: Line; dashes?: string; cap?: 'round'; ring: number }

function Drawn({ line, dashes, cap, ring }: DrawnProps) {
  return (
    <>
      <path d={line.path} strokeDasharray={dashes} strokeLinecap={cap} strokeLinejoin="round" />
      {line.dots.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r="2" />
      ))}
      {line.rings.map(({ x, y }) => (
        <circle key={x} cx={x} cy={y} r={ring} fill="var(--paper)" />
      ))}
    </>
  )
}

function Target({ y, label, shape }: Placed & { y: number; label: string | undefined }) {
  return (
    <>
      <path
        d={`M${margins.left} ${y}H${shape.right}`}
        stroke="var(--ink-2)"
        strokeWidth="1.5"
        strokeDasharray="1.5 3"
      />
      <text className={css.target} x={shape.right - 4} y={y - 6} textAnchor="end">
        {label}
      </text>
    </>
  )
}

/** The width of the box, again whenever it is another. */
function useWidth() {
  const box = useRef<HTMLDivElement>(null)
  const [widthPx, setWidth] = useState(0)
  useEffect(() => {
    if (box.current === null) return undefined
    const resize = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)))
    resize.observe(box.current)
    return () => resize.disconnect()
  }, [])
  return { box, widthPx }
}

function nearest(places: readonly number[], at: number): number | null {
  const distances = places.map((place) => Math.abs(place - at))
  const index = distances.indexOf(Math.min(...distances))
  return index === -1 ? null : index
}
