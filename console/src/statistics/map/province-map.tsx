import { useMemo, useState, type FocusEvent, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { formatNumber } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { mapBox, neighbourOf, shadeOf, stepOf, stepsOf, type Point } from './geometry.ts'
import { placeLabels } from './labels.ts'
import css from './map.module.css'
import { mapText } from './map.text.ts'
import type { MapShapes, ProvinceShape } from './map-shapes.ts'

/** A province of the map; without a figure (null) it is drawn in outline, and never counts as 0. */
export type ProvinceFigure = Readonly<{ code: string; name: string; value: number | null }>

type Props = {
  /** From `useMapShapes`. */
  shapes: MapShapes
  figures: readonly ProvinceFigure[]
  /** Describes the map in one sentence for people who cannot see it. */
  label: string
  /** This many of the provinces with most have their name and figure. */
  named: number
  onChoose?: ((code: string) => void) | undefined
  /** Drawn over it, in the units of the map: events, rings. */
  children?: ReactNode
  ref?: Ref<SVGSVGElement>
}

/** The islands in the South China Sea, in the units of their frame: of Apache ECharts (`fixNanhai`), Apache-2.0. */
const islands =
  'M0 3.5L7 11.2L15 11.9L30 7L42 .7L52 .7L56 7.7L59 .7L64 .7L64 0L5 0ZM13 16.1L19 14.7L16 21.7L11 23.1ZM12 32.2L14 38.5L15 38.5L13 32.2ZM16 47.6L12 53.2L13 53.2L18 47.6ZM6 64.4L8 70L9 70L8 64.4ZM23 82.6L29 79.8L30 79.8L25 82.6ZM37 70.7L43 62.3L44 62.3L39 70.7ZM48 51.1L51 45.5L53 45.5L50 51.1ZM51 35L51 28.7L53 28.7L53 35ZM52 22.4L55 17.5L56 17.5L53 22.4ZM58 12.6L62 7L63 7L60 12.6Z'
const inset = { x: 954, y: 700, width: 84, height: 122 } as const

const shades = [css.step0, css.step1, css.step2, css.step3, css.step4, css.step5]

/**
 * The map of China by province: six shades of one hue, names and figures of the provinces with most, the inset of the South China Sea. It
 * is plain SVG with colours from the `--map-…` variables of the screen around it, so that it follows the theme and any size.
 */
export function ProvinceMap({ shapes, figures, label, named, onChoose, children, ref }: Props) {
  const w = useWords(mapText)
  const byCode = useMemo(() => new Map(figures.map((one) => [one.code, one])), [figures])
  const steps = useMemo(() => stepsOf(valuesOf(figures)), [figures])
  const { choiceOf, ringed } = useChoice(shapes, figures, onChoose)
  return (
    <svg
      ref={ref}
      className={css.map}
      viewBox={`0 0 ${mapBox.width} ${mapBox.height}`}
      role={onChoose === undefined ? 'img' : 'group'}
      aria-label={label}
    >
      <g className={css.provinces}>
        {shapes.provinces.map((shape) => {
          const one = byCode.get(shape.code)
          const value = one?.value ?? null
          const words =
            one === undefined ? undefined : `${one.name} ${value === null ? w.noFigure : formatNumber(value)}`
          return (
            <path
              key={shape.code}
              d={shape.path}
              className={`${value === null ? css.outline : shades[shadeOf(stepOf(value, steps), steps)]} ${onChoose === undefined ? '' : css.choice}`}
              data-code={shape.code}
              data-tip={words}
              {...(one === undefined || words === undefined ? {} : choiceOf(shape, words))}
            />
          )
        })}
      </g>
      {/* Over all provinces: a neighbour would cover half of the outline. */}
      {ringed === undefined ? null : <path className={css.ring} d={ringed.path} aria-hidden="true" />}
      <Labels shapes={shapes} figures={figures} named={named} />
      <text className={css.insetName} fontSize={16} x={inset.x + inset.width} y={inset.y - 8} textAnchor="end">
        {w.southChinaSea}
      </text>
      <svg {...inset} viewBox="0 0 64 93" preserveAspectRatio="none">
        <rect className={css.insetFrame} width="64" height="93" />
        <path className={css.islands} d={islands} />
      </svg>
      {children}
    </svg>
  )
}

/**
 * The provinces are one stop of the Tab key, at first the one with most; the arrow keys lead to the neighbours, Enter and Space choose.
 */
function useChoice(shapes: MapShapes, figures: readonly ProvinceFigure[], onChoose: Props['onChoose']) {
  const most = figures.toSorted((a, b) => (b.value ?? -1) - (a.value ?? -1))[0]?.code
  const [reached, setReached] = useState<string | undefined>(undefined)
  const [ringed, setRinged] = useState<ProvinceShape | undefined>(undefined)
  const choiceOf = (shape: ProvinceShape, label: string) => {
    if (onChoose === undefined) return {}
    const onKeyDown = (event: KeyboardEvent<SVGPathElement>): void => {
      const isChoice = event.key === 'Enter' || event.key === ' '
      const next = neighbourOf(shapes.provinces, shape, event.key)
      if (!isChoice && next === undefined) return
      event.preventDefault()
      if (isChoice) onChoose(shape.code)
      if (next !== undefined)
        event.currentTarget.parentElement?.querySelector<SVGPathElement>(`[data-code="${next.code}"]`)?.focus()
    }
    return {
      role: 'button',
      'aria-label': label,
      tabIndex: shape.code === (reached ?? most) ? 0 : -1,
      onFocus: (event: FocusEvent<SVGPathElement>) => {
        setReached(shape.code)
        if (event.currentTarget.matches(':focus-visible')) setRinged(shape)
      },
      onBlur: () => setRinged(undefined),
      onKeyDown,
      onClick: () => onChoose(shape.code),
    }
  }
  return { choiceOf, ringed }
}

const valuesOf = (figures: readonly ProvinceFigure[]): readonly number[] =>
  figures.flatMap(({ value }) => (value === null ? [] : [value]))

function Labels({ shapes, figures, named }: Pick<Props, 'shapes' | 'figures' | 'named'>) {
  const names = new Map(figures.map((one) => [one.code, one]))
  const places = placeLabels(
    figures
      .filter(({ value }) => value !== null && value > 0)
      .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0) || a.code.localeCompare(b.code))
      .slice(0, named)
      .flatMap(({ code }) => {
        const shape = shapes.provinces.find((one) => one.code === code)
        return shape === undefined ? [] : [{ code, at: pointOf(shape) }]
      }),
  )
  return (
    <g className={css.labels}>
      {places.map(({ code, at, text, anchor, hasLeader }) => (
        <g key={code} textAnchor={anchor}>
          {hasLeader ? <Leader at={at} text={text} anchor={anchor} /> : null}
          <text className={css.name} fontSize={22} x={text[0]} y={text[1]}>
            {names.get(code)?.name}
          </text>
          <text className={css.value} fontSize={24} x={text[0]} y={text[1] + 24}>
            {formatNumber(names.get(code)?.value)}
          </text>
        </g>
      ))}
    </g>
  )
}

const pointOf = ({ middle }: ProvinceShape): Point => middle

function Leader({ at, text, anchor }: { at: Point; text: Point; anchor: 'start' | 'middle' | 'end' }) {
  const end = anchor === 'end' ? text[0] + 8 : text[0] - 8
  return (
    <>
      <path className={css.leader} d={`M${at[0]} ${at[1]}L${end} ${text[1] + 8}`} />
      <circle className={css.dot} cx={at[0]} cy={at[1]} r="2.5" />
    </>
  )
}

/** The shades with their bounds, the most first. */
export function MapKey({ title, figures }: { title: string; figures: readonly ProvinceFigure[] }) {
  const w = useWords(mapText)
  const steps = stepsOf(valuesOf(figures))
  const hasOutline = figures.some(({ value }) => value === null)
  return (
    <Text.div tone="ink-2" className={css.key}>
      <Text tone="ink-3">{title}</Text>
      <Stack.ul>
        {steps
          .map((least, index) => ({ least, below: steps[index + 1], shade: shades[shadeOf(index, steps)] }))
          .toReversed()
          .map(({ least, below, shade }) => (
            <Row.li key={least} align="center" nowrap>
              <i className={shade} />
              {below === undefined
                ? `${formatNumber(least)} +`
                : below - 1 === least
                  ? formatNumber(least)
                  : `${formatNumber(least)}–${formatNumber(below - 1)}`}
            </Row.li>
          ))}
        {hasOutline ? (
          <Row.li align="center" nowrap>
            <i className={css.outline} />
            {w.noFigure}
          </Row.li>
        ) : null}
      </Stack.ul>
    </Text.div>
  )
}
