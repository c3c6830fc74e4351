import { appTypeWords } from '@brigade/contract/app-user/app-type.text.ts'
import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { activeDays, appTypes, AppUserSearch, type AppUserRow } from '@brigade/contract/app-user/app-user.model.ts'
import { useMemo, useState } from 'react'
import { useCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { ImportDialog } from '../../job/import/import-link.tsx'
import { useStartJob } from '../../job/job-link.tsx'
import { appUserActs } from '../app-user-acts.ts'
import { useAct } from '../../shell/acts/use-act.tsx'
import { useList } from '../../shell/use-list.ts'
import { Button } from '../../ui/button/button.tsx'
import type { BatchAction, Column, RowAction } from '../../ui/data-table/column.ts'
import { DataTable } from '../../ui/data-table/data-table.tsx'
import { useSelection } from '../../ui/data-table/use-selection.ts'
import { Box } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { choiceOf, yesNo, type Filter } from '../../ui/search-form/filter.ts'
import { SearchForm } from '../../ui/search-form/search-form.tsx'
import { AppUserBadge } from '../app-user-badge.tsx'
import { detailHref } from '../app-user-address.ts'
import { appUserListText, appUserText } from '../app-user.text.ts'
import { ForbidDialog, type Forbidden } from '../forbid-dialog.tsx'
import { AppUserListTabs } from './app-user-list-tabs.tsx'
import { AppUserTotals } from './app-user-totals.tsx'
import { ExportContacts } from './export-contacts.tsx'
import { customerSource } from '../../customer/customer-select.tsx'
import { useProductSource } from '../../product/product-select.tsx'
import { useAreaSource, useLocatedChip } from '../../system/area-select.tsx'
import type { Chip } from '../../ui/search-form/chip.ts'
import { useSpanText } from '../../ui/search-form/span-text.ts'

const importCalls = {
  template: appUserApi.importTemplate,
  check: appUserApi.checkImport,
  apply: appUserApi.import,
}

/** The people who use the phone app: figures, filters and rows; contact is masked. */
export function AppUserList() {
  const a = useWords(appUserText)
  const w = useWords(appUserListText)
  const can = useCan()
  const list = useList(appUserApi.list, AppUserSearch, 'app-user', useFilters(), useAppUserChips())
  const { search, change, query, form, table } = list
  const [selected, setSelected] = useSelection(search)
  const [pending, setPending] = useKept<Forbidden | null>('people to disable', null)
  const [isImporting, setImporting] = useState(false)
  const startExport = useStartJob(appUserApi.startExport)
  const { pageNum: _num, pageSize: _size, ...shown } = search
  const mayExport = useAct(appUserActs.export, () => startExport.mutate({ ...shown, format: 'xlsx' }))
  const columns = useColumns()
  const mayForbid = can('app-user:forbid')
  const rows = query.data?.list.filter(({ id }) => selected.has(id)) ?? []
  const rowActions = (row: AppUserRow): readonly RowAction[] => [
    {
      key: 'switch',
      icon: row.enabled ? 'lock' : 'lock-open',
      label: row.enabled ? a.disable : a.enable,
      onClick: () => setPending({ ids: [row.id], forbidden: row.enabled }),
    },
  ]
  return (
    <ListPage
      title={a.title}
      primary={
        <>
          {can('app-user:contact') ? <ExportContacts shown={shown} /> : null}
          {can('app-user:import') ? (
            <Button icon="upload" onClick={() => setImporting(true)}>
              {w.import}
            </Button>
          ) : null}
        </>
      }
      totals={
        <>
          <Box marginBottom="12">
            <AppUserListTabs current="people" />
          </Box>
          <AppUserTotals search={search} onChoose={(choice) => change({ ...choice, pageNum: undefined })} />
        </>
      }
      filters={<SearchForm {...form} />}
    >
      <DataTable
        {...table}
        label={a.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.nickname}
        {...(mayForbid
          ? {
              rowActions,
              selection: {
                selected,
                onChange: setSelected,
                actions: batchActions({ a, w, rows, setPending }),
              },
            }
          : {})}
        onExport={mayExport ? (format, ids) => startExport.mutate({ ...shown, ids, format }) : undefined}
        empty={{ title: w.emptyTitle, hint: w.emptyHint }}
      />
      <ImportDialog
        name="app-user"
        title={w.importTitle}
        intro={w.importIntro}
        calls={importCalls}
        isOpen={isImporting}
        onClose={() => setImporting(false)}
      />
      <ForbidDialog pending={pending} onClose={() => setPending(null)} onDone={() => setSelected(new Set())} />
    </ListPage>
  )
}

type Batch = {
  a: ReturnType<typeof useWords<typeof appUserText>>
  w: ReturnType<typeof useWords<typeof appUserListText>>
  rows: readonly AppUserRow[]
  setPending: (pending: Forbidden) => void
}

function batchActions({ a, w, rows, setPending }: Batch): readonly BatchAction[] {
  const idsOf = (enabled: boolean) => rows.filter((row) => row.enabled === enabled).map(({ id }) => id)
  const [enabled, disabled] = [idsOf(true), idsOf(false)]
  return [
    {
      key: 'disable',
      icon: 'lock',
      label: a.disable,
      disabledReason: enabled.length === 0 ? w.allDisabled : undefined,
      onClick: () => setPending({ ids: enabled, forbidden: true }),
    },
    {
      key: 'enable',
      icon: 'lock-open',
      label: a.enable,
      disabledReason: disabled.length === 0 ? w.allEnabled : undefined,
      onClick: () => setPending({ ids: disabled, forbidden: false }),
    },
  ]
}

function useFilters(): readonly Filter<keyof AppUserSearch>[] {
  const a = useWords(appUserText)
  const types = useWords(appTypeWords)
  const w = useWords(appUserListText)
  const days = { '1': w.active1, '7': w.active7, '30': w.active30 }
  return [
    { kind: 'text', name: 'keyword', label: w.keyword, maxLength: 120 },
    yesNo('enabled', { label: a.state, any: w.anyState, yes: a.normal, no: a.disabled }),
    yesNo('hasDevice', { label: w.hasDevice, any: w.anyDevice, yes: w.yesDevice, no: w.noDevice }),
    choiceOf('appType', [a.app, w.anyApp], appTypes, (type) => types[type]),
    choiceOf('active', [w.active, w.anyTime], activeDays, (each) => days[each]),
    { kind: 'date-range', from: 'loginStart', to: 'loginEnd', label: w.loginBetween },
    { kind: 'date-range', from: 'createdStart', to: 'createdEnd', label: w.createdBetween },
  ]
}

function useColumns(): readonly Column<AppUserRow>[] {
  const a = useWords(appUserText)
  return useMemo(() => {
    const time = (at: string | null) => (at === null ? '' : <span className="time">{formatTime(at)}</span>)
    return [
      {
        key: 'nickname',
        title: a.nickname,
        width: 180,
        identifies: true,
        cell: (row) => (
          <a href={detailHref(row.id)} data-cut="">
            {row.nickname}
          </a>
        ),
      },
      { key: 'phone', onPhone: 'more', title: a.phone, width: 132, cell: (row) => row.phone },
      { key: 'email', title: a.email, cell: (row) => row.email },
      { key: 'devices', title: a.devices, width: 84, align: 'end', cell: (row) => formatNumber(row.devices) },
      { key: 'state', title: a.state, width: 104, cell: (row) => <AppUserBadge enabled={row.enabled} /> },
      {
        key: 'lastLoginAt',
        onPhone: 'more',
        title: a.lastLogin,
        width: 156,
        align: 'end',
        sortable: true,
        cell: (row) => time(row.lastLoginAt),
      },
      {
        key: 'createdAt',
        title: a.created,
        width: 156,
        align: 'end',
        sortable: true,
        cell: (row) => time(row.createdAt),
      },
      { key: 'boundAt', title: a.boundAt, width: 156, align: 'end', isExtra: true, cell: (row) => time(row.boundAt) },
      {
        key: 'lastCallAt',
        title: a.lastCall,
        width: 156,
        align: 'end',
        isExtra: true,
        cell: (row) => time(row.lastCallAt),
      },
    ]
  }, [a])
}

/** Statistics may link to the list with these parameters, for which it has no field. */
function useAppUserChips(): readonly Chip<keyof AppUserSearch>[] {
  const types = useWords(appTypeWords)
  const w = useWords(appUserListText)
  const span = useSpanText()
  const days = (value: string | undefined): string =>
    value === '30' ? w.active30 : value === '7' ? w.active7 : w.active1
  return [
    { label: w.customer, names: ['customerId'], text: () => undefined, source: customerSource },
    { label: w.model, names: ['productId'], text: () => undefined, source: useProductSource() },
    {
      label: w.active,
      names: ['calledDays', 'calledOn'],
      text: ({ calledDays, calledOn }) =>
        calledOn === undefined ? days(calledDays) : `${days(calledDays)}, ${span(undefined, calledOn)}`,
    },
    {
      label: w.lastApp,
      names: ['lastApp'],
      text: ({ lastApp }) => {
        const type = appTypes.find((one) => one === lastApp)
        return type === undefined ? w.noApp : types[type]
      },
    },
    { label: w.place, names: ['province'], text: () => undefined, source: useAreaSource() },
    useLocatedChip(w.place),
  ]
}
