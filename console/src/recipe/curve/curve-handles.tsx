import { endTemperatureOf } from '@brigade/contract/recipe/recipe.rules.ts'
import { patternWords, stageLimits, type Stage } from '@brigade/contract/recipe/stage.model.ts'
import { useRef, useState, type KeyboardEvent } from 'react'
import { emptyValue, formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useUnits } from '../../platform/units.ts'
import { recipeWords } from '../recipe.text.ts'
import css from './curve.module.css'
import { curveText } from './curve.text.ts'
import type { Geometry, Span } from './geometry.ts'
import { isMovable, movedStage } from './move-stage.ts'
import { placing, type Parts } from './parts.ts'
import type { Grabbing } from './use-curve-drag.ts'

type Props = {
  geometry: Geometry
  parts: Parts
  onGrab: Grabbing
  onStage: (index: number, stage: Stage) => void
}

/** The handles for dragging are larger than their marks. All points are one tab stop. */
export function CurveHandles({ geometry, parts, onGrab, onStage }: Props) {
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
    <g ref={group} role="group" aria-label={w.points}>
      {spans.map((span, index) => (
        <g key={span.stage.key}>
          <Areas span={span} index={index} parts={parts} onGrab={onGrab} />
          <Point
            span={span}
            index={index}
            parts={parts}
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

type AreasProps = { span: Span; index: number; parts: Parts; onGrab: Grabbing }

function Areas({ span: { planned, stage }, index, parts, onGrab }: AreasProps) {
  const { fromC, toC } = planned
  const isTimed = isMovable(stage, 'minutes')
  const at = placing(parts)
  return (
    <>
      {fromC === null || toC === null || !isMovable(stage, 'temperature') ? null : (
        <path
          className={css.grabUp}
          data-handle="temperature"
          {...at(`grab-temperature-${index}`)}
          {...onGrab(index, 'temperature')}
        />
      )}
      {stage.humidity === null ? null : (
        <path
          className={css.grabUp}
          data-handle="humidity"
          {...at(`grab-humidity-${index}`)}
          {...onGrab(index, 'humidity')}
        />
      )}
      {stage.fan === null ? null : (
        <path className={css.grabUp} data-handle="fan" {...at(`grab-fan-${index}`)} {...onGrab(index, 'fan')} />
      )}
      {isTimed ? (
        <path
          className={css.grabAside}
          data-handle="minutes"
          {...at(`grab-minutes-${index}`)}
          {...onGrab(index, 'minutes')}
        />
      ) : null}
    </>
  )
}

type PointProps = {
  span: Span
  index: number
  parts: Parts
  isStop: boolean
  onFocus: () => void
  onStage: (index: number, stage: Stage) => void
  onStep: (index: number) => void
}

function Point({ span: { planned, stage }, index, parts, isStop, onFocus, onStage, onStep }: PointProps) {
  const w = useWords(curveText)
  const text = usePointText(index, stage, planned.minutes)
  const at = placing(parts)
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
      <rect className={css.room} width={24} height={24} {...at(`room-${index}`)} />
      <circle className={css.point} r={4} {...at(`point-${index}`)} />
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
