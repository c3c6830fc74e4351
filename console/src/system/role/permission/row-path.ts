import type { RoleMenuRow } from '@brigade/contract/system/role/role.model.ts'
import { useLocale } from '../../../platform/locale.ts'
import { pathOf, type PermissionTree } from './permission-rules.ts'

/** A row with the rows above it, in the language on screen. */
export function useRowPath(): (tree: PermissionTree, row: RoleMenuRow) => string {
  const locale = useLocale()
  return (tree, row) =>
    pathOf(tree, row)
      .map(({ name, enName }) => (locale === 'zh' ? name : enName))
      .join(' › ')
}
