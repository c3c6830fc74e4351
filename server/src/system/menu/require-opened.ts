import type { Ctx } from '../../platform/http/context.ts'
import { requireHeld } from '../role/require-held.ts'
import type { StoredMenu } from './menu.store.ts'

/** The codes that rows give: those of rows that are enabled, as is everything above them. Parents come before their children. */
function openCodes(rows: readonly StoredMenu[]): ReadonlyMap<string, string | null> {
  const open = new Map<string, string | null>()
  for (const { id, parentId, enabled, operationCode } of rows)
    if (enabled && (parentId === null || open.has(parentId))) open.set(id, operationCode)
  return open
}

/**
 * A row that opens gives its code to the roles that hold it: by enabling it or a row above it, by restoring it, or by a
 * move out of a disabled branch. It is not for administrators, who hold disabled rows too.
 */
export function requireOpened(
  { operationCodes }: Pick<Ctx['caller'], 'operationCodes'>,
  before: readonly StoredMenu[],
  after: readonly StoredMenu[],
): void {
  const had = openCodes(before)
  const opened = [...openCodes(after)].flatMap(([id, code]) => (code === null || had.get(id) === code ? [] : [code]))
  requireHeld({ operationCodes }, opened)
}
