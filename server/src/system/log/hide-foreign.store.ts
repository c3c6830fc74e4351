import { within, type DataScope } from '../../customer/data-scope.ts'
import type { Db } from '../../platform/db/database.ts'

/** Columns of logged rows that name an organisation other than the row's own. */
const naming = ['organisation_id', 'parent_id', 'channel_id'] as const

type Fields = Readonly<Record<string, unknown>> | null
type Change = Readonly<{ before: Fields; after: Fields }>

const hidden = '***'
const named = (fields: Fields): string[] =>
  naming.map((key) => fields?.[key]).flatMap((id) => (id === null || id === undefined ? [] : [String(id)]))

/**
 * Hides the organisations above the reader, and former owners of a device: a reader of a change of their own row learns
 * that it changed, but not the ids of organisations outside their scope.
 */
export async function hideForeign<C extends Change>(db: Db, scope: DataScope, changes: readonly C[]): Promise<C[]> {
  const ids = new Set(changes.flatMap(({ before, after }) => [...named(before), ...named(after)]))
  if (ids.size === 0) return [...changes]
  const seen = await db
    .selectFrom('organisation')
    .select('id')
    .where('id', 'in', [...ids])
    .where('id', 'in', within(db, scope))
    .execute()
  const visible = new Set(seen.map(({ id }) => id))
  const shown = (fields: Fields): Fields =>
    fields === null
      ? null
      : Object.fromEntries(
          Object.entries(fields).map(([key, value]) => {
            const isHidden = value !== null && naming.some((name) => name === key) && !visible.has(String(value))
            return [key, isHidden ? hidden : value]
          }),
        )
  return changes.map((change) => ({ ...change, before: shown(change.before), after: shown(change.after) }))
}
