import { kindsUnder, organisationKinds } from '@brigade/contract/customer/organisation.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import { accountApi } from '@brigade/contract/system/account/account.endpoints.ts'
import { AccountSearch, AccountSearchBelow, type AccountRow } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo, type ReactNode } from 'react'
import { useCan } from '../../../platform/can.ts'
import { useKept } from '../../../platform/kept-work.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { useList } from '../../../shell/use-list.ts'
import { Button } from '../../../ui/button/button.tsx'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { DataTable } from '../../../ui/data-table/data-table.tsx'
import { ListPage } from '../../../ui/list-page/list-page.tsx'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { SearchForm } from '../../../ui/search-form/search-form.tsx'
import { accountHref, accountListHref, type AccountTab } from '../account-address.ts'
import { accountListText, accountText } from '../account.text.ts'
import { useAccountActs, type AccountActs } from '../act/use-account-acts.tsx'
import { AccountSheet, type EditingAccount } from '../form/account-sheet.tsx'
import { useAccountColumns } from './account-columns.tsx'
import { useAccountFilters, useAccountFiltersBelow } from './account-filters.ts'

/** The tabs of kinds that the caller's organisation sees: its own and those below it. Without a tab it is its own. */
export function AccountList({ tab }: { tab: AccountTab | undefined }) {
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  if (user === undefined) return <div aria-busy="true" />
  const own = user.organisation.kind
  const seen = organisationKinds.filter((kind) => kind === own || kindsUnder[own].includes(kind))
  const current = tab !== undefined && seen.includes(tab) ? tab : own
  return current === 'platform' ? (
    <PlatformAccounts seen={seen} />
  ) : (
    <AccountsBelow key={current} tab={current} seen={seen} />
  )
}

type Seen = { seen: readonly AccountTab[] }

function PlatformAccounts({ seen }: Seen) {
  const { form, table } = useList(accountApi.list, AccountSearch, 'system.account', useAccountFilters())
  return <Accounts tab="platform" seen={seen} filters={<SearchForm {...form} />} table={table} />
}

const endpointOf = {
  customer: accountApi.listOfCustomers,
  distributor: accountApi.listOfDistributors,
  agent: accountApi.listOfAgents,
} as const

function AccountsBelow({ tab, seen }: Seen & { tab: keyof typeof endpointOf }) {
  const { form, table } = useList(
    endpointOf[tab],
    AccountSearchBelow,
    `system.account.${tab}`,
    useAccountFiltersBelow(),
  )
  return <Accounts tab={tab} seen={seen} filters={<SearchForm {...form} />} table={table} />
}

type TableOf = Omit<Parameters<typeof DataTable<AccountRow>>[0], 'label' | 'columns' | 'rowKey' | 'rowName' | 'empty'>
type Props = Seen & { tab: AccountTab; filters: ReactNode; table: TableOf }

function Accounts({ tab, seen, filters, table }: Props) {
  const a = useWords(accountText)
  const w = useWords(accountListText)
  const can = useCan()
  const columns = useAccountColumns(tab !== 'platform')
  const [editing, setEditing] = useKept<EditingAccount | null>('account sheet', null)
  const [acts, dialogs] = useAccountActs()
  const rowActions = useRowActions(acts, setEditing)
  const add = can('account:create') ? (
    <Button look="primary" icon="plus" onClick={() => setEditing({ how: 'add' })}>
      {w.add}
    </Button>
  ) : null
  return (
    <ListPage
      title={a.title}
      primary={add}
      filters={
        <>
          {seen.length === 1 ? null : (
            <Tabs
              label={w.tabs}
              current={tab}
              tabs={seen.map((kind) => ({ key: kind, label: w[kind], href: accountListHref(kind) }))}
            />
          )}
          {filters}
        </>
      }
    >
      <DataTable
        {...table}
        label={a.title}
        columns={columns}
        rowKey={(row) => row.id}
        rowName={(row) => row.name}
        rowActions={rowActions}
        empty={{ title: w.emptyTitle, hint: add === null ? w.emptyHintReader : w.emptyHint, action: add }}
      />
      <AccountSheet editing={editing} onClose={() => setEditing(null)} onGiven={acts.show} />
      {dialogs}
    </ListPage>
  )
}

function useRowActions(
  acts: AccountActs,
  onEdit: (editing: EditingAccount) => void,
): (row: AccountRow) => readonly RowAction[] {
  const a = useWords(accountText)
  const w = useWords(accountListText)
  const can = useCan()
  return useMemo(() => {
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row) => [
      { key: 'open', icon: 'user', label: w.open, href: accountHref(row.id) },
      ...held('account:update', {
        key: 'edit',
        icon: 'pencil',
        label: a.edit,
        onClick: () => onEdit({ how: 'edit', id: row.id }),
      }),
      ...held('account:reset-password', {
        key: 'reset',
        icon: 'key',
        label: a.reset,
        onClick: () => acts.ask({ deed: 'reset', account: row }),
      }),
      ...held('account:set-enabled', {
        key: 'switch',
        icon: row.enabled ? 'lock' : 'lock-open',
        label: row.enabled ? a.disable : a.enable,
        onClick: () => acts.ask({ deed: row.enabled ? 'disable' : 'enable', account: row }),
      }),
      ...held('account:remove', {
        key: 'remove',
        icon: 'trash',
        label: a.remove,
        danger: true,
        onClick: () => acts.ask({ deed: 'remove', account: row }),
      }),
    ]
  }, [acts, onEdit, a, w, can])
}
