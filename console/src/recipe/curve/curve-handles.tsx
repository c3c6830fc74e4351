import { endTemperatureOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { patternWords, stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { emptyValue, formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { recipeWords } from '../recipe.text.ts'
import css from './curve.module.css'
import { curveText } from './curve.text.ts'
import { frame, yOfC, yOfFan, yOfHumidity, type Geometry, type Span } from './geometry.ts'
import { isMovable, movedStage } from './move-stage.ts'
import type { Grabbing } from './use-curve-drag.ts'

type Props = {
  geometry: Geometry
  onGrab: Grabbing
  isDragging: boolean
  onStage: (index: number, stage: Stage) => void
}

/** What is taken hold of: wider than what is seen. The points are one stop of the keyboard. */
export function CurveHandles({ geometry, onGrab, isDragging, onStage }: Props) {
  const w = useWords(curveText)
  const group = useRef<SVGGElement>(null)
  const [current, setCurrent] = useState(0)
  const { spans } = geometry
  const stop = Math.min(current, spans.length - 1)
  const focus = (index: number): void => {
    const next = Math.min(Math.max(index, 0), spans.length - 1)
    setCurrent(next)
    group.current?.querySelector<SVGElement>(`[data-point="${next}"]`)?.focus()
  }
  return (
    <g ref={group} className={isDragging ? css.dragging : undefined} role="group" aria-label={w.points}>
      {spans.map((span, index) => (
        <g key={span.stage.key}>
          <Areas span={span} index={index} geometry={geometry} onGrab={onGrab} />
          <Point
            span={span}
            index={index}
            isStop={index === stop}
            onFocus={() => setCurrent(index)}
            onStage={onStage}
            onStep={focus}
          />
        </g>
      ))}
    </g>
  )
}

type AreasProps = { span: Span; index: number; geometry: Geometry; onGrab: Grabbing }

function Areas({ span: { from, to, planned, stage }, index, geometry, onGrab }: AreasProps) {
  const { fromC, toC } = planned
  const isTimed = isMovable(stage, 'minutes')
  const end = isTimed ? to - 5 : to
  return (
    <>
      {fromC === null || toC === null || !isMovable(stage, 'temperature') ? null : (
        <path
          className={css.grabUp}
          d={`M${from} ${yOfC(fromC)}L${Math.max(end, from)} ${yOfC(toC)}`}
          data-handle="temperature"
          {...onGrab(index, 'temperature', geometry)}
        />
      )}
      {stage.humidity === null ? null : (
        <path
          className={css.grabUp}
          d={`M${from} ${yOfHumidity(stage.humidity)}H${Math.max(end, from)}`}
          data-handle="humidity"
          {...onGrab(index, 'humidity', geometry)}
        />
      )}
      {stage.fan === null ? null : (
        <path
          className={css.grabUp}
          d={`M${from} ${yOfFan(stage.fan)}H${Math.max(end, from)}`}
          data-handle="fan"
          {...onGrab(index, 'fan', geometry)}
        />
      )}
      {isTimed ? (
        <path
          className={css.grabAside}
          d={`M${to} ${frame.top}V${frame.floor}`}
          data-handle="minutes"
          {...onGrab(index, 'minutes', geometry)}
        />
      ) : null}
    </>
  )
}

type PointProps = {
  span: Span
  index: number
  isStop: boolean
  onFocus: () => void
  onStage: (index: number, stage: Stage) => void
  onStep: (index: number) => void
}

function Point({ span: { to, planned, stage }, index, isStop, onFocus, onStage, onStep }: PointProps) {
  const w = useWords(curveText)
  const text = usePointText(index, stage, planned.minutes)
  const { toC } = planned
  if (toC === null) return null
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = event.shiftKey ? 10 : 1
    const [up, aside] = [{ ArrowUp: by, ArrowDown: -by }[event.key], { ArrowRight: by, ArrowLeft: -by }[event.key]]
    const page = { PageUp: index - 1, PageDown: index + 1, Home: 0, End: stageLimits.stages }[event.key]
    if (event.altKey || event.ctrlKey || event.metaKey) return
    if (up === undefined && aside === undefined && page === undefined) return
    event.preventDefault()
    if (page !== undefined) onStep(page)
    else if (up !== undefined)
      onStage(index, movedStage(stage, 'temperature', (endTemperatureOf(stage) ?? toC) + up, 1))
    else onStage(index, movedStage(stage, 'minutes', (stage.minutes ?? 0) + (aside ?? 0), 1))
  }
  return (
    <g
      className={css.stop}
      data-point={index}
      role="slider"
      tabIndex={isStop ? 0 : -1}
      aria-label={w.pointName({ n: index + 1 })}
      aria-orientation="vertical"
      aria-valuemin={stageLimits.temperatureC.min}
      aria-valuemax={stageLimits.temperatureC.max}
      aria-valuenow={Math.round(toC)}
      aria-valuetext={text}
      onFocus={onFocus}
      onKeyDown={onKeyDown}
    >
      <rect className={css.room} x={to - 12} y={yOfC(toC) - 12} width={24} height={24} />
      <circle className={css.point} cx={to} cy={yOfC(toC)} r={4} />
    </g>
  )
}

function usePointText(index: number, stage: Stage, minutes: number | null): string {
  const w = useWords(curveText)
  const r = useWords(recipeWords)
  const locale = useLocale()
  const { temperature, temperatureUnit } = useUnits()
  const celsius = endTemperatureOf(stage)
  return w.point({
    n: index + 1,
    pattern: stage.pattern === null ? emptyValue : (patternWords(stage.pattern)?.[locale] ?? emptyValue),
    temperature: celsius === null ? emptyValue : `${formatNumber(Math.round(temperature(celsius)))} ${temperatureUnit}`,
    minutes:
      minutes === null ? emptyValue : `${stage.mode === 'timed' ? '' : '≈ '}${r.minutes({ n: formatNumber(minutes) })}`,
  })
}
