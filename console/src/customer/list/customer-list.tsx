import { kindTabText } from '../organisation.text.ts'
import { listHref } from '../customer-address.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { useCan } from '../../platform/can.ts'
import { keptKinds } from '@brigade/contract/customer/organisation.model.ts'
import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { CustomerSearch } from '@brigade/contract/customer/customer.model.ts'
import type { CustomerRow } from '@brigade/contract/customer/customer.model.ts'
import { lazy, Suspense, useMemo, useState } from 'react'
import type { z } from 'zod'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useStartJob } from '../../job/job-link.tsx'
import { useAct, useActButton } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BatchAction, OnExport, Peek, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { customerActs } from '../customer-acts.ts'
import { useCustomerColumns } from './customer-columns.tsx'
import { useCustomerFilters } from './customer-filters.ts'
import { CustomerSheet, type Editing } from '../form/customer-sheet.tsx'
import { customerActionText, customerImportText, customerListText, customerText } from '../customer.text.ts'
import { useCanOfKind, useKeptKind, useKindCalls } from '../kept-kind.ts'
import { useCustomerActions, useWhyNotRemoved, type CustomerActions } from '../use-customer-actions.tsx'

const CustomerPeek = lazy(() => import('./customer-peek.tsx').then((module) => ({ default: module.CustomerPeek })))

const peek: Peek<CustomerRow> = {
  says: ['name', 'enabled', 'principal', 'contact', 'address', 'devices'],
  content: (customer) => (
    <Suspense fallback={null}>
      <CustomerPeek customer={customer} />
    </Suspense>
  ),
}

const importCalls = {
  template: customerApi.importTemplate,
  check: customerApi.checkImport,
  apply: customerApi.import,
}

/** The address holds the whole query of the list, and each button requires its operation code. */
export function CustomerList() {
  const kind = useKeptKind()
  const c = useWords(customerText[kind])
  const w = useWords(customerListText[kind])
  const imports = useWords(customerImportText)
  const can = useCanOfKind()
  const calls = useKindCalls()
  const { search, query, form, table } = useList(calls.list, CustomerSearch, kind, useCustomerFilters())
  const columns = useCustomerColumns()
  const [editing, setEditing] = useKept<Editing | null>(`${kind} sheet`, null)
  const [isImporting, setImporting] = useState(false)
  const [actions, confirmation] = useCustomerActions()
  const rowActions = useRowActions(actions, setEditing)
  const [selected, setSelected] = useSelection(search)
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const batchActions = useBatchActions(actions, rows)
  const startExport = useExport(search)
  // Distributors and agents are few: they are added by hand.
  const hasTables = kind === 'customer'

  const add = useActButton(customerActs.add[kind], () => setEditing({ id: null }))
  const mayExport = useAct(hasTables ? customerActs.export : null, () => startExport('xlsx'))

  return (
    <ListPage
      title={c.title}
      primary={
        <>
          {hasTables && can('import') ? (
            <Button icon="upload" onClick={() => setImporting(true)}>
              {w.import}
            </Button>
          ) : null}
          {add}
        </>
      }
      totals={<KindTabs />}
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        peek={peek}
        label={c.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        {...(rowActions === undefined ? {} : { rowActions })}
        {...(batchActions.length === 0
          ? {}
          : { selection: { selected, onChange: setSelected, actions: batchActions } })}
        onExport={mayExport ? startExport : undefined}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <CustomerSheet editing={editing} onClose={() => setEditing(null)} />
      <ImportDialog
        name="customer"
        title={imports.title}
        intro={imports.intro}
        calls={importCalls}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
      />
      {confirmation}
    </ListPage>
  )
}

function useRowActions(
  actions: CustomerActions,
  onEdit: (editing: Editing) => void,
): ((row: CustomerRow) => readonly RowAction[]) | undefined {
  const c = useWords(customerText[useKeptKind()])
  const can = useCanOfKind()
  const whyNotRemoved = useWhyNotRemoved()
  return useMemo(() => {
    const [mayEdit, maySwitch, mayRemove] = [can('update'), can('set-enabled'), can('remove')]
    if (!mayEdit && !maySwitch && !mayRemove) return undefined
    return (row) => [
      ...(mayEdit
        ? [{ key: 'edit', icon: 'pencil' as const, label: c.edit, onClick: () => onEdit({ id: row.id }) }]
        : []),
      ...(maySwitch
        ? [
            {
              key: 'switch',
              icon: row.enabled ? ('lock' as const) : ('lock-open' as const),
              label: row.enabled ? c.disable : c.enable,
              disabledReason: row.parent === null ? c.own : undefined,
              onClick: () => actions.setEnabled([row], !row.enabled),
            },
          ]
        : []),
      ...(mayRemove
        ? [
            {
              key: 'remove',
              icon: 'trash' as const,
              label: c.remove,
              danger: true,
              disabledReason: whyNotRemoved(row),
              onClick: () => actions.askRemove([row]),
            },
          ]
        : []),
    ]
  }, [actions, onEdit, c, can, whyNotRemoved])
}

function useBatchActions(actions: CustomerActions, rows: readonly CustomerRow[]): readonly BatchAction[] {
  const kind = useKeptKind()
  const c = useWords(customerText[kind])
  const w = useWords(customerActionText[kind])
  const can = useCanOfKind()
  const all = (is: (row: CustomerRow) => boolean): boolean => rows.length > 0 && rows.every(is)
  return [
    ...(can('set-enabled')
      ? [
          {
            key: 'enable',
            icon: 'lock-open' as const,
            label: c.enable,
            disabledReason: all(({ enabled }) => enabled) ? w.allEnabled : undefined,
            onClick: () => actions.setEnabled(rows, true),
          },
          {
            key: 'disable',
            icon: 'lock' as const,
            label: c.disable,
            disabledReason: all(({ enabled }) => !enabled) ? w.allDisabled : undefined,
            onClick: () => actions.setEnabled(rows, false),
          },
        ]
      : []),
    ...(can('remove')
      ? [
          {
            key: 'remove',
            icon: 'trash' as const,
            label: c.remove,
            danger: true,
            disabledReason: all(({ devices }) => devices > 0) ? w.allHaveDevices : undefined,
            onClick: () => actions.askRemove(rows),
          },
        ]
      : []),
  ]
}

/** Starts the job that exports what the filters show, in the list's order. */
function useExport({ pageNum: _num, pageSize: _size, ...shown }: z.output<typeof CustomerSearch>): OnExport {
  const { mutate } = useStartJob(customerApi.startExport)
  return (format, ids) => mutate({ ...shown, ids, format })
}

/** Customers, distributors and agents, as far as the account may see them; one kind alone needs no tabs. */
function KindTabs() {
  const w = useWords(kindTabText)
  const can = useCan()
  const current = useKeptKind()
  const seen = keptKinds.filter((kind) => can(`${kind}:view`))
  if (seen.length < 2) return null
  return (
    <Tabs
      label={w.label}
      current={current}
      tabs={seen.map((kind) => ({ key: kind, label: w[kind], href: listHref(kind) }))}
    />
  )
}
