import { isRestKey } from '@brigade/contract/statistics/part-words.ts'
import { figures } from '@brigade/contract/statistics/figures.ts'
import type { Split } from '@brigade/contract/statistics/statistics.model.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { pngOfBars } from '../../ui/chart/bar-image.ts'
import { BarList, type Bar, type BarLink } from '../../ui/chart/bar-list.tsx'
import { ChartFrame } from '../../ui/chart/chart-frame.tsx'
import { digitsOf } from '../figure/figure-format.ts'
import type { FigureLinks } from '../read/use-figure-links.ts'
import type { Statistics } from '../read/use-statistics.ts'
import { statisticsText } from '../statistics.text.ts'
import { pictureName } from './picture-name.ts'
import { PartTable } from './part-table.tsx'
import { useBarLinks } from './use-bar-links.ts'
import { inOrder, usePartName } from './use-part-name.ts'

/** Further bars than these cannot be compared at a glance and are summed as "others"; the table has each. */
const maxBars = 10
/** Parts of these overlap: a recipe is complete in several languages. */
const overlapping: ReadonlySet<Split['by']> = new Set(['language'])

type Props = { split: Split; statistics: Statistics; links: FigureLinks }

/** A divided figure: bars that add up to it, each with a link to its rows. */
export function SplitPanel({ split, statistics, links }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const partName = usePartName()
  const barLinks = useBarLinks()
  const { key, by } = split
  const { name, unit, kind } = figures[key]
  const title = w.splitOf({ name: nameOf(name), by: w[`by-${by}`] })
  const rows = inOrder(split.parts).map((part) => {
    const word = partName(part, by)
    return { ...part, name: word, links: barLinks(word, links.ofPart(key, { by, key: part.key }, part.value)) }
  })
  const adds = !overlapping.has(by) && (kind === 'stock' || kind === 'flow')
  const total = adds ? rows.reduce((sum, { value }) => sum + value, 0) : undefined
  const bars = barsOf(rows, adds, (n) => w.othersOf({ n }))
  return (
    <ChartFrame
      title={title}
      state={rows.every(({ value }) => value === 0) ? 'empty' : 'ready'}
      emptyWords={w.noParts}
      height={160}
      table={() => <PartTable label={title} figureKey={key} rows={rows} total={total} maxHeight={360} />}
      image={() => pngOfBars(title, bars)}
      fileName={pictureName(title, statistics.query)}
    >
      <BarList label={title} bars={bars} total={total} digits={digitsOf(unit)} />
    </ChartFrame>
  )
}

type Row = Readonly<{ key: string; name: string; value: number; links: readonly BarLink[] }>

function barsOf(rows: readonly Row[], adds: boolean, othersOf: (n: number) => string): readonly Bar[] {
  const shown = rows.filter(({ value }) => value !== 0)
  const named = shown.filter(({ key }) => !isRestKey(key))
  const rest = shown.filter(({ key }) => isRestKey(key)).map((row): Bar => ({ ...row, isRest: true }))
  if (named.length <= maxBars) return [...named, ...rest]
  const others = named.slice(maxBars - 1)
  const sum = others.reduce((all, { value }) => all + value, 0)
  const bar: Bar = { key: 'more', name: othersOf(others.length), value: sum, isRest: true }
  return [...named.slice(0, maxBars - 1), ...(adds ? [bar] : []), ...rest]
}
