import { figures, type FigureKey } from '@brigade/contract/statistics/figures.ts'
import { useMemo } from 'react'
import { formatShare } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import type { Column } from '../../ui/data-table/column.ts'
import type { BarLink } from '../../ui/chart/bar-list.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { changeOf, percentText } from '../figure/change.ts'
import { formatFigure } from '../figure/figure-format.ts'
import { Icon } from '../../ui/icon/icon.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { statisticsText } from '../statistics.text.ts'
import css from './panel.module.css'

export type PartRow = Readonly<{
  key: string
  name: string
  value: number
  before: number | null
  links?: readonly BarLink[] | undefined
}>

type Props = {
  label: string
  figureKey: FigureKey
  rows: readonly PartRow[]
  /** The sum of all parts, if they can be added. */
  total: number | undefined
  maxHeight: number
}

/** The parts of a figure as a table: all of them, with their share and change, and the sum. */
export function PartTable({ label, figureKey, rows, total, maxHeight }: Props) {
  const w = useWords(statisticsText)
  const nameOf = useNameOf()
  const { unit, name } = figures[figureKey]
  const title = nameOf(name)
  const columns = useMemo(
    (): readonly Column<PartRow>[] => [
      {
        key: 'part',
        title: w.part,
        width: 200,
        cell: ({ name: part, links = [] }) => (links.length === 0 ? part : <PartLinks name={part} links={links} />),
      },
      { key: 'value', title, width: 104, align: 'end', cell: ({ value }) => formatFigure(value, unit) },
      ...(total === undefined
        ? []
        : [
            {
              key: 'share',
              title: w.share,
              width: 80,
              align: 'end' as const,
              cell: ({ value }: PartRow) => (total === 0 ? '' : formatShare(value, total)),
            },
          ]),
      { key: 'before', title: w.before, width: 104, align: 'end', cell: ({ before }) => formatFigure(before, unit) },
      {
        key: 'change',
        title: w.change,
        width: 88,
        align: 'end',
        cell: ({ value, before }) => {
          const change = changeOf(value, before)
          return change.kind === 'none' ? '' : change.kind === 'new' ? w.isNew : percentText(change.percent)
        },
      },
    ],
    [w, title, unit, total],
  )
  const shown = total === undefined ? rows : [...rows, { key: 'sum', name: w.sum, value: total, before: null }]
  return <PlainTable label={label} columns={columns} rows={shown} rowKey={({ key }) => key} maxHeight={maxHeight} />
}

function PartLinks({ name, links }: { name: string; links: readonly BarLink[] }) {
  const [only, ...others] = links
  if (only !== undefined && others.length === 0) return <a href={only.href}>{name}</a>
  return (
    <Row.span inline gap="8" align="center" className={css.partLinks}>
      {name}
      {links.map(({ href, label, icon }) => (
        <Stack.a
          key={href}
          align="center"
          justifyItems="center"
          height="24"
          href={href}
          aria-label={label}
          data-tip={label}
        >
          <Icon name={icon} size="small" />
        </Stack.a>
      ))}
    </Row.span>
  )
}
