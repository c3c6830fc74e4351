import { figures, targetKeys } from '@brigade/contract/statistics/figures.ts'
import { movedText } from '@brigade/contract/statistics/moved-words.ts'
import type { ComponentProps } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useNameOf, useWords } from '../../platform/locale.ts'
import { IconButton } from '../../ui/button/button.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import type { ShownFigure } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import { FigureAge } from './figure-age.tsx'
import { changeOf } from './change.ts'
import { ChangeMark } from './change-mark.tsx'
import css from './figure.module.css'
import { FigureAbout } from './figure-about.tsx'
import { formatFigure, unitWords } from './figure-format.ts'
import type { ListLink } from '../read/figure-links.ts'

type Props = {
  figure: ShownFigure
  zone: string
  links: readonly ListLink[]
  /** Shows its trend in the panel below; left out if it has none. */
  onTrend?: (() => void) | undefined
  isTrend: boolean
}

/** One figure: its name, value, age, change and target, with a link to the rows that it counts. */
export function FigureCell({ figure, zone, links, onTrend, isTrend }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const locale = useLocale()
  const can = useCan()
  const { key, shown, taken } = figure
  const { name, unit, better } = figures[key]
  const change = taken ?? shown
  const target = shown.target ?? taken?.target ?? null
  const text = formatFigure(shown.value, unit)
  const withUnit = (value: number) => `${formatFigure(value, unit)} ${nameOf(unitWords(unit))}`.trim()
  const comparedBy = (value: number | null, before: number | null, of: number | null) => ({
    value: of ?? value,
    before,
    without: of === null ? undefined : withUnit(of),
  })
  const [only, ...others] = links
  const isOne = only !== undefined && others.length === 0 && shown.value !== null
  return (
    <Stack
      flex
      gap="4"
      shrink
      className={`${css.cell} ${isTrend ? css.current : ''}`}
      role="group"
      aria-label={nameOf(name)}
    >
      <Row align="center" minHeight="28" className={css.head}>
        <Text size="xs" line="16" tone="ink-2" grow shrink anywhere>
          {nameOf(name)}
        </Text>
        <FigureAbout
          figureKey={key}
          reason={shown.reason}
          until={shown.until}
          moved={
            shown.value === null
              ? ''
              : movedText(key, shown, locale, (many, isCount) => (isCount ? formatNumber(many) : withUnit(many)))
          }
          target={target}
          maySetTarget={can('statistics:target') && targetKeys.includes(key)}
        />
        {onTrend === undefined ? null : (
          <IconButton
            icon="chart-line"
            size="small"
            label={w.showTrend({ name: nameOf(name) })}
            pressed={isTrend}
            onClick={onTrend}
          />
        )}
      </Row>
      <Text.div size="xl" line="28" weight="600" nowrap className={css.number}>
        {isOne ? <a href={only.href}>{text}</a> : text}
        {shown.value === null ? null : (
          <Text.small marginLeft="4" size="xs" weight="400" tone="ink-3">
            {nameOf(unitWords(unit))}
          </Text.small>
        )}
      </Text.div>
      <Stack gap="2" size="xs" line="18" tone="ink-3">
        <FigureAge asOf={shown.asOf} isLive={figure.isLive} until={shown.until} reason={shown.reason} zone={zone} />
        <Row.span gap="0 12" wrap>
          <Change {...comparedBy(change.value, change.before, change.beforeOf)} better={better} of="change" />
          <Change {...comparedBy(change.value, change.yearAgo, change.yearAgoOf)} better={better} of="yearAgo" />
        </Row.span>
        {target === null ? null : (
          <TargetMark target={formatFigure(target, unit)} state={targetState(shown.value, target, better)} />
        )}
        {others.length === 0 || shown.value === null ? null : <KindLinks links={links} name={nameOf(name)} />}
      </Stack>
    </Stack>
  )
}

/** A figure without anything to compare it with shows no comparison. */
const Change = (props: ComponentProps<typeof ChangeMark>) =>
  changeOf(props.value, props.before).kind === 'none' ? null : <ChangeMark {...props} />

/** A list for each kind of device. */
function KindLinks({ links, name }: { links: readonly ListLink[]; name: string }) {
  const w = useWords(statisticsText)
  return (
    <Row.span gap="12">
      {links.map(({ kind, href }) => {
        const word = kind === 'cooler' ? w.coolers : w.ovens
        return (
          <a key={href} href={href} aria-label={`${name}: ${word}`}>
            {word}
          </a>
        )
      })}
    </Row.span>
  )
}

type TargetState = 'reached' | 'missed' | 'none'

function targetState(value: number | null, target: number, better: 'more' | 'less' | null): TargetState {
  if (value === null || better === null) return 'none'
  return (better === 'more' ? value >= target : value <= target) ? 'reached' : 'missed'
}

function TargetMark({ target, state }: { target: string; state: TargetState }) {
  const w = useWords(statisticsText)
  const describe = { reached: w.targetReached, missed: w.targetMissed, none: w.targetOf }[state]
  return (
    <Row.span
      inline
      gap="4"
      align="center"
      className={`${css.target} ${state === 'reached' ? css.good : state === 'missed' ? css.bad : ''}`}
    >
      <svg viewBox="0 0 12 12" aria-hidden="true">
        <path d={state === 'reached' ? 'M2 6.5 5 9.5 10 3' : 'M1 6h10M3 3v6'} />
      </svg>
      {describe({ value: target })}
    </Row.span>
  )
}
