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

/** The codes that rows of one tree give, and not the same rows of the other. */
const codesBeside = (tree: ReturnType<typeof openCodes>, other: ReturnType<typeof openCodes>): string[] =>
  [...tree].flatMap(([id, code]) => (code === null || other.get(id) === code ? [] : [code]))

/**
 * Enabling a row grants its code to the roles that hold it: by enabling it or a row above it, by restoring it, or by a
 * move out of a disabled branch. Disabling revokes it, which requires as much (0125). Administrators are not concerned,
 * because they hold disabled rows too.
 */
export function requireOpened(
  { operationCodes }: Pick<Ctx['caller'], 'operationCodes'>,
  before: readonly StoredMenu[],
  after: readonly StoredMenu[],
): void {
  const [had, has] = [openCodes(before), openCodes(after)]
  requireHeld({ operationCodes }, codesBeside(has, had))
  requireHeld({ operationCodes }, codesBeside(had, has), 'role.stronger')
}
