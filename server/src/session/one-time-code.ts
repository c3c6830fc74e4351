import { sessionLimits } from '@brigade/contract/session/session.rules.ts'
import type { Platform } from '../platform/http/context.ts'
import { insertCode } from './sign-in.store.ts'
import { hashOf, newToken } from '../platform/secret/token.ts'

/** A code that signs in to an account once, within 60 seconds (`/login?code=…`), recorded with its requester. */
export async function mintCode(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { accountId, mintedBy }: { accountId: string; mintedBy: string | null },
): Promise<string> {
  const code = newToken()
  const expiresAt = clock.now() + sessionLimits.codeSeconds * 1000
  await insertCode(db, { codeHash: hashOf(code), accountId, mintedBy, expiresAt })
  return code
}
