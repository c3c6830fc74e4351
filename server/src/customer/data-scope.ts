import type { Db } from '../platform/db/database.ts'
import { organisationsUnder } from './organisation-tree.store.ts'

/** Who asks, as far as data is concerned: an organisation sees itself and everything below it (product.md, Access). A `Caller` is one. */
export type DataScope = Readonly<{ organisationId: string }>

/**
 * The organisations within a scope, as a subquery: `.where('organisationId', 'in', within(db, scope))`. The one place that
 * decides; whatever is read for a caller passes through it, and an id outside answers as if it did not exist.
 */
export function within(db: Db, scope: DataScope) {
  return organisationsUnder(db, scope.organisationId)
}
