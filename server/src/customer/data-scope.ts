import type { Db } from '../platform/db/database.ts'
import { refuse } from '../platform/refusal.ts'
import { findOfLine, isPlatform, listOrganisationIdsUnder, organisationsUnder } from './organisation-tree.store.ts'

/** Who asks, as far as data is concerned: an organisation sees itself and everything below it (product.md, Access). A `Caller` is one. */
export type DataScope = Readonly<{ organisationId: string }>

/**
 * The organisations within a scope, as a subquery: `.where('organisationId', 'in', within(db, scope))`. The one place that
 * decides; whatever is read for a caller passes through it, and an id outside answers as if it did not exist.
 */
export function within(db: Db, scope: DataScope) {
  return organisationsUnder(db, scope.organisationId)
}

/** Longer lists cost more than they tell the planner. */
const mostListed = 5000

/**
 * The same as values, for lists: from them PostgreSQL knows whether few rows or nearly all are within, and chooses its index
 * by that (200 ms or 1 ms for a small customer among a million devices). Undefined where there are too many; then `within`.
 */
export async function organisationIdsWithin(db: Db, scope: DataScope): Promise<string[] | undefined> {
  const ids = await listOrganisationIdsUnder(db, scope.organisationId, mostListed + 1)
  return ids.length > mostListed ? undefined : ids
}

export async function isWithin(db: Db, scope: DataScope, organisationId: string): Promise<boolean> {
  const row = await within(db, scope).where('descendantId', '=', organisationId).executeTakeFirst()
  return row !== undefined
}

/**
 * Those of these organisations that are of one's own line: itself, what is below it, and what is above it up to the platform,
 * whose devices are stock until they are handed down. Its siblings and theirs are not.
 */
export const amongOwnLine = (
  db: Db,
  { organisationId }: DataScope,
  ids: readonly string[],
): Promise<ReadonlySet<string>> => findOfLine(db, organisationId, [...new Set(ids)])

type Asking = Readonly<{ db: Db; caller: DataScope }>

/** Whether who asks is of the platform's own organisation. */
export const isPlatformStaff = ({ db, caller }: Asking): Promise<boolean> => isPlatform(db, caller.organisationId)

/**
 * What is everybody's, as products are, is changed by the platform's own staff alone, whatever the role of another holds; what
 * concerns the platform is theirs to see. `key`: what anybody else is told.
 */
export async function requirePlatformStaff(
  asking: Asking,
  key: 'product.platformOnly' | 'system.platformOnly' = 'product.platformOnly',
): Promise<void> {
  if (!(await isPlatformStaff(asking))) refuse(key)
}
