import type { AccountRow } from '@brigade/contract/system/account/account.model.ts'
import { useMemo } from 'react'
import { formatTime } from '../../../platform/format.ts'
import { useLocale, useWords } from '../../../platform/locale.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { accountHref } from '../account-address.ts'
import { AccountBadge } from '../account-badge.tsx'
import css from '../account.module.css'
import { accountText } from '../account.text.ts'

/** `isOfOthers`: the list is of several organisations. */
export function useAccountColumns(isOfOthers: boolean): readonly Column<AccountRow>[] {
  const a = useWords(accountText)
  const locale = useLocale()
  return useMemo(
    () => [
      {
        key: 'name',
        title: a.name,
        width: 148,
        identifies: true,
        sortable: true,
        cell: (row) => (
          <a className={css.name} href={accountHref(row.id)} data-cut="">
            {row.name}
          </a>
        ),
      },
      {
        key: 'account',
        title: a.account,
        width: 168,
        sortable: true,
        cell: (row) => <span className="mono">{row.account}</span>,
      },
      ...(isOfOthers
        ? [{ key: 'organisation', title: a.organisation, cell: (row: AccountRow) => row.organisation.name }]
        : []),
      {
        key: 'role',
        onPhone: 'more',
        title: a.role,
        width: 168,
        cell: (row) => (locale === 'zh' ? row.role.name : row.role.enName),
      },
      { key: 'phone', title: a.phone, width: 120, dim: true, cell: (row) => row.phone },
      {
        key: 'email',
        title: a.email,
        dim: true,
        isExtra: isOfOthers,
        cell: (row) => (row.email === '' ? '' : <span className="mono">{row.email}</span>),
      },
      { key: 'enabled', title: a.state, width: 92, cell: (row) => <AccountBadge enabled={row.enabled} /> },
      {
        key: 'twoStep',
        title: a.twoStep,
        width: 148,
        isExtra: true,
        cell: (row) =>
          row.twoStep === 'off' ? <span className="faint">{a['twoStep-off']}</span> : a[`twoStep-${row.twoStep}`],
      },
      {
        key: 'lastLoginAt',
        onPhone: 'more',
        title: a.lastSignIn,
        width: 156,
        align: 'end',
        sortable: true,
        cell: (row) =>
          row.lastLoginAt === null ? (
            <span className="faint">{a.never}</span>
          ) : (
            <span className="time">{formatTime(row.lastLoginAt)}</span>
          ),
      },
      {
        key: 'createdAt',
        title: a.added,
        width: 156,
        align: 'end',
        dim: true,
        sortable: true,
        isExtra: true,
        cell: (row) => <span className="time">{formatTime(row.createdAt)}</span>,
      },
    ],
    [a, locale, isOfOthers],
  )
}
