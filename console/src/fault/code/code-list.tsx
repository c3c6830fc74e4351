import { ImportDialog } from '../../job/import/import-link.tsx'
import { faultCodeApi } from '@brigade/contract/fault/code.endpoints.ts'
import { FaultCodeSearch, type FaultCodeRow } from '@brigade/contract/fault/code.model.ts'
import { categoryNames, severityNames } from '@brigade/contract/fault/fault-words.ts'
import { faultCategories, severities } from '@brigade/contract/fault/record.model.ts'
import { useMemo, useState } from 'react'
import { formatTime } from '../../platform/format.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { useStartJob } from '../../job/job-link.tsx'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { useProductFilter } from '../../product/product-select.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BatchAction, Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import type { Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { SeverityBadge } from '../fault-badge.tsx'
import css from '../fault.module.css'
import { codeText, faultText, recordText } from '../fault.text.ts'
import { CodeSheet, type EditingCode } from './code-sheet.tsx'
import { UndescribedCodes } from './undescribed-codes.tsx'

const calls = {
  template: faultCodeApi.codeTemplate,
  check: faultCodeApi.checkCodeImport,
  apply: faultCodeApi.importCodes,
}

/** Reads codes from a table: checked first, then taken over. */
function CodeImport() {
  const w = useWords(codeText)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button icon="upload" onClick={() => setOpen(true)}>
        {w.import}
      </Button>
      <ImportDialog
        name="fault code"
        title={w.importTitle}
        intro={w.importIntro}
        calls={calls}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

/** The list explains each event code: its severity, its topic and the recommended action. */
export function CodeList() {
  const w = useWords(codeText)
  const can = usePlatformCan()
  const locale = useLocale()
  const { form, table, search } = useList(faultCodeApi.codes, FaultCodeSearch, 'fault.codes', useFilters())
  const [selected, setSelected] = useSelection(search)
  const [editing, setEditing] = useKept<EditingCode | null>('fault code sheet', null)
  const [removing, setRemoving] = useState<readonly string[]>([])
  const remove = useSend(faultCodeApi.removeCodes, { quiet: true })
  const startExport = useStartJob(faultCodeApi.startCodeExport)
  const { pageNum: _num, pageSize: _size, ...shown } = search
  const [mayEdit, mayRemove] = [can('fault-code:update'), can('fault-code:remove')]
  const columns = useColumns(mayEdit ? setEditing : undefined)
  const rowActions = (row: FaultCodeRow): readonly RowAction[] => [
    ...(mayEdit ? [{ key: 'edit', icon: 'pencil' as const, label: w.edit, onClick: () => setEditing({ row }) }] : []),
    ...(mayRemove
      ? [{ key: 'remove', icon: 'trash' as const, label: w.remove, danger: true, onClick: () => setRemoving([row.id]) }]
      : []),
  ]
  const removeChosen: BatchAction = {
    key: 'remove',
    icon: 'trash',
    label: w.remove,
    danger: true,
    onClick: () => setRemoving([...selected]),
  }
  const add = mayEdit ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ row: null })}>
      {w.add}
    </Button>
  ) : null
  return (
    <ListPage
      title={w.title}
      primary={
        <>
          {can('fault-code:import') ? <CodeImport /> : null}
          {add}
        </>
      }
      totals={<UndescribedCodes onDescribe={mayEdit ? (code) => setEditing({ row: null, code }) : undefined} />}
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={w.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => `${row.code} ${row.name[locale]}`}
        {...(mayEdit || mayRemove ? { rowActions } : {})}
        {...(mayRemove ? { selection: { selected, onChange: setSelected, actions: [removeChosen] } } : {})}
        onExport={can('fault-code:export') ? (format) => startExport.mutate({ ...shown, format }) : undefined}
        empty={{ title: w.emptyTitle, hint: w.emptyHint, action: add }}
      />
      <CodeSheet editing={editing} onClose={() => setEditing(null)} />
      <ConfirmAction
        title={w.removeTitle({ n: removing.length })}
        isOpen={removing.length > 0}
        onClose={() => setRemoving([])}
        confirmLabel={w.remove}
        danger
        onConfirm={async () => {
          await remove.mutateAsync({ ids: [...removing] })
          setSelected(new Set())
          toastDone(w.removed)
        }}
      >
        {w.removeBody}
      </ConfirmAction>
    </ListPage>
  )
}

function useFilters(): readonly Filter<keyof FaultCodeSearch>[] {
  const w = useWords(codeText)
  const f = useWords(faultText)
  const locale = useLocale()
  const product = useProductFilter()
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 60 },
    {
      kind: 'select',
      name: 'kind',
      label: w.kind,
      placeholder: w.anyKind,
      options: (['oven', 'cooler'] as const).map((value) => ({ value, label: w[value] })),
    },
    product,
    {
      kind: 'select',
      name: 'severity',
      label: f.severity,
      placeholder: f.anySeverity,
      options: severities.map((value) => ({ value, label: severityNames[value][locale] })),
    },
    {
      kind: 'select',
      name: 'category',
      label: f.category,
      placeholder: f.anyCategory,
      options: faultCategories.map((value) => ({ value, label: categoryNames[value][locale] })),
    },
  ]
}

function useColumns(onEdit: ((editing: EditingCode) => void) | undefined): readonly Column<FaultCodeRow>[] {
  const w = useWords(codeText)
  const f = useWords(faultText)
  const r = useWords(recordText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'code',
        title: w.code,
        width: 136,
        identifies: true,
        sortable: true,
        cell: (row) =>
          onEdit === undefined ? (
            row.code || row.identifier
          ) : (
            <button type="button" className={css.name} onClick={() => onEdit({ row })}>
              {row.code || row.identifier}
            </button>
          ),
      },
      { key: 'name', title: w.name, width: 232, cell: (row) => row.name[locale] },
      { key: 'severity', title: f.severity, width: 104, cell: (row) => <SeverityBadge severity={row.severity} /> },
      { key: 'category', title: f.category, width: 132, cell: (row) => categoryNames[row.category][locale] },
      { key: 'model', title: w.model, width: 168, cell: (row) => row.product.name[locale] },
      { key: 'remedy', title: r.remedy, dim: true, cell: (row) => row.remedy[locale] },
      { key: 'part', title: w.part, width: 112, cell: (row) => row.partNumber },
      {
        key: 'updatedAt',
        title: w.changed,
        width: 156,
        align: 'end',
        dim: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.updatedAt)}</span>,
      },
      { key: 'event', title: w.event, width: 104, isExtra: true, cell: (row) => row.identifier },
    ],
    [w, f, r, locale, onEdit],
  )
}
