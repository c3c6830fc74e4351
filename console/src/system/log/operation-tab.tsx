import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { LogSearch, recordTypes, type LogRow } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { organisationSource } from '../../customer/organisation-filter-select.tsx'
import { useLocale, useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { LogTab } from '../../shell/log-tab.tsx'
import type { Column } from '../../ui/data-table/column.ts'
import { timeColumn } from '../../ui/data-table/time-column.tsx'
import { StateBadge } from '../../ui/icon/state-shape.tsx'
import { choiceOf, type Filter } from '../../ui/search-form/filter.ts'
import { formatTime } from '../../platform/format.ts'
import { ActorName } from './actor-name.tsx'
import { logText, recordWords } from './log.text.ts'
import { OperationSheet } from './operation-sheet.tsx'
import { operationText } from './operation-text.ts'

/** The tab lists every write and sign-in in organisations that were below the reader's organisation at that time. */
export function OperationTab({ shown, onShow }: { shown: string | null; onShow: (line: string | null) => void }) {
  const w = useWords(logText)
  const filters = useFilters()
  const columns = useColumns()
  return (
    <>
      <LogTab
        endpoint={logApi.list}
        schema={LogSearch}
        name="system.log"
        filters={filters}
        label={w.operations}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.summary} ${formatTime(row.loggedAt)}`}
        rowActions={(row) => [{ key: 'show', icon: 'eye', label: w.show, onClick: () => onShow(row.id) }]}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      <OperationSheet id={shown} onClose={() => onShow(null)} />
    </>
  )
}

function useFilters(): readonly Filter<keyof LogSearch>[] {
  const w = useWords(logText)
  const locale = useLocale()
  const { data: modules = [] } = useQuery(ask(logApi.modules, {}, { quiet: true }))
  return [
    { kind: 'date-range', from: 'startTime', to: 'endTime', label: w.between },
    {
      kind: 'select',
      name: 'module',
      label: w.module,
      placeholder: w.anyModule,
      searchable: true,
      options: modules.map(({ module, name }) => ({ value: module, label: name })),
    },
    {
      kind: 'select',
      name: 'success',
      label: w.result,
      placeholder: w.anyResult,
      options: [
        { value: 'true', label: w.done },
        { value: 'false', label: w.refused },
      ],
    },
    { kind: 'text', name: 'account', label: w.account, placeholder: w.accountHint, maxLength: 60 },
    {
      kind: 'select',
      name: 'operation',
      label: w.operation,
      placeholder: w.anyOperation,
      searchable: true,
      options: modules.map(({ name, operations }) => ({
        group: name,
        items: operations.map((one) => ({ value: one.value, label: one.name })),
      })),
    },
    {
      kind: 'remote-select',
      name: 'organisationId',
      label: w.organisation,
      placeholder: w.anyOrganisation,
      source: organisationSource,
    },
    { kind: 'text', name: 'address', label: w.address, placeholder: w.addressHint, maxLength: 45 },
    choiceOf('recordType', [w.record, w.anyRecord], recordTypes, (value) => recordWords[value][locale]),
    { kind: 'text', name: 'recordId', label: w.recordId, maxLength: 60 },
    {
      kind: 'select',
      name: 'origin',
      label: w.origin,
      placeholder: w.anyOrigin,
      options: [
        { value: 'call', label: w.byCall },
        { value: 'interrupted', label: w.interrupted },
        { value: 'outside', label: w.outside },
      ],
    },
  ]
}

function useColumns(): readonly Column<LogRow>[] {
  const w = useWords(logText)
  return useMemo(
    () => [
      timeColumn(w.time, (row: LogRow) => row.loggedAt, 'loggedAt'),
      { key: 'operation', title: w.operation, cell: (row) => operationText(row, w.noCall) },
      { key: 'account', title: w.account, width: 148, cell: (row) => <ActorName row={row} /> },
      { key: 'organisation', title: w.organisation, width: 148, dim: true, cell: (row) => row.actor.organisation },
      { key: 'address', title: w.address, width: 140, dim: true, cell: (row) => row.address },
      { key: 'result', title: w.result, width: 132, cell: (row) => <Result row={row} /> },
    ],
    [w],
  )
}

function Result({ row }: { row: LogRow }) {
  const w = useWords(logText)
  if (row.origin === 'interrupted') return <StateBadge shape="error" tone="warn" word={w.interrupted} />
  if (row.origin === 'outside') return <StateBadge shape="draft" tone="idle" word={w.outside} />
  return row.success ? (
    <StateBadge shape="standby" tone="idle" word={w.done} />
  ) : (
    <StateBadge shape="error" tone="bad" word={w.refused} />
  )
}
