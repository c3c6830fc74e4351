import type { AccountSession } from '@brigade/contract/system/account/account.model.ts'

export type Deed = 'enable' | 'disable' | 'remove' | 'reset' | 'resetTwoStep' | 'unlock' | 'endOne' | 'endAll'

/** The dialog asks this question before the act runs. */
export type Question = {
  deed: Deed
  account: { id: string; name: string }
  /** For `endOne`. */
  session?: AccountSession & { browser: string }
}
