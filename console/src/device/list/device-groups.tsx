import { DeviceSearch } from '@brigade/contract/device/device.model.ts'
import { warrantyWords } from '@brigade/contract/device/warranty.text.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { Grouping, type DeviceGroup } from '@brigade/contract/device/list/list.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { formatNumber } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Segments } from '../../ui/button/segments.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import css from './device-groups.module.css'
import { deviceListText } from '../view/device.text.ts'
import { listActionText } from './list.text.ts'

type Change = (patch: SearchPatch<DeviceSearch>) => void
type Regroup = (group: Grouping | undefined) => void

const Grouped = z.object({ group: Grouping.optional(), pageNum: DeviceSearch.shape.pageNum })

/** The address contains the grouping of the devices. */
export function useGrouping() {
  const [{ group }, change] = useListSearch(Grouped)
  const regroup: Regroup = (next) => change({ group: next, pageNum: undefined })
  return { group, regroup }
}

type BarProps = { group: Grouping | undefined; regroup: Regroup; search: DeviceSearch; change: Change }

/** The bar above the rows: the grouping, and the most frequent filter, which is one click away. */
export function GroupBar({ group, regroup, search, change }: BarProps) {
  const w = useWords(deviceListText)
  const own = useWords(listActionText)
  const warranty = useWords(warrantyWords)
  const isOver = search.warranty === 'over'
  return (
    <span className={css.bar}>
      <Segments
        label={own.groupBy}
        options={[
          { value: 'none', label: own.ungrouped },
          { value: 'customer', label: own.byCustomer },
          { value: 'product', label: own.byProduct },
        ]}
        value={group ?? 'none'}
        onChange={(next) => regroup(next === 'none' ? undefined : next)}
      />
      <Segments
        label={w.warranty}
        options={[{ value: 'over', label: warranty.over }]}
        value={isOver ? 'over' : null}
        onChange={() => change({ warranty: isOver ? undefined : 'over', pageNum: undefined })}
      />
    </span>
  )
}

type Props = BarProps & { kind: DeviceKind; group: Grouping }

/** Shows the devices that the filters find as counts by customer or by model. A group opens the list of its devices. */
export function DeviceGroups({ kind, group, ...bar }: Props) {
  const own = useWords(listActionText)
  const { search, change } = bar
  const { sort: _sort, ...asked } = search
  const query = useQuery(askPage(deviceCalls[kind].groups, { ...asked, by: group }, { quiet: true }))
  const columns = useGroupColumns(group, search)
  return (
    <DataTable
      key={group}
      name={`device.${kind}.${group}`}
      label={group === 'customer' ? own.groupsByCustomer : own.groupsByProduct}
      columns={columns}
      rowKey={({ id }) => id}
      rowName={({ name }) => name.en}
      query={query}
      search={{ pageNum: search.pageNum, pageSize: search.pageSize }}
      onSearch={change}
      lead={<GroupBar group={group} {...bar} />}
      empty={{ title: own.noGroups }}
    />
  )
}

/**
 * Returns the list of one group, which has one filter more. If an organisation has others below it, the filter selects
 * it alone, as the group's number does.
 */
function hrefOf(group: Grouping, { id, isParent }: DeviceGroup, { pageNum: _num, ...filters }: DeviceSearch): string {
  const set = Object.entries(filters).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  const query = new URLSearchParams(set)
  query.set(group === 'product' ? 'productId' : isParent ? 'organisationId' : 'customerId', id)
  return `${location.pathname}?${query.toString()}`
}

/** `search`: the links of the rows have it. */
function useGroupColumns(group: Grouping, search: DeviceSearch): readonly Column<DeviceGroup>[] {
  const own = useWords(listActionText)
  const locale = useLocale()
  return useMemo(() => {
    const isByCustomer = group === 'customer'
    return [
      {
        key: 'name',
        title: isByCustomer ? own.byCustomer : own.byProduct,
        width: 320,
        identifies: true,
        cell: (row) => <a href={hrefOf(group, row, search)}>{row.name[locale]}</a>,
      },
      { key: 'devices', title: own.devices, width: 120, align: 'end', cell: (row) => formatNumber(row.devices) },
    ]
  }, [group, search, own, locale])
}
