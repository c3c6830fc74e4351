// @alone: leaves much memory behind.
import { walkScopes } from './testing/scope-walk/walk-scopes.ts'

/** The callers are the platform, which sees all, and a customer, who sees least. */
walkScopes(['P', 'C1'], { isWhole: true })
