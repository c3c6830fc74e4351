// @alone: leaves much memory behind.
import { walkScopes } from './testing/scope-walk/walk-scopes.ts'

/** As the platform, which sees all, and as a customer, who sees least. */
walkScopes(['P', 'C1'], { isWhole: true })
