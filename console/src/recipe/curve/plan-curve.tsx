import type { RecipeContent } from '@brigade/contract/recipe/recipe.model.ts'
import { endTemperatureOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useEffect, useMemo, useRef, useState, type RefObject } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import css from './curve.module.css'
import { CurveHandles } from './curve-handles.tsx'
import { recipeWords } from '../recipe.text.ts'
import { curveText } from './curve.text.ts'
import { frame, geometryOf, minuteTicks, yOfC, type Geometry } from './geometry.ts'
import type { Handle } from './move-stage.ts'
import { partsOf, placing, type Parts } from './parts.ts'
import { planOf, type Plan } from './plan.ts'
import { useCurveDrag } from './use-curve-drag.ts'

type Content = Pick<RecipeContent, 'stages' | 'preheat'>
type Props = {
  content: Content
  /** Stages by index that something is wrong with. */
  wrong?: ReadonlySet<number>
  /** Undefined if the curve is read-only. */
  onStage?: ((index: number, stage: Stage) => void) | undefined
}

/**
 * The stages as a curve over time. If it can be edited, its lines and ends can be dragged, and its points moved by
 * keys.
 */
export function PlanCurve({ content, wrong = nothingWrong, onStage }: Props) {
  const w = useWords(curveText)
  const svg = useRef<SVGSVGElement>(null)
  const width = useWidth(svg)
  const { stages, preheat } = content
  const plan = useMemo(() => planOf({ stages, preheat }), [stages, preheat])
  const geometry = useMemo(() => geometryOf(plan, stages, width), [plan, stages, width])
  const parts = useMemo(() => partsOf(geometry, plan), [geometry, plan])
  const describe = useValueWords()
  const grab = useCurveDrag({ svg, content, geometry, parts, describe, onStage })
  return (
    <svg
      ref={svg}
      className={css.curve}
      viewBox={`0 0 ${width} ${frame.height}`}
      role={onStage === undefined ? 'img' : 'group'}
      aria-label={w.label}
    >
      <Bands geometry={geometry} plan={plan} parts={parts} wrong={wrong} />
      <Axes geometry={geometry} parts={parts} />
      <Lines geometry={geometry} parts={parts} />
      <TooHot geometry={geometry} />
      {onStage === undefined ? null : (
        <>
          <CurveHandles geometry={geometry} parts={parts} onGrab={grab} onStage={onStage} />
          <text className={css.tip} data-part="tip" visibility="hidden" aria-hidden="true" />
        </>
      )}
    </svg>
  )
}

function useValueWords() {
  const r = useWords(recipeWords)
  const { temperature, temperatureUnit } = useUnits()
  return (stage: Stage, handle: Handle): string => {
    if (handle === 'minutes') return r.minutes({ n: formatNumber(stage.minutes) })
    if (handle !== 'temperature') return `${formatNumber(stage[handle])} %`
    const celsius = endTemperatureOf(stage)
    return celsius === null ? '' : `${formatNumber(Math.round(temperature(celsius)))} ${temperatureUnit}`
  }
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

type BandsProps = { geometry: Geometry; plan: Plan; parts: Parts; wrong: ReadonlySet<number> }

function Bands({ geometry, plan, parts, wrong }: BandsProps) {
  const w = useWords(curveText)
  const { spans } = geometry
  const at = placing(parts)
  const height = frame.floor - frame.top
  return (
    <>
      {plan.preheat === null ? null : (
        <>
          <rect className={css.alternate} x={frame.left} y={frame.top} height={height} {...at('preheat')} />
          <text className={css.number} y={20} {...at('preheat-name')}>
            {w.preheatShort}
          </text>
        </>
      )}
      {spans.map((_, index) => (
        <g key={index}>
          <rect
            className={wrong.has(index) ? css.wrong : index % 2 === 1 ? css.alternate : css.band}
            y={frame.top}
            height={height}
            {...at(`band-${index}`)}
          />
          <text
            className={`${css.number} ${wrong.has(index) ? css.wrongNumber : ''}`}
            y={20}
            {...at(`number-${index}`)}
          >
            {index + 1}
          </text>
        </g>
      ))}
    </>
  )
}

/** Figures of the axis: round ones in the unit that is read. */
const shownTicks = { '°C': [0, 100, 200], '°F': [100, 300, 500] } as const

function Axes({ geometry: { width, minutes, pixelsPerMinute }, parts }: { geometry: Geometry; parts: Parts }) {
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
      <text className={`${css.side} ${css.outlined}`} x={end} y={yOfC(max) - 5} {...placing(parts)('limit-name')}>
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
        // The unit is at the end of the axis.
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

function Lines({ geometry, parts }: { geometry: Geometry; parts: Parts }) {
  const at = placing(parts)
  return (
    <g aria-hidden="true">
      <path className={css.heatArea} {...at('heat-area')} />
      <path className={css.heatEstimated} {...at('heat-estimated')} />
      <path className={css.heat} {...at('heat')} />
      <path className={css.wetArea} {...at('wet-area')} />
      <path className={css.wet} {...at('wet')} />
      {geometry.spans.map(({ stage: { fan, key, pauseBefore } }, index) => (
        <g key={key}>
          {fan === null ? null : <rect className={css.fan} {...at(`fan-${index}`)} />}
          {pauseBefore ? <path className={css.pause} {...at(`pause-${index}`)} /> : null}
        </g>
      ))}
    </g>
  )
}

/** The area above the limit is hatched and shows the limit. */
function TooHot({ geometry: { spans, width } }: { geometry: Geometry }) {
  const w = useWords(curveText)
  const { temperature, temperatureUnit } = useUnits()
  const { max } = stageLimits.temperatureC
  return spans.map(({ from, to, planned: { toC }, stage: { key } }, index) => {
    if (toC === null || toC <= max) return null
    const y = yOfC(toC)
    const value = `${formatNumber(Math.round(temperature(toC)))} ${temperatureUnit}`
    const isLate = to > width - 180
    return (
      <g key={key} aria-hidden="true" data-part={`over-${index}`}>
        <path className={css.over} d={`M${from} ${yOfC(max)}V${y}H${to}V${yOfC(max)}z`} />
        <path className={css.overLine} d={`M${from} ${y}H${to}`} />
        <text className={css.overText} x={isLate ? from - 6 : to + 6} y={y + 2} textAnchor={isLate ? 'end' : 'start'}>
          {w.over({ value, max: formatNumber(Math.round(temperature(max))) })}
        </text>
      </g>
    )
  })
}
