import type { FigureKey } from '@brigade/contract/statistics/figures.ts'
import { topSizes, type KeywordReply, type Split } from '@brigade/contract/statistics/statistics.model.ts'
import { Fragment, type ReactNode } from 'react'
import { Box, Stack } from '../../ui/layout/layout.tsx'
import type { FigureLinks } from '../read/use-figure-links.ts'
import { KeywordPanel } from '../panel/keyword-panel.tsx'
import { MapPanel } from '../panel/map-panel.tsx'
import { SplitPanel } from '../panel/split-panel.tsx'
import { TopPanel, type TopChoice } from '../panel/top-panel.tsx'
import { TrendOfFigure } from '../panel/trend-of-figure.tsx'
import type { ChangeAddress, StatisticsAddress } from '../read/statistics-address.ts'
import css from './screen.module.css'
import { overviewSplits, topListsOf } from './tab-plan.ts'
import type { Statistics } from '../read/use-statistics.ts'

type Props = {
  address: StatisticsAddress
  statistics: Statistics
  links: FigureLinks
  drawn: readonly FigureKey[]
  trend: FigureKey | undefined
  onTrend: (key: FigureKey) => void
  change: ChangeAddress
  words: KeywordReply | undefined
}

/**
 * Trend, divisions, map, top list and words of a tab. They are a separate chunk, so that the figures are shown first.
 */
export function Panels({ address, statistics, links, drawn, trend, onTrend, change, words }: Props) {
  const { tab } = address
  const { reply, isWaiting } = statistics
  if (reply === undefined) return <div className={css.panels} aria-busy="true" />
  const splits = splitsOf(reply.splits, tab === 'overview')
  const maps = splits.filter(({ by }) => by === 'province')
  const parts: readonly Part[] = [
    ...maps.slice(0, 1).map((split) => ({
      key: 'map',
      height: 3,
      panel: <MapPanel {...{ split, statistics, links }} onProvince={(province) => change({ province })} />,
    })),
    ...(topListsOf[tab].length === 0
      ? []
      : [{ key: 'top', height: 2, panel: <Top {...{ address, statistics, links, change }} /> }]),
    ...splits
      .filter((split) => split !== maps[0])
      .map((split) => ({
        key: `${split.key} ${split.by}`,
        height: split.parts.length > 5 ? 2 : 1,
        panel: <SplitPanel {...{ split, statistics, links }} />,
      })),
  ]
  return (
    <div className={`${css.panels} ${isWaiting ? css.waiting : ''}`} aria-busy={isWaiting}>
      {trend === undefined ? null : (
        <Box across shrink>
          <TrendOfFigure statistics={statistics} keys={drawn} chosen={trend} onChoose={onTrend} />
        </Box>
      )}
      {words === undefined ? null : (
        <Box across shrink>
          <KeywordPanel reply={words} />
        </Box>
      )}
      {columnsOf(parts).map((column, index) => (
        <Stack key={index} gap="24" shrink>
          {column.map(({ key, panel }) => (
            <Fragment key={key}>{panel}</Fragment>
          ))}
        </Stack>
      ))}
    </div>
  )
}

type Part = Readonly<{ key: string; height: number; panel: ReactNode }>

/** Two columns of about the same height; on narrow screens one is below the other. */
function columnsOf(parts: readonly Part[]): readonly (readonly Part[])[] {
  const [left, right]: [Part[], Part[]] = [[], []]
  const heightOf = (column: readonly Part[]): number => column.reduce((sum, { height }) => sum + height, 0)
  for (const part of parts) (heightOf(left) <= heightOf(right) ? left : right).push(part)
  return [left, right]
}

const splitsOf = (splits: readonly Split[], isOverview: boolean): readonly Split[] =>
  isOverview ? splits.filter(({ key, by }) => overviewSplits.includes(`${key} ${by}`)) : splits

type TopProps = Pick<Props, 'address' | 'statistics' | 'links' | 'change'>

function Top({ address, statistics, links, change }: TopProps) {
  const choices = topListsOf[address.tab]
  const chosen = choices.find(({ of, by }) => of === address.of && by === address.by) ?? choices[0]
  if (chosen === undefined) return null
  const onChoose = ({ of, by, size }: TopChoice): void => change({ of, by, size }, { replaces: true })
  return (
    <TopPanel choice={{ ...chosen, size: address.size ?? topSizes[1] }} {...{ choices, onChoose, statistics, links }} />
  )
}
