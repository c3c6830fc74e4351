import { menuApi } from '@brigade/contract/system/menu/menu.endpoints.ts'
import { requireAlso } from '../../platform/http/require-also.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireHeld } from '../role/require-held.ts'
import { seededOf } from '../seeded-menu.ts'
import { changingMenus } from './change-menu.ts'
import { writeMenu } from './menu.store.ts'
import { isChanged, seedPlaceOf } from './menu-tree.ts'

/** Restores rows that differ from the product: place, names, code, and whether they are enabled. */
export async function restoreMenus(
  ctx: Pick<Ctx, 'db' | 'clock' | 'caller'>,
  ids: readonly string[] | undefined,
): Promise<{ restored: number }> {
  return changingMenus(ctx, async (trx, rows) => {
    const byKey = new Map(rows.map((row) => [row.key, row]))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids ?? []) {
      const row = byId.get(id) ?? refuse('menu.unknown')
      if (seedPlaceOf(row.key) === undefined) refuse('menu.notSeeded')
    }
    let restored = 0
    // Parents come first, so that a row finds its own parent's level already restored.
    const levels = new Map(rows.map(({ id, level }) => [id, level]))
    for (const row of rows) {
      const place = seedPlaceOf(row.key)
      const parentKey = byId.get(row.parentId ?? '')?.key ?? null
      if (place === undefined || (ids !== undefined && !ids.includes(row.id)) || !isChanged(row, parentKey)) continue
      const given = seededOf(place.seed, place.index)
      if (given.operationCode !== null && given.operationCode !== row.operationCode)
        requireHeld(ctx.caller, [given.operationCode])
      if (given.enabled !== row.enabled) requireAlso(ctx.caller, menuApi.restore, 'menu:set-enabled')
      const parentId = place.parentKey === null ? null : (byKey.get(place.parentKey)?.id ?? row.parentId)
      const level = parentId === null ? 1 : (levels.get(parentId) ?? row.level - 1) + 1
      levels.set(row.id, level)
      await writeMenu(trx, row.id, { ...given, parentId, level }, ctx.clock.now())
      restored += 1
    }
    return { restored }
  })
}
