import { menuLimits, type MenuChange, type MenuDraft } from '@brigade/contract/system/menu/menu.model.ts'
import { requirePlatformStaff } from '../../customer/data-scope.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { notifyOnCommit } from '../../platform/db/notify.ts'
import { transaction } from '../../platform/db/transaction.ts'
import type { Ctx } from '../../platform/http/context.ts'
import { refuse } from '../../platform/refusal.ts'
import { requireHeld } from '../role/require-held.ts'
import {
  countMenus,
  deleteMenu,
  insertOwnMenu,
  listStoredMenus,
  lockMenus,
  writeMenu,
  type StoredMenu,
} from './menu.store.ts'
import { isNeeded, isUnbuilt, requireDepth, seedPlaceOf, subtreeOf } from './menu-tree.ts'

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
function requireOpened(
  { operationCodes }: Pick<Ctx['caller'], 'operationCodes'>,
  before: readonly StoredMenu[],
  after: readonly StoredMenu[],
): void {
  const [had, has] = [openCodes(before), openCodes(after)]
  requireHeld({ operationCodes }, codesBeside(has, had))
  requireHeld({ operationCodes }, codesBeside(had, has), 'role.stronger')
}

type CallCtx = Pick<Ctx, 'db' | 'clock' | 'caller'>

/**
 * The only transaction that changes the tree. It gives nobody a code that the caller lacks, and notifies every process
 * and every open console that rights have changed.
 */
export async function changingMenus<T>(
  { db, caller }: CallCtx,
  work: (trx: Transaction, rows: Awaited<ReturnType<typeof listStoredMenus>>) => Promise<T>,
): Promise<T> {
  await requirePlatformStaff({ db, caller }, 'system.platformOnly')
  return transaction(db, async (trx) => {
    await lockMenus(trx)
    const before = await listStoredMenus(trx)
    const done = await work(trx, before)
    if (!caller.isAdministrator) requireOpened(caller, before, await listStoredMenus(trx))
    await notifyOnCommit(trx, 'access', {})
    return done
  })
}

const sortStep = 10

/** Adds a row as the last one under its parent. */
export async function addMenu(ctx: CallCtx, { parentId, ...draft }: MenuDraft): Promise<{ id: string }> {
  return changingMenus(ctx, async (trx, rows) => {
    if ((await countMenus(trx)) >= menuLimits.rows) refuse('menu.tooMany', { rows: menuLimits.rows })
    const parent = rows.find(({ id }) => id === parentId)
    if (parentId !== null && parent === undefined)
      refuse('field.refused', undefined, { fields: { parentId: 'menu.unknownParent' } })
    if (parent?.isOperation === true) refuse('field.refused', undefined, { fields: { parentId: 'menu.underButton' } })
    const level = (parent?.level ?? 0) + 1
    requireDepth(level)
    requireHeld(ctx.caller, draft.operationCode === '' ? [] : [draft.operationCode])
    const sortNums = rows.filter((row) => row.parentId === parentId).map(({ sortNum }) => sortNum)
    const place = { parentId, level, sortNum: Math.max(0, ...sortNums) + sortStep }
    return {
      id: await insertOwnMenu(trx, place, { ...draft, operationCode: draft.operationCode || null }, ctx.clock.now()),
    }
  })
}

/** A granted row grants its code to its roles, so the caller has to hold a new code. */
export async function updateMenu(ctx: CallCtx, { id, updatedAt, ...fields }: MenuChange): Promise<null> {
  return changingMenus(ctx, async (trx, rows) => {
    const row = rows.find((each) => each.id === id) ?? refuse('menu.unknown')
    if (Date.parse(row.updatedAt) !== Date.parse(updatedAt)) refuse('menu.changedSince')
    const operationCode = fields.operationCode || null
    const isOtherCode = operationCode !== row.operationCode
    const hasOtherKind = fields.isOperation !== row.isOperation || fields.url !== row.url || isOtherCode
    if (isNeeded(row) && (hasOtherKind || !fields.isMainMenu !== !row.isMainMenu)) refuse('menu.needed')
    if (isOtherCode && operationCode !== null) requireHeld(ctx.caller, [operationCode])
    if (fields.isOperation && rows.some(({ parentId }) => parentId === id)) refuse('menu.underButton')
    await writeMenu(trx, id, { ...fields, operationCode }, ctx.clock.now())
    return null
  })
}

/** Removes a row with all under it. Rows of the product, and rows that contain some, are refused. */
export async function removeMenu(ctx: CallCtx, id: string): Promise<null> {
  return changingMenus(ctx, async (trx, rows) => {
    const branch = subtreeOf(rows, id)
    if (branch.length === 0) refuse('menu.unknown')
    if (branch.some(({ key }) => seedPlaceOf(key) !== undefined)) refuse('menu.seeded')
    await deleteMenu(trx, id)
    return null
  })
}

export async function setMenuEnabled(ctx: CallCtx, { id, enabled }: { id: string; enabled: boolean }): Promise<null> {
  return changingMenus(ctx, async (trx, rows) => {
    const row = rows.find((each) => each.id === id) ?? refuse('menu.unknown')
    if (!enabled && subtreeOf(rows, id).some(isNeeded)) refuse('menu.needed')
    if (enabled && isUnbuilt(row)) refuse('menu.unbuilt')
    if (row.enabled !== enabled) await writeMenu(trx, id, { enabled }, ctx.clock.now())
    return null
  })
}
