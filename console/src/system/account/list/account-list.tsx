import { kindsUnder, organisationKinds } from '@brigade/contract/customer/organisation.model.ts'
import { sessionApi } from '@brigade/contract/session/session.endpoints.ts'
import type { AccountRow } from '@brigade/contract/system/account/account.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Organisation } from '../../../customer/organisation-select.tsx'
import { useCan } from '../../../platform/can.ts'
import { useWords } from '../../../platform/locale.ts'
import { ask } from '../../../platform/query.ts'
import { EntityList } from '../../../shell/entity/entity-list.tsx'
import type { OwnActions } from '../../../shell/entity/use-entity.tsx'
import type { RowAction } from '../../../ui/data-table/column.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'
import { accountHref, accountListHref, type AccountTab } from '../account-address.ts'
import { useAccountEntity } from '../entity/account-entity.tsx'
import { accountListText, accountText } from '../account.text.ts'
import { useAccountActs, type AccountActs } from '../act/use-account-acts.tsx'

/** The tabs of kinds that the caller's organisation sees: its own and those below it. Without a tab it is its own. */
export function AccountList({ tab }: { tab: AccountTab | undefined }) {
  const { data: user } = useQuery(ask(sessionApi.user, {}, { quiet: true }))
  if (user === undefined) return <div aria-busy="true" />
  const own = user.organisation.kind
  const seen = organisationKinds.filter((kind) => kind === own || kindsUnder[own].includes(kind))
  const current = tab !== undefined && seen.includes(tab) ? tab : own
  return <Accounts key={current} tab={current} seen={seen} own={user.organisation} />
}

type Props = { tab: AccountTab; seen: readonly AccountTab[]; own: Organisation }

function Accounts({ tab, seen, own }: Props) {
  const w = useWords(accountListText)
  const of = useAccountEntity(tab, own)
  const [acts, dialogs] = useAccountActs()
  const tabs = seen.map((kind) => ({ key: kind, label: w[kind], href: accountListHref(kind) }))
  return (
    <>
      <EntityList
        of={of}
        tabs={tabs.length === 1 ? null : <Tabs label={w.tabs} current={tab} tabs={tabs} />}
        rowActions={useRowActions(acts)}
        onAdded={({ presetPassword }, name) => {
          if (presetPassword !== null) acts.show({ name, password: presetPassword })
          return presetPassword !== null
        }}
      />
      {dialogs}
    </>
  )
}

function useRowActions(acts: AccountActs): (row: AccountRow, own: OwnActions) => readonly RowAction[] {
  const a = useWords(accountText)
  const w = useWords(accountListText)
  const can = useCan()
  return useMemo(() => {
    const held = (code: string, action: RowAction): readonly RowAction[] => (can(code) ? [action] : [])
    return (row, { edit }) => [
      { key: 'open', icon: 'user', label: w.open, href: accountHref(row.id) },
      ...edit,
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
  }, [acts, a, w, can])
}
