import { siteApi } from '@brigade/contract/customer/site.endpoints.ts'
import {
  SiteFirmwareSearch,
  type SiteFirmware as Reported,
  type SiteUpgrade,
} from '@brigade/contract/customer/site.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { z } from 'zod'
import { TaskStatusBadge } from '../../firmware/firmware-badge.tsx'
import { UpgradeTaskLink } from '../../firmware/firmware-link.tsx'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask, askPage } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import type { Column } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { PlainTable } from '../../ui/data-table/plain-table.tsx'
import { Box, Text } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { Panel } from '../../ui/page/panel.tsx'
import { siteFirmwareText } from '../site.text.ts'

const { pageNum, pageSize, sort } = SiteFirmwareSearch.shape
const TabSearch = z.object({ pageNum, pageSize, sort })
const listName = 'customer.firmware'

/** The firmware that the devices of a customer report, and the upgrade tasks that are not over. */
export function SiteFirmware({ id }: { id: string }) {
  const w = useWords(siteFirmwareText)
  const can = useCan()
  const [search, change] = useListSearch(TabSearch, listName)
  const query = useQuery(askPage(siteApi.siteFirmware, { ...search, id }, { quiet: true }))
  const columns = useColumns()
  return (
    <>
      {can('firmware-task:view') ? <Upgrades id={id} /> : null}
      <DataTable
        name={listName}
        label={w.versions}
        columns={columns}
        rowKey={(row) => `${row.product.id} ${row.module} ${row.version}`}
        rowName={(row) => row.version}
        query={query}
        search={search}
        onSearch={change}
        empty={{ title: w.none, hint: w.noneHint }}
      />
    </>
  )
}

function Upgrades({ id }: { id: string }) {
  const w = useWords(siteFirmwareText)
  const { data, error, refetch } = useQuery(ask(siteApi.siteUpgrades, { id }, { quiet: true }))
  const columns = useUpgradeColumns()
  if (data === undefined && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  return (
    <Box padding="16 24">
      <Panel title={w.upgrades}>
        <div aria-busy={data === undefined}>
          {data === undefined ? null : data.total === 0 ? (
            <Text.p padding="16" tone="ink-3">
              {w.noUpgrades}
            </Text.p>
          ) : (
            <PlainTable
              label={w.upgrades}
              columns={columns}
              rows={data.list}
              rowKey={({ task }) => task.id}
              maxHeight={320}
            />
          )}
          {data !== undefined && data.total > data.list.length ? (
            <Text.p padding="12 16" tone="ink-3">
              {w.more({ count: data.total - data.list.length })}
            </Text.p>
          ) : null}
        </div>
      </Panel>
    </Box>
  )
}

function useUpgradeColumns(): readonly Column<SiteUpgrade>[] {
  const w = useWords(siteFirmwareText)
  return useMemo(
    () => [
      {
        key: 'task',
        title: w.task,
        least: 160,
        identifies: true,
        cell: ({ task }) => <UpgradeTaskLink id={task.id}>{task.name}</UpgradeTaskLink>,
      },
      {
        key: 'status',
        onPhone: 'state',
        title: w.status,
        width: 168,
        cell: ({ task }) => <TaskStatusBadge status={task.status} />,
      },
      {
        key: 'devices',
        onPhone: 'more',
        title: w.progress,
        width: 200,
        cell: ({ devices, done, failed }) => (
          <>
            {w.doneOf({ done, devices })}
            {failed === 0 ? null : <Text tone="bad">{w.failed({ count: failed })}</Text>}
          </>
        ),
      },
      {
        key: 'startedAt',
        title: w.started,
        width: 168,
        align: 'end',
        cell: ({ startedAt }) =>
          startedAt === null ? w.notStarted : <span className="time">{formatTime(startedAt)}</span>,
      },
    ],
    [w],
  )
}

function useColumns(): readonly Column<Reported>[] {
  const w = useWords(siteFirmwareText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'version',
        title: w.version,
        width: 160,
        identifies: true,
        cell: ({ version }) => (version === '' ? <Text tone="ink-3">{w.notReported}</Text> : version),
      },
      { key: 'module', onPhone: 'more', title: w.module, width: 160, cell: (row) => row.module },
      { key: 'model', onPhone: 'more', title: w.model, cell: ({ product }) => product.name[locale] },
      {
        key: 'devices',
        onPhone: 'state',
        title: w.devices,
        width: 104,
        align: 'end',
        sortable: true,
        cell: (row) => formatNumber(row.devices),
      },
    ],
    [w, locale],
  )
}
