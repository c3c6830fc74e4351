// @alone: leaves much memory behind.
import { walkScopes } from './testing/scope-walk/walk-scopes.ts'

/** As a distributor and as an agent, with organisations above, below and beside them. */
walkScopes(['D1', 'A1'], { isWhole: false })
