import type { MenuOrder } from '@brigade/contract/system/menu/menu.model.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { changingMenus } from './change-menu.ts'
import { writeMenu, type StoredMenu } from './menu.store.ts'
import { isNeeded, requireDepth, subtreeOf } from './menu-tree.ts'

const sortStep = 10
const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((id, index) => id === other[index])

/**
 * Orders the children of a row; one of them may come from elsewhere in the tree. Refused (409) if the children or their
 * order are not those that the caller saw.
 */
export async function sortMenus(ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>, order: MenuOrder): Promise<null> {
  const { parentId, before, ids } = order
  return changingMenus(ctx, async (trx, rows) => {
    const parent = rows.find(({ id }) => id === parentId)
    if (parentId !== null && parent === undefined) refuse('menu.unknownParent')
    if (parent?.isOperation === true) refuse('menu.underButton')
    const children = rows.filter((row) => row.parentId === parentId).map(({ id }) => id)
    const arrivals = ids.filter((id) => !children.includes(id))
    const isComplete = children.every((id) => ids.includes(id)) && new Set(ids).size === ids.length
    if (!isSame(children, before) || !isComplete || arrivals.length > 1) refuse('menu.orderChangedSince')
    const at = ctx.clock.now()
    const level = (parent?.level ?? 0) + 1
    for (const id of arrivals) {
      const branch = branchMovedBelow(rows, id, parentId)
      const rise = level - (branch[0]?.level ?? level)
      requireDepth(Math.max(...branch.map((row) => row.level)) + rise)
      for (const row of branch) {
        await writeMenu(trx, row.id, { level: row.level + rise, ...(row.id === id ? { parentId } : {}) }, at)
      }
    }
    for (const [index, id] of ids.entries()) {
      const sortNum = (index + 1) * sortStep
      if (arrivals.includes(id) || rows.find((row) => row.id === id)?.sortNum !== sortNum)
        await writeMenu(trx, id, { sortNum }, at)
    }
    return null
  })
}

/** A row with everything under it, if it may be moved there. */
function branchMovedBelow(rows: readonly StoredMenu[], id: string, parentId: string | null): StoredMenu[] {
  const branch = subtreeOf(rows, id)
  if (branch.length === 0) refuse('menu.unknown')
  if (branch.some((row) => row.id === parentId)) refuse('menu.ownChild')
  // A needed row below one that can be disabled could be disabled with it.
  if (branch.some(isNeeded)) refuse('menu.needed')
  return branch
}
