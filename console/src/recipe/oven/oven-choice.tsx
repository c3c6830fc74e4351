import type { DeviceRow } from '@brigade/contract/device/device.model.ts'
import { deviceCalls } from '@brigade/contract/device/list/list.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { customerSource } from '../../customer/customer-select.tsx'
import { DeviceBadge } from '../../device/view/device-badge.tsx'
import { formatNumber } from '../../platform/format.ts'
import { useNameOf, useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { Button } from '../../ui/button/button.tsx'
import type { Column, TableSearch } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { CascadeField } from '../../ui/field/cascade/cascade-field.tsx'
import { TextField } from '../../ui/field/text-field.tsx'
import { useSettled } from '../../ui/form/use-settled.ts'
import { Grid, Row } from '../../ui/layout/layout.tsx'
import { useModelSource } from '../model-source.ts'
import css from './oven.module.css'
import { ovenText } from './oven.text.ts'

type Narrowed = { keyword: string; productId: string; customerId: string }
const atFirst: Narrowed = { keyword: '', productId: '', customerId: '' }
const firstPage: TableSearch = { pageNum: 1, pageSize: 10 }

type Props = { chosen: ReadonlySet<string>; most: number; onChange: (chosen: ReadonlySet<string>) => void }

/** Chooses ovens that the caller sees, filtered and page by page: a choice on another page stays. */
export function OvenChoice({ chosen, most, onChange }: Props) {
  const w = useWords(ovenText)
  const [narrowed, setNarrowed] = useState(atFirst)
  const [page, setPage] = useState(firstPage)
  const keyword = useSettled(narrowed.keyword.trim())
  const { productId, customerId } = narrowed
  const query = useQuery(
    askPage(
      deviceCalls.oven.list,
      {
        ...page,
        ...(keyword === '' ? {} : { keyword }),
        ...(productId === '' ? {} : { productId }),
        ...(customerId === '' ? {} : { customerId }),
      },
      { quiet: true },
    ),
  )
  const columns = useColumns()
  const here = query.data?.list.map(({ id }) => id) ?? []
  const narrow = (patch: Partial<Narrowed>): void => {
    setNarrowed({ ...narrowed, ...patch })
    setPage({ ...page, pageNum: 1 })
  }
  const choose = (selected: ReadonlySet<string>): void => {
    const elsewhere = [...chosen].filter((id) => !here.includes(id))
    onChange(new Set([...elsewhere, ...here.filter((id) => selected.has(id))].slice(0, most)))
  }
  const isNarrowed = Object.values(narrowed).some((value) => value !== '')
  return (
    <>
      <Narrow narrowed={narrowed} onChange={narrow} />
      <DataTable
        name="recipe.send-ovens"
        label={w.chooseOvens}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ sn }) => sn}
        query={query}
        search={page}
        onSearch={(patch) => setPage({ ...page, ...patch })}
        onClearFilters={isNarrowed ? () => narrow(atFirst) : undefined}
        selection={{ selected: new Set(here.filter((id) => chosen.has(id))), onChange: choose, actions: [] }}
        empty={{ title: w.noOvenThere }}
      />
      <Row.p gap="8" padding="4 24" align="center" minHeight="40" className={css.chosen} role="status">
        <b>{w.chosen({ n: formatNumber(chosen.size) })}</b>
        {chosen.size === 0 ? null : (
          <Button size="small" look="quiet" onClick={() => onChange(new Set())}>
            {w.clearChosen}
          </Button>
        )}
        {chosen.size < most ? null : <span>{w.maxOvens({ n: formatNumber(most) })}</span>}
      </Row.p>
    </>
  )
}

type NarrowProps = { narrowed: Narrowed; onChange: (patch: Partial<Narrowed>) => void }

function Narrow({ narrowed: { keyword, productId, customerId }, onChange }: NarrowProps) {
  const w = useWords(ovenText)
  const models = useModelSource()
  return (
    <Grid gap="8" padding="12 24" className={css.narrow}>
      <TextField
        bare
        icon="search"
        label={w.keyword}
        placeholder={w.keyword}
        maxLength={60}
        value={keyword}
        onChange={({ currentTarget: { value } }) => onChange({ keyword: value })}
      />
      <CascadeField
        bare
        label={w.model}
        placeholder={w.model}
        source={models}
        value={productId === '' ? [] : [productId]}
        onChange={([id = '']) => onChange({ productId: id })}
      />
      <CascadeField
        bare
        label={w.customer}
        placeholder={w.customer}
        source={customerSource}
        value={customerId === '' ? [] : [customerId]}
        onChange={([id = '']) => onChange({ customerId: id })}
      />
    </Grid>
  )
}

function useColumns(): readonly Column<DeviceRow>[] {
  const w = useWords(ovenText)
  const nameOf = useNameOf()
  return useMemo(
    () => [
      { key: 'sn', title: w.oven, width: 150, identifies: true, sortable: true, cell: ({ sn }) => sn },
      { key: 'name', title: w.ovenName, width: 150, sortable: true, cell: ({ name }) => name },
      { key: 'model', title: w.model, width: 176, cell: ({ product }) => nameOf(product.name) },
      {
        key: 'state',
        title: w.deviceState,
        width: 140,
        overflows: true,
        cell: (row) => <DeviceBadge kind="oven" device={row} />,
      },
      { key: 'customer', title: w.customer, cell: ({ customer }) => customer.name },
    ],
    // oxlint-disable-next-line react/exhaustive-deps -- the names follow the language, as the words do
    [w],
  )
}
