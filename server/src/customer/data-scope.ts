import type { Db } from '../platform/db/database.ts'
import { refuse } from '../platform/refusal.ts'
import {
  findOfLine,
  isAmong,
  isAnywhere,
  isInLine,
  isPlatform,
  isUnder,
  listNamesInLine,
  listOrganisationIdsUnder,
  nameInLine,
  organisationsUnder,
  type SeenIn,
} from './organisation-tree.store.ts'

export type { SeenIn }
export { isInLine, listNamesInLine, nameInLine }

/**
 * The data scope of a caller: an organisation sees itself and everything below it (product.md, Access). A `Caller` is
 * one.
 */
export type DataScope = Readonly<{ organisationId: string }>

/**
 * The organisations within a scope, as a subquery: `.where('organisationId', 'in', within(db, scope))`. This is the
 * only rule of visibility: every read for a caller uses it, and an id outside is answered as if it did not exist.
 */
export function within(db: Db, scope: DataScope) {
  return organisationsUnder(db, scope.organisationId)
}

/** `isAll`: the scope is known to be the platform's, which sees every row. */
export type KnownScope = DataScope & Readonly<{ isAll?: boolean }>

/** True if the organisation in `column` is within the scope. For the platform it needs no list of organisations. */
export const isSeenBy = (db: Db, { organisationId, isAll = false }: KnownScope, column: string) =>
  isAll ? isAnywhere : isUnder(db, organisationId, column)

export async function isWithin(db: Db, scope: DataScope, organisationId: string): Promise<boolean> {
  const row = await within(db, scope).where('descendantId', '=', organisationId).executeTakeFirst()
  return row !== undefined
}

/**
 * The given organisations that are in one's own line: itself, those below it, and those above it up to the platform,
 * which hold stock until it is handed down. Siblings and organisations below them are not.
 */
export const amongOwnLine = (
  db: Db,
  { organisationId }: DataScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => findOfLine(db, organisationId, [...new Set(ids)])

/** The caller of a call has the kind of its organisation; for a job it is looked up. */
export type CallerScope = DataScope & Readonly<{ organisationKind?: string }>
type CallCtx = Readonly<{ db: Db; caller: CallerScope }>

/** Whether the caller belongs to the platform's own organisation. */
export const isPlatformStaff = async ({ db, caller }: CallCtx): Promise<boolean> =>
  caller.organisationKind === undefined ? isPlatform(db, caller.organisationId) : caller.organisationKind === 'platform'

/** The scope of a caller, with whether it is the platform's. */
export const knownScope = async (db: Db, caller: CallerScope): Promise<KnownScope> => ({
  organisationId: caller.organisationId,
  isAll: await isPlatformStaff({ db, caller }),
})

/** A longer list of organisations costs more than it helps the planner. */
const maxListed = 5000

/**
 * The rule of visibility for lists: the organisations are passed as values, so that PostgreSQL sees whether few rows or nearly all are
 * within, and chooses its index accordingly (200 ms or 1 ms for a small customer among a million devices).
 */
export async function listedWithin(db: Db, { organisationId }: DataScope): Promise<SeenIn> {
  const ids = await listOrganisationIdsUnder(db, organisationId, maxListed + 1)
  return ids.length > maxListed ? (column) => isUnder(db, organisationId, column) : (column) => isAmong(column, ids)
}

/** The same for a caller. The platform sees every row and needs no list. */
export const seenInList = async (db: Db, caller: CallerScope): Promise<SeenIn> =>
  (await isPlatformStaff({ db, caller })) ? () => isAnywhere : listedWithin(db, caller)

/**
 * Refuses everybody but the platform's own staff, whatever the caller's role: shared data such as products is changed
 * by them alone, and facts about the platform are shown to them alone. `key`: the words of the refusal.
 */
export async function requirePlatformStaff(
  ctx: CallCtx,
  key: 'product.platformOnly' | 'system.platformOnly' = 'product.platformOnly',
): Promise<void> {
  if (!(await isPlatformStaff(ctx))) refuse(key)
}
