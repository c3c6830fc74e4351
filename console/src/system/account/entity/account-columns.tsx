import type { Locale } from '@brigade/contract/locale.ts'
import type { AccountRow } from '@brigade/contract/system/account/account.model.ts'
import { formatTime } from '../../../platform/format.ts'
import { wordsIn } from '../../../platform/locale.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { accountHref } from '../account-address.ts'
import { AccountBadge } from '../account-badge.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { accountText } from '../account.text.ts'
import { momentColumn } from '../../../ui/data-table/time-column.tsx'

/** `isOfOthers`: the list is of several organisations. */
export function accountColumns(locale: Locale, isOfOthers: boolean): readonly Column<AccountRow>[] {
  const w = wordsIn(accountText, locale)
  return [
    {
      key: 'name',
      title: w.name,
      width: 148,
      identifies: true,
      sortable: true,
      cell: (row) => (
        <Text.a weight="500" href={accountHref(row.id)} data-cut="">
          {row.name}
        </Text.a>
      ),
    },
    {
      key: 'account',
      title: w.account,
      width: 168,
      sortable: true,
      cell: (row) => <span className="mono">{row.account}</span>,
    },
    ...(isOfOthers
      ? [{ key: 'organisation', title: w.organisation, cell: (row: AccountRow) => row.organisation.name }]
      : []),
    {
      key: 'role',
      onPhone: 'more',
      title: w.role,
      width: 168,
      cell: (row) => (locale === 'zh' ? row.role.name : row.role.enName),
    },
    { key: 'phone', title: w.phone, width: 120, dim: true, cell: (row) => row.phone },
    {
      key: 'email',
      title: w.email,
      dim: true,
      isExtra: isOfOthers,
      cell: (row) => (row.email === '' ? '' : <span className="mono">{row.email}</span>),
    },
    { key: 'enabled', title: w.state, width: 92, cell: (row) => <AccountBadge enabled={row.enabled} /> },
    {
      key: 'twoStep',
      title: w.twoStep,
      width: 148,
      isExtra: true,
      cell: (row) =>
        row.twoStep === 'off' ? <span className="faint">{w['twoStep-off']}</span> : w[`twoStep-${row.twoStep}`],
    },
    {
      key: 'lastLoginAt',
      onPhone: 'more',
      title: w.lastSignIn,
      width: 156,
      align: 'end',
      sortable: true,
      cell: (row) =>
        row.lastLoginAt === null ? (
          <span className="faint">{w.never}</span>
        ) : (
          <span className="time">{formatTime(row.lastLoginAt)}</span>
        ),
    },
    momentColumn('createdAt', w.added, { dim: true, sortable: true, isExtra: true }),
  ]
}
