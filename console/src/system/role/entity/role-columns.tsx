import type { Locale } from '@brigade/contract/locale.ts'
import type { RoleRow } from '@brigade/contract/system/role/role.model.ts'
import { formatNumber } from '../../../platform/format.ts'
import { wordsIn } from '../../../platform/locale.ts'
import type { Column } from '../../../ui/data-table/column.ts'
import { momentColumn } from '../../../ui/data-table/time-column.tsx'
import { Text } from '../../../ui/layout/layout.tsx'
import { permissionsHref } from '../role-address.ts'
import { RoleBadge, kindsLineIn } from '../role-badge.tsx'
import { roleText } from '../role.text.ts'

/** The name appears in the current language first, and the list sorts by that. */
export function roleColumns(locale: Locale): readonly Column<RoleRow>[] {
  const w = wordsIn(roleText, locale)
  const [own, other] = locale === 'zh' ? (['name', 'enName'] as const) : (['enName', 'name'] as const)
  const description = locale === 'zh' ? 'description' : 'enDescription'
  return [
    {
      key: own,
      title: w.name,
      width: locale === 'zh' ? 160 : 208,
      identifies: true,
      sortable: true,
      cell: (row) => (
        <Text.a overflow="hidden" block ellipsis href={permissionsHref(row.id)} data-cut="">
          {row[own]}
        </Text.a>
      ),
    },
    {
      key: other,
      title: w.otherName,
      width: locale === 'zh' ? 188 : 128,
      dim: true,
      sortable: true,
      cell: (row) => row[other],
    },
    {
      key: 'keeper',
      title: w.keeper,
      width: 144,
      cell: (row) => (row.isBuiltIn ? w.product : (row.organisation?.name ?? '')),
    },
    { key: 'kinds', title: w.kinds, cell: (row) => kindsLineIn(row.kinds, locale) },
    {
      key: 'accounts',
      title: w.accounts,
      width: 92,
      align: 'end',
      sortable: true,
      cell: (row) => formatNumber(row.accounts),
    },
    {
      key: 'requiresTwoStep',
      title: w.twoStep,
      width: 92,
      cell: (row) => (row.requiresTwoStep ? w.required : <span className="faint">{w.optional}</span>),
    },
    { key: 'enabled', title: w.state, width: 92, cell: (row) => <RoleBadge enabled={row.enabled} /> },
    momentColumn('updatedAt', w.changed, { dim: true }),
    momentColumn('createdAt', w.added, { dim: true, sortable: true, isExtra: true }),
    {
      key: 'description',
      title: w.description,
      width: 240,
      dim: true,
      isExtra: true,
      cell: (row) => row[description],
    },
  ]
}
