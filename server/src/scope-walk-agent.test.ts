// @alone: leaves much memory behind.
import { walkScopes } from './testing/scope-walk/walk-scopes.ts'

/** The caller is an agent, with organisations above, below and beside it. */
walkScopes(['A1'], { isWhole: false })
