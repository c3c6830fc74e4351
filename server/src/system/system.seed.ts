import type { Clock } from '../platform/clock.ts'
import type { Db } from '../platform/db/database.ts'
import { notifyOnCommit } from '../platform/db/notify.ts'
import { transaction } from '../platform/db/transaction.ts'
import { demoFounded, seededMs } from '../platform/program/demo-days.ts'
import type { Settings } from '../platform/settings.ts'
import { menuTree, type MenuSeed } from './menu.seed.ts'
import { roleSeeds } from './role.seed.ts'
import { seededOf } from './seeded-menu.ts'
import {
  grantMenus,
  insertMenu,
  insertRole,
  listMenusByKey,
  listRoleIdsByKey,
  lockSeeding,
  updateSeededMenu,
  type SeededRow,
} from './system.store.ts'
import type { SeededMenu } from './system.tables.ts'

type Given = Readonly<{ db: Db; clock: Clock; settings?: Pick<Settings, 'demo'> }>
type Placed = Readonly<{ seed: MenuSeed; id: string; isNew: boolean }>

/**
 * Seeds the menus and roles of this version, at every start. Rows of a newer version are added and granted to the
 * seeded roles; changes by people (names, order, enabled, the rows of a role) stay.
 */
export async function seedSystem({ db, clock, settings }: Given): Promise<void> {
  await transaction(db, async (trx) => {
    await lockSeeding(trx)
    const placed = await seedMenus(trx, clock.now())
    await seedRoles(trx, placed, seededMs({ clock, settings }, demoFounded))
    // Every process drops its cached callers: their rights may have changed.
    await notifyOnCommit(trx, 'access', {})
  })
}

async function seedMenus(db: Db, at: number): Promise<Placed[]> {
  const known = await listMenusByKey(db)
  const placed: Placed[] = []
  const visit = async (seeds: readonly MenuSeed[], above: readonly string[]): Promise<void> => {
    for (const [index, seed] of seeds.entries()) {
      const seeded = seededOf(seed, index)
      const row = known.get(seed.key)
      const place = {
        key: seed.key,
        parentId: above.at(-1) ?? null,
        level: above.length + 1,
        isOperation: seed.isOperation,
      }
      const id = row?.id ?? (await insertMenu(db, place, seeded, at))
      if (row !== undefined) await reseed(db, row, seeded)
      placed.push({ seed, id, isNew: row === undefined })
      await visit(seed.children, [...above, id])
    }
  }
  await visit(menuTree, [])
  return placed
}

/** Values that the previous version seeded and nobody has changed since become those of this version. */
async function reseed(db: Db, row: SeededRow, seeded: SeededMenu): Promise<void> {
  const before = row.seeded
  const isSame = <K extends keyof SeededMenu>(key: K) => before?.[key] === seeded[key]
  const kept = <K extends keyof SeededMenu>(key: K): SeededMenu[K] =>
    before === null || row[key] === before[key] ? seeded[key] : row[key]
  const change: SeededMenu = {
    name: kept('name'),
    enName: kept('enName'),
    icon: kept('icon'),
    url: kept('url'),
    sortNum: kept('sortNum'),
    isMainMenu: kept('isMainMenu'),
    operationCode: kept('operationCode'),
    enabled: kept('enabled'),
  }
  const unchanged =
    isSame('name') &&
    isSame('enName') &&
    isSame('icon') &&
    isSame('url') &&
    isSame('sortNum') &&
    isSame('isMainMenu') &&
    isSame('operationCode') &&
    isSame('enabled')
  if (!unchanged) await updateSeededMenu(db, row.id, change, seeded)
}

async function seedRoles(db: Db, placed: readonly Placed[], at: number): Promise<void> {
  const known = await listRoleIdsByKey(db)
  for (const { key, en, zh, description, enDescription, kinds, holds } of roleSeeds) {
    const knownId = known.get(key)
    const draft = { key, name: zh, enName: en, description, enDescription, kinds: [...kinds] }
    const id = knownId ?? (await insertRole(db, draft, at))
    // The administrator holds everything without rows. Groups follow from their content.
    const held = key === 'administrator' ? [] : placed.filter(({ seed }) => seed.code !== null && holds(seed))
    // An existing role gets new rows; a row revoked from it is not granted again.
    const granted = knownId === undefined ? held : held.filter(({ isNew }) => isNew)
    await grantMenus(
      db,
      id,
      granted.map((row) => row.id),
    )
  }
}
