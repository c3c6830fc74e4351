import {
  menuLimits,
  type MenuDetail,
  type MenuNode,
  type MenuSearch,
} from '@brigade/contract/system/menu/menu.model.ts'
import type { Page } from '@brigade/contract/paging.ts'
import type { Db } from '../../platform/db/database.ts'
import { refuse } from '../../platform/refusal.ts'
import { menuTree, type MenuSeed } from '../menu.seed.ts'
import { seededOf } from '../seeded-menu.ts'
import { findMenuPage, listStoredMenus, type StoredMenu } from './menu.store.ts'

/** A row of the product, and its place. */
export type SeedPlace = Readonly<{ seed: MenuSeed; index: number; parentKey: string | null }>

const placesOf = (seeds: readonly MenuSeed[], parentKey: string | null): SeedPlace[] =>
  seeds.flatMap((seed, index) => [{ seed, index, parentKey }, ...placesOf(seed.children, seed.key)])
const seedPlaces: ReadonlyMap<string, SeedPlace> = new Map(
  placesOf(menuTree, null).map((place) => [place.seed.key, place]),
)
export const seedPlaceOf = (key: string): SeedPlace | undefined => seedPlaces.get(key)

/**
 * Without these screens nobody could change menus, roles or accounts: they and the rows above them cannot be disabled.
 */
const neededKeys: ReadonlySet<string> = new Set(['system', 'system.menu', 'system.role', 'system.account'])
const neededCodes: ReadonlySet<string> = new Set(['menu:update', 'menu:set-enabled', 'role:permit', 'account:update'])
export const isNeeded = ({ key, operationCode, isOperation }: StoredMenu): boolean =>
  neededKeys.has(key) || (isOperation && neededCodes.has(operationCode ?? '') && seedPlaceOf(key) !== undefined)

/** Whether a row of the product differs from its seeded form. */
export function isChanged(row: StoredMenu, parentKey: string | null): boolean {
  const place = seedPlaceOf(row.key)
  if (place === undefined) return false
  const { name, enName, icon, url, sortNum, isMainMenu, operationCode, enabled } = seededOf(place.seed, place.index)
  return (
    row.name !== name ||
    row.enName !== enName ||
    row.icon !== icon ||
    row.url !== url ||
    row.sortNum !== sortNum ||
    row.isMainMenu !== isMainMenu ||
    row.operationCode !== operationCode ||
    row.enabled !== enabled ||
    parentKey !== place.parentKey
  )
}

export const isUnbuilt = ({ key }: Pick<StoredMenu, 'key'>): boolean => seedPlaceOf(key)?.seed.built === false

/** A row with the facts that follow from the product's own menu. */
function rowOf(row: StoredMenu, parentKey: string | null): Omit<MenuNode, 'childList'> {
  const { key, seeded: _seeded, sortNum: _sortNum, operationCode, ...rest } = row
  return {
    ...rest,
    operationCode: operationCode ?? '',
    isNeeded: isNeeded(row),
    isSeeded: seedPlaceOf(key) !== undefined,
    isChanged: isChanged(row, parentKey),
    isUnbuilt: isUnbuilt(row),
  }
}

/** The whole menu, each row with those under it. */
export async function getMenuTree(db: Db): Promise<MenuNode[]> {
  const rows = await listStoredMenus(db)
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  const branch = (parentId: string | null, parentKey: string | null): MenuNode[] =>
    (childrenOf.get(parentId) ?? []).map((row) => ({ ...rowOf(row, parentKey), childList: branch(row.id, row.key) }))
  return branch(null, null)
}

/** The keys of rows by their ids. */
const keysOf = (rows: readonly StoredMenu[]) => new Map(rows.map(({ id, key }) => [id, key]))

export async function listMenuPage(db: Db, search: MenuSearch): Promise<Page<MenuDetail>> {
  const { pageNum, pageSize } = search
  const [{ list, total }, keys] = [await findMenuPage(db, search), keysOf(await listStoredMenus(db))]
  const details = list.map(({ parentName, parentEnName, ...row }) => ({
    ...rowOf(row, keys.get(row.parentId ?? '') ?? null),
    parentName: parentName ?? '',
    parentEnName: parentEnName ?? '',
  }))
  if (total !== null) return { list: details, total, pageNum, pageSize }
  const matching = details.filter((row) => row.isChanged === search.isChanged)
  const from = (pageNum - 1) * pageSize
  return { list: matching.slice(from, from + pageSize), total: matching.length, pageNum, pageSize }
}

export async function getMenu(db: Db, id: string): Promise<MenuDetail> {
  const rows = await listStoredMenus(db)
  const row = rows.find((each) => each.id === id) ?? refuse('menu.unknown')
  const parent = rows.find((each) => each.id === row.parentId)
  return { ...rowOf(row, parent?.key ?? null), parentName: parent?.name ?? '', parentEnName: parent?.enName ?? '' }
}

/** A row with all rows under it, itself first. */
export function subtreeOf(rows: readonly StoredMenu[], id: string): StoredMenu[] {
  const childrenOf = Map.groupBy(rows, ({ parentId }) => parentId)
  const walk = (row: StoredMenu): StoredMenu[] => [row, ...(childrenOf.get(row.id) ?? []).flatMap(walk)]
  const top = rows.find((row) => row.id === id)
  return top === undefined ? [] : walk(top)
}

/** Refuses a tree that would have more levels than the menu may have. */
export function requireDepth(level: number): void {
  if (level > menuLimits.depth) refuse('menu.tooDeep', { depth: menuLimits.depth })
}
