// @alone: leaves much memory behind.
import { walkScopes } from './testing/scope-walk/walk-scopes.ts'

/** The caller is a distributor, with organisations above, below and beside it. */
walkScopes(['D1'], { isWhole: false })
