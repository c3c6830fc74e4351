import { coldChainApi } from '@brigade/contract/cold-chain/cold-chain.endpoints.ts'
import { FleetSearch, type FleetPage, type FleetRow } from '@brigade/contract/cold-chain/fleet.model.ts'
import { useQuery } from '@tanstack/react-query'
import { customerSource } from '../../customer/customer-select.tsx'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { askPage } from '../../platform/query.ts'
import { useUnits } from '../../platform/units.ts'
import { useList } from '../../shell/use-list.ts'
import { useAreaFilter } from '../../system/area-select.tsx'
import { Button } from '../../ui/button/button.tsx'
import type { ExportFormat, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { Text } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { TotalsStrip } from '../../ui/list-page/totals-strip.tsx'
import { yesNo, type Filter, type SearchPatch } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { useFleetColumns } from './fleet-columns.tsx'
import { fleetText } from './fleet.text.ts'

const shares = [50, 80, 95, 99] as const
const listName = 'cold-chain'

function useFleetFilters(): readonly Filter<keyof FleetSearch>[] {
  const w = useWords(fleetText)
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'remote-select',
      name: 'customerId',
      label: w.customer,
      placeholder: w.allCustomers,
      source: customerSource,
    },
    {
      kind: 'select',
      name: 'days',
      label: w.period,
      placeholder: w.week,
      options: [
        { value: '1', label: w.day },
        { value: '7', label: w.week },
        { value: '30', label: w.month },
        { value: '90', label: w.quarter },
      ],
    },
    yesNo('running', { label: w.now, any: w.anyState, yes: w.outside, no: w.within }),
    yesNo('excursions', { label: w.excursionFilter, any: w.anyState, yes: w.withExcursions, no: w.none }),
    {
      kind: 'select',
      name: 'coverageBelow',
      label: w.coverage,
      placeholder: w.anyCoverage,
      options: shares.map((percent) => ({ value: String(percent), label: w.under({ percent }) })),
    },
    yesNo('unknown', { label: w.data, any: w.anyState, yes: w.unknown, no: w.some }),
    useAreaFilter(w.installedIn),
  ]
}

/** Every refrigerator in scope with its temperature now, and what is known of a period. The address holds the filters. */
export function FleetList() {
  const w = useWords(fleetText)
  const can = useCan()
  const { system } = useUnits()
  const unit = system === 'metric' ? 'C' : 'F'
  const { search, change, form, table, query } = useList(coldChainApi.fleet, FleetSearch, listName, useFleetFilters())
  const period = query.data?.period
  const columns = useFleetColumns(period)
  const { mutate: startExport } = useStartJob(coldChainApi.startFleetExport)
  const report = useSiteReport(query.data, unit)
  const { pageNum: _num, pageSize: _size, ...shown } = search
  const mayExport = can('cooler:export')
  const actionsOf = ({ customer }: FleetRow): readonly RowAction[] =>
    mayExport ? [{ key: 'report', icon: 'download', label: w.report, onClick: () => report(customer.id) }] : []
  const { customerId } = search
  return (
    <ListPage
      title={w.title}
      primary={
        mayExport ? (
          <Button
            icon="download"
            disabledReason={customerId === undefined ? w.chooseCustomer : undefined}
            onClick={() => (customerId === undefined ? undefined : report(customerId))}
          >
            {w.siteReport}
          </Button>
        ) : undefined
      }
      totals={<Totals search={search} onChoose={change} />}
      filters={
        <>
          <SearchForm {...form} />
          <Text.p padding="0 gutter 8" minHeight="24" size="s" tone="ink-3">
            {period === undefined ? '' : w.periodNote({ from: period.firstDay, to: period.lastDay, zone: period.zone })}
          </Text.p>
        </>
      }
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={({ sn }) => sn}
        rowActions={actionsOf}
        onExport={mayExport ? (format: ExportFormat) => startExport({ ...shown, format, unit }) : undefined}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
    </ListPage>
  )
}

/** Starts the report of a customer over the period on screen, today included. */
function useSiteReport(page: FleetPage | undefined, unit: 'C' | 'F'): (customerId: string) => void {
  const { mutate } = useStartJob(coldChainApi.startSiteReport)
  return (customerId) => {
    if (page !== undefined) mutate({ customerId, startTime: page.period.from, endTime: new Date().toISOString(), unit })
  }
}

type TotalsProps = { search: FleetSearch; onChoose: (patch: SearchPatch<FleetSearch>) => void }
const noChoice = { running: undefined, excursions: undefined, coverageBelow: undefined, unknown: undefined }

/** Each total sets the filter to what it counts. */
function Totals({ search, onChoose }: TotalsProps) {
  const w = useWords(fleetText)
  const { keyword, customerId, province, city, region, days, running, excursions, coverageBelow, unknown } = search
  const { data } = useQuery(
    askPage(coldChainApi.fleetTotals, { keyword, customerId, province, city, region, days }, { quiet: true }),
  )
  const choices: Readonly<Record<string, SearchPatch<FleetSearch>>> = {
    all: {},
    running: { running: 'true' },
    excursions: { excursions: 'true' },
    below: { coverageBelow: '95' },
    unknown: { unknown: 'true' },
  }
  const set = [
    running === true ? 'running' : '',
    excursions === true ? 'excursions' : '',
    coverageBelow === 95 ? 'below' : '',
    unknown === true ? 'unknown' : '',
  ].filter((key) => key !== '')
  const isAny = [running, excursions, coverageBelow, unknown].some((value) => value !== undefined)
  const of = data?.all
  return (
    <TotalsStrip
      label={w.totals}
      active={isAny ? (set.length === 1 ? (set[0] ?? null) : null) : 'all'}
      totals={[
        { key: 'all', label: w.all, count: of },
        { key: 'running', label: w.running, shape: 'error', count: data?.running, of },
        { key: 'excursions', label: w.withExcursions, shape: 'standby', count: data?.excursions, of },
        { key: 'below', label: w.below, shape: 'draft', count: data?.below, of },
        { key: 'unknown', label: w.unknown, shape: 'offline', count: data?.unknown, of },
      ]}
      onChoose={(key) => onChoose({ ...noChoice, ...choices[key], pageNum: undefined })}
    />
  )
}
