import { isRestKey } from '@brigade/contract/statistics/part-words.ts'
import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { statisticsApi } from '@brigade/contract/statistics/statistics.endpoints.ts'
import {
  topFigures,
  topPairs,
  topSizes,
  type Part,
  type SplitBy,
  type TopBy,
  type TopList,
  type TopOf,
} from '@brigade/contract/statistics/statistics.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { pngOfBars } from '../../ui/chart/bar-image.ts'
import { BarList, type Bar } from '../../ui/chart/bar-list.tsx'
import { ChartFrame } from '../../ui/chart/chart-frame.tsx'
import { SelectField } from '../../ui/field/select-field.tsx'
import { digitsOf } from '../figure/figure-format.ts'
import type { ListLink } from '../read/figure-links.ts'
import type { FigureLinks } from '../read/use-figure-links.ts'
import type { Statistics } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import css from './panel.module.css'
import { PartTable } from './part-table.tsx'
import { pictureName } from './picture-name.ts'
import { useBarLinks } from './use-bar-links.ts'
import { usePartName } from './use-part-name.ts'

export type TopChoice = Readonly<{ of: TopOf; by: TopBy; size: number }>

type Props = {
  choice: TopChoice
  /** The lists that the tab can show. */
  choices: readonly Readonly<{ of: TopOf; by: TopBy }>[]
  onChoose: (choice: TopChoice) => void
  statistics: Statistics
  links: FigureLinks
}

/** A part of a top list is that of a division by the same. */
const divisionOf: Partial<Readonly<Record<TopOf, SplitBy>>> = {
  models: 'product',
  provinces: 'province',
  codes: 'code',
}

/** Shows the largest shares of a figure and the others, so that all add up. */
export function TopPanel({ choice, choices, onChoose, statistics, links }: Props) {
  const w = useWords(statisticsText)
  const partName = usePartName()
  const barLinks = useBarLinks()
  const { query } = statistics
  const { of, by, size } = choice
  const { data, error, refetch } = useQuery({
    ...askPage(statisticsApi.top, { ...query, of, by, size }, { quiet: true }),
    staleTime: 60_000,
  })
  const list = data?.top.find((one) => one.of === of && one.by === by)
  const title = w.topOf({ of: w[`of-${of}`], by: w[`topBy-${by}`] })
  const rows = list === undefined ? [] : rowsOf(list, partName, links, barLinks, w.others)
  const total = rows.reduce((sum, { value }) => sum + value, 0)
  const hasFailed = error !== null && list === undefined
  const state = hasFailed
    ? { error: error.message, onRetry: () => void refetch() }
    : data === undefined
      ? 'waiting'
      : total === 0
        ? 'empty'
        : 'ready'
  // The answer has no list if its figure has no value.
  const reason = statistics.reply?.figures.find(({ key }) => key === topFigures[by])?.reason ?? 'not-taken'
  const bars = rows.filter(({ value }) => value > 0).map((row): Bar => ({ ...row, isRest: isRestKey(row.key) }))
  return (
    <ChartFrame
      title={title}
      state={state}
      emptyWords={list === undefined ? w[`reason-${reason}`] : w.noParts}
      height={200}
      table={() =>
        list === undefined ? null : (
          <PartTable label={title} figureKey={list.key} rows={rows} total={total} maxHeight={420} />
        )
      }
      image={() => pngOfBars(title, bars)}
      fileName={pictureName(title, query)}
      actions={<Choices {...{ choice, choices, onChoose }} />}
    >
      {list === undefined ? null : (
        <BarList label={title} bars={bars} total={total} isRanked digits={digitsOf(figures[list.key].unit)} />
      )}
    </ChartFrame>
  )
}

function linksOf({ key, value }: Part, of: TopOf, figure: FigureKey, links: FigureLinks): readonly ListLink[] {
  if (key === 'others') return []
  if (of === 'customers') return links.ofCustomer(figure, key, value)
  if (of === 'recipes') return links.ofRecipe(key)
  const by = divisionOf[of]
  return by === undefined ? [] : links.ofPart(figure, { by, key }, value)
}

function rowsOf(
  { of, key, rows, others }: TopList,
  partName: ReturnType<typeof usePartName>,
  links: FigureLinks,
  barLinks: ReturnType<typeof useBarLinks>,
  othersWord: string,
) {
  const named = rows.map((part) => {
    const name = partName(part, of)
    const own = linksOf(part, of, key, links)
    return { ...part, name, links: barLinks(name, own) }
  })
  return others === 0 ? named : [...named, { key: 'others', name: othersWord, value: others, before: null, links: [] }]
}

function Choices({ choice, choices, onChoose }: Pick<Props, 'choice' | 'choices' | 'onChoose'>) {
  const w = useWords(statisticsText)
  const nameOf = ({ of, by }: Readonly<{ of: TopOf; by: TopBy }>): string =>
    w.topOf({ of: w[`of-${of}`], by: w[`topBy-${by}`] })
  const keyOf = ({ of, by }: Readonly<{ of: TopOf; by: TopBy }>): string => `${of}-${by}`
  return (
    <>
      <span className={`${css.choice} spoken-label`}>
        <SelectField
          bare
          label={w.top}
          value={keyOf(choice)}
          options={choices.map((one) => ({ value: keyOf(one), label: nameOf(one) }))}
          onChange={(key) => {
            const next = choices.find((one) => keyOf(one) === key)
            if (next !== undefined && topPairs[next.of].includes(next.by)) onChoose({ ...next, size: choice.size })
          }}
        />
      </span>
      <span className={`${css.size} spoken-label`}>
        <SelectField
          bare
          label={w.sizeLabel}
          value={String(choice.size)}
          options={topSizes.map((size) => ({ value: String(size), label: String(size) }))}
          onChange={(size) => onChoose({ ...choice, size: Number(size ?? choice.size) })}
        />
      </span>
    </>
  )
}
