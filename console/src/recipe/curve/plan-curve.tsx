import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import css from './curve.module.css'
import { CurveHandles } from './curve-handles.tsx'
import { curveText } from './curve.text.ts'
import { frame, geometryOf, heatPaths, minuteTicks, wetPaths, yOfC, yOfFan, type Geometry } from './geometry.ts'
import { planOf, type Plan } from './plan.ts'
import { useCurveDrag } from './use-curve-drag.ts'

type Content = Pick<RecipeContent, 'stages' | 'preheat'>
type Props = {
  content: Content
  /** Stages by index that something is wrong with. */
  wrong?: ReadonlySet<number>
  /** Undefined: it is only looked at. */
  onStage?: ((index: number, stage: Stage) => void) | undefined
}

/** The stages as a curve over time. Where it can be edited, its lines and ends are dragged, and its points moved by keys. */
export function PlanCurve({ content, wrong = nothingWrong, onStage }: Props) {
  const w = useWords(curveText)
  const svg = useRef<SVGSVGElement>(null)
  const width = useWidth(svg)
  const drag = useCurveDrag({ svg, content, onStage })
  const stages = drag.stages ?? content.stages
  const plan = useMemo(() => planOf({ ...content, stages }), [content, stages])
  const geometry = useMemo(() => geometryOf(plan, stages, width, drag.minutes), [plan, stages, width, drag.minutes])
  return (
    <svg
      ref={svg}
      className={css.curve}
      viewBox={`0 0 ${width} ${frame.height}`}
      role={onStage === undefined ? 'img' : 'group'}
      aria-label={w.label}
    >
      <Bands geometry={geometry} plan={plan} wrong={wrong} />
      <Axes geometry={geometry} />
      <Lines geometry={geometry} plan={plan} />
      <TooHot geometry={geometry} />
      {onStage === undefined ? null : (
        <CurveHandles geometry={geometry} onGrab={drag.grab} isDragging={drag.stages !== null} onStage={onStage} />
      )}
    </svg>
  )
}

const nothingWrong: ReadonlySet<number> = new Set()

function useWidth(svg: RefObject<SVGSVGElement | null>): number {
  const [width, setWidth] = useState(780)
  useEffect(() => {
    const element = svg.current?.parentElement
    if (element === null || element === undefined) return undefined
    const observer = new ResizeObserver(([entry]) => {
      if (entry !== undefined && entry.contentRect.width > 0) setWidth(Math.round(entry.contentRect.width))
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [svg])
  return width
}

function Bands({ geometry, plan, wrong }: { geometry: Geometry; plan: Plan; wrong: ReadonlySet<number> }) {
  const w = useWords(curveText)
  const { spans, preheatTo } = geometry
  const height = frame.floor - frame.top
  return (
    <>
      {plan.preheat === null ? null : (
        <>
          <rect className={css.alternate} x={frame.left} y={frame.top} width={preheatTo - frame.left} height={height} />
          {preheatTo - frame.left < 26 ? null : (
            <text className={css.number} x={(frame.left + preheatTo) / 2} y={20}>
              {w.preheatShort}
            </text>
          )}
        </>
      )}
      {spans.map(({ from, to }, index) => (
        <g key={index}>
          <rect
            className={wrong.has(index) ? css.wrong : index % 2 === 1 ? css.alternate : css.band}
            x={from}
            y={frame.top}
            width={Math.max(to - from, 0)}
            height={height}
          />
          {to - from < 12 ? null : (
            <text className={`${css.number} ${wrong.has(index) ? css.wrongNumber : ''}`} x={(from + to) / 2} y={20}>
              {index + 1}
            </text>
          )}
        </g>
      ))}
    </>
  )
}

/** Figures of the axis: round ones in the unit that is read. */
const shownTicks = { '°C': [0, 100, 200], '°F': [100, 300, 500] } as const

function Axes({ geometry: { width, minutes, pixelsPerMinute } }: { geometry: Geometry }) {
  const w = useWords(curveText)
  const { temperatureUnit, toCelsius, temperature } = useUnits()
  const end = width - frame.right
  const { max } = stageLimits.temperatureC
  return (
    <g aria-hidden="true">
      {shownTicks[temperatureUnit].map((shown) => {
        const y = yOfC(toCelsius(shown))
        return (
          <g key={shown}>
            <path className={css.grid} d={`M${frame.left} ${y}H${end}`} />
            <text className={css.side} x={36} y={y + 4}>
              {shown}
            </text>
          </g>
        )
      })}
      <text className={css.side} x={36} y={frame.top + 26}>
        {temperatureUnit}
      </text>
      <path className={css.limit} d={`M${frame.left} ${yOfC(max)}H${end}`} />
      <text className={css.side} x={end} y={yOfC(max) - 5}>
        {w.limit({ max: formatNumber(Math.round(temperature(max))) })}
      </text>
      <text className={css.side} x={36} y={frame.wet + 4}>
        100
      </text>
      <text className={css.side} x={36} y={frame.dry + 4}>
        0 %
      </text>
      <path className={css.grid} d={`M${frame.left} ${frame.dry}H${end}M${frame.left} ${frame.floor}H${end}`} />
      <text className={css.side} x={36} y={frame.floor - 4}>
        {w.fan}
      </text>
      {minuteTicks(minutes).map((minute) => {
        const x = frame.left + minute * pixelsPerMinute
        // The unit stands at the end.
        return x > end - 44 && minute > 0 ? null : (
          <g key={minute}>
            <path className={css.tick} d={`M${x} ${frame.floor}v4`} />
            <text className={css.below} x={x} y={260}>
              {minute}
            </text>
          </g>
        )
      })}
      <text className={css.side} x={end} y={260}>
        {w.minute}
      </text>
    </g>
  )
}

function Lines({ geometry, plan }: { geometry: Geometry; plan: Plan }) {
  const heat = heatPaths(geometry, plan)
  const wet = wetPaths(geometry)
  return (
    <g aria-hidden="true">
      <path className={css.heatArea} d={heat.area} />
      <path className={css.heatEstimated} d={heat.estimated} />
      <path className={css.heat} d={heat.set} />
      <path className={css.wetArea} d={wet.area} />
      <path className={css.wet} d={wet.line} />
      {geometry.spans.map(({ from, to, stage: { fan, key, pauseBefore } }) => (
        <g key={key}>
          {fan === null ? null : (
            <rect
              className={css.fan}
              x={from + 1}
              width={Math.max(to - from - 2, 0)}
              y={yOfFan(fan)}
              height={frame.floor - yOfFan(fan)}
            />
          )}
          {pauseBefore ? (
            <path className={css.pause} d={`M${from - 2} 26v10M${from + 2} 26v10M${from} 38V${frame.zeroC}`} />
          ) : null}
        </g>
      ))}
    </g>
  )
}

/** What lies above the limit is hatched, with its figure. */
function TooHot({ geometry: { spans, width } }: { geometry: Geometry }) {
  const w = useWords(curveText)
  const { temperature, temperatureUnit } = useUnits()
  const { max } = stageLimits.temperatureC
  return spans.map(({ from, to, planned: { toC }, stage: { key } }) => {
    if (toC === null || toC <= max) return null
    const y = yOfC(toC)
    const value = `${formatNumber(Math.round(temperature(toC)))} ${temperatureUnit}`
    const isLate = to > width - 180
    return (
      <g key={key} aria-hidden="true">
        <path className={css.over} d={`M${from} ${yOfC(max)}V${y}H${to}V${yOfC(max)}z`} />
        <path className={css.overLine} d={`M${from} ${y}H${to}`} />
        <text className={css.overText} x={isLate ? from - 6 : to + 6} y={y + 2} textAnchor={isLate ? 'end' : 'start'}>
          {w.over({ value, max: formatNumber(Math.round(temperature(max))) })}
        </text>
      </g>
    )
  })
}
