import type { OvenRecipeRow, OvenRecipeSearch } from '@brigade/contract/recipe/oven.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import { otherOrganisation } from '@brigade/contract/customer/other-organisation.ts'
import { seeDevice } from '../../device/list/list-devices.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { requireSeen } from '../list/seen-recipe.ts'
import { findOvenRows, type RowReader, type StoredOvenRow } from '../row/oven-row.store.ts'

type OfOne = Readonly<{ recipeId?: string | undefined; deviceId?: string | undefined }>

/** A recipe or an oven that the caller does not see is none. */
export async function requireSubject(ctx: Ctx, { recipeId, deviceId }: OfOne): Promise<void> {
  if (recipeId !== undefined) await requireSeen(ctx, recipeId)
  if (deviceId !== undefined) await seeDevice(ctx, 'oven', deviceId)
}

export async function listOvenRecipes(ctx: Ctx, { query }: { query: OvenRecipeSearch }): Promise<Page<OvenRecipeRow>> {
  // The rows are within the scope by themselves: sequential reads would be two more waits for the database.
  const [{ rows, ...counted }] = await Promise.all([
    findOvenRows(ctx.db, readerOf(ctx), query),
    requireSubject(ctx, query),
  ])
  return { list: rows.map(ovenRowOf), ...counted, pageNum: query.pageNum, pageSize: query.pageSize }
}

export const readerOf = ({ caller, locale }: Pick<Ctx, 'caller' | 'locale'>): RowReader => ({
  ...caller,
  otherwise: otherOrganisation[locale],
})

export const ovenRowOf = (row: StoredOvenRow): OvenRecipeRow => ({
  oven: { id: row.deviceId, sn: row.sn, name: row.deviceName },
  organisation: row.organisation,
  product: { id: row.productId, name: { en: row.productEn, zh: row.productZh } },
  online: row.online,
  recipe: {
    id: row.recipeId,
    code: row.code,
    names: row.names,
    baseLanguage: row.baseLanguage,
    pictureFileId: row.pictureFileId,
  },
  state: row.state,
  reason: row.reason,
  code: row.answered,
  wantedVersion: row.wantedVersion,
  heldVersion: row.heldVersion,
  byHand: row.byHand,
  byTarget: row.byTarget,
  tries: row.tries,
  refusals: row.refusals,
  dueAt: row.dueAt,
  firstHeldAt: row.firstHeldAt,
  changedAt: row.changedAt,
  accountName: row.accountName,
})
