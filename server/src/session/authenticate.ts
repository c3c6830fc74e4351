import type { Caller, Platform } from '../platform/http/context.ts'

/** Who a token belongs to. `expired` opens the sign-in dialog, `invalid` leads to the login page (product.md, Sessions). */
export async function authenticate(_platform: Platform, _token: string): Promise<{ caller: Caller } | 'expired' | 'invalid'> {
  return 'invalid'
}
