import type { AccountSession } from '@brigade/contract/system/account/account.model.ts'

export type Deed = 'enable' | 'disable' | 'remove' | 'reset' | 'resetTwoStep' | 'unlock' | 'endOne' | 'endAll'

/** What is asked before it is done. */
export type Question = {
  deed: Deed
  account: { id: string; name: string }
  /** For `endOne`. */
  session?: AccountSession & { browser: string }
}
