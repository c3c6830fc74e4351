import { formatText } from '@brigade/contract/text.ts'
import { useMemo, type ReactNode } from 'react'
import { useLocale } from '../../platform/locale.ts'
import type { BatchAction, ExportFormat, RowAction, TableSearch } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import type { SearchPatch } from '../../ui/search-form/filter.ts'
import { useList } from '../use-list.ts'
import type { FormProps } from './entity-form.tsx'
import { sayIf } from './entity.ts'
import { useEntity, type OwnActions } from './use-entity.tsx'

type Versioned = { id: string; updatedAt: string }

type Props<R extends { id: string }, T extends TableSearch, D extends Versioned, V extends object, M> = FormProps<
  R,
  T,
  D,
  V,
  M
> & {
  /** Buttons before the one that adds. */
  buttons?: ReactNode
  /** Above the filters: figures that set them. */
  totals?: (search: T, change: (patch: SearchPatch<T>) => void) => ReactNode
  /** Between the totals and the filters. */
  tabs?: ReactNode
  /** Beside the list, from where one can be edited too. */
  beside?: (edit: (row: D) => void) => ReactNode
  /** The actions of a row, in this order; without it, editing and removing. Rows redraw when it changes. */
  rowActions?: (row: R, own: OwnActions) => readonly RowAction[]
  /** Exports what the filters show, on all pages. */
  /** `ids`: those that are selected, separated by commas; left out, all that the filters find. */
  onExport?: ((search: T, format: ExportFormat, ids?: string) => void) | undefined
}

/** The list of an entity: its filters are in the address, its rows are edited in a sheet beside it, and removed after a question. */
export function EntityList<R extends { id: string }, T extends TableSearch, D extends Versioned, V extends object, M>({
  of,
  onAdded,
  buttons,
  totals,
  tabs,
  beside,
  rowActions,
  onExport,
}: Props<R, T, D, V, M>) {
  const locale = useLocale()
  const { add, actionsOf, edit, editRow, dialogs, mayRemove, askRemove } = useEntity({ of, onAdded })
  const { search, change, query, form, table } = useList(of.list, of.schemas.search, of.name, of.filters(locale))
  const columns = useMemo(() => of.columns(locale, editRow), [of, locale, editRow])
  const actions = useMemo(() => (row: R) => (rowActions ?? editAndRemove)(row, actionsOf(row)), [rowActions, actionsOf])
  const [selected, setSelected] = useSelection(search)
  const { words, remove } = of
  const chosen = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const isVain = chosen.length > 0 && chosen.every((row) => remove?.whyNot(row, locale) !== undefined)
  const batch: BatchAction = {
    key: 'remove',
    icon: 'trash',
    label: sayIf(words.remove, (entry) => formatText(entry, locale)),
    danger: true,
    disabledReason: isVain ? sayIf(words.allStay, (entry) => formatText(entry, locale)) : undefined,
    onClick: () => askRemove(chosen),
  }
  const title = formatText(words.title, locale)
  const hint = add === null ? (words.emptyHintReader ?? words.emptyHint) : words.emptyHint
  return (
    <ListPage
      title={title}
      primary={
        <>
          {buttons}
          {add}
        </>
      }
      totals={totals?.(search, change)}
      filters={
        <>
          {tabs}
          <SearchForm {...form} />
        </>
      }
    >
      <DataTable
        {...table}
        label={title}
        columns={columns}
        rowKey={({ id }) => id}
        rowName={(row) => of.rowName(row, locale)}
        {...(rowActions === undefined && editRow === undefined && !mayRemove ? {} : { rowActions: actions })}
        {...(mayRemove && remove?.many === true
          ? { selection: { selected, onChange: setSelected, actions: [batch] } }
          : {})}
        onExport={onExport === undefined ? undefined : (format, ids) => onExport(search, format, ids)}
        empty={{ title: formatText(words.emptyTitle, locale), hint: formatText(hint, locale), action: add }}
      />
      {beside?.(edit)}
      {dialogs}
    </ListPage>
  )
}

const editAndRemove = (_row: unknown, { edit, remove }: OwnActions): readonly RowAction[] => [...edit, ...remove]
