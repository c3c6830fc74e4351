import type { SignedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Serves } from './gateway-outcome.ts'
import { findUsesOfOthers, noteUses } from '../../device/credentials/sign-use.store.ts'

/** Constants that SDKs send in place of a time: the signature is then always the same, and every use is accepted. */
const constants: ReadonlySet<string> = new Set(['1524448722000', '2524608000000'])
/** Milliseconds since 1970, from September 2001 on: a shorter number is the time since a gateway started, or no time at all. */
const milliseconds = /^\d{13}$/

/** The time stamp that makes a signature single-use; undefined if it has none. */
function stampOf(device: SignedDevice): number | undefined {
  const stamp = Object.entries(device).find(([name]) => name.toLowerCase() === 'timestamp')?.[1]
  const text = typeof stamp === 'number' || typeof stamp === 'string' ? String(stamp).trim() : ''
  return milliseconds.test(text) && !constants.has(text) ? Number(text) : undefined
}

/**
 * Records the use of sub-devices' signatures. Returns the ids of those with a signature that was used before, here or
 * in another process. A message that a gateway repeats because its acknowledgement was lost is no second use.
 */
export async function useSigns(
  trx: Transaction,
  { digest, nowMs, isRepeated }: Pick<Serves, 'digest' | 'nowMs' | 'isRepeated'>,
  signed: readonly Readonly<{ deviceId: string; device: SignedDevice }>[],
): Promise<ReadonlySet<string>> {
  // A device named twice in a message is one use.
  const uses = new Map(
    signed.flatMap(({ deviceId, device }) => {
      const stampMs = stampOf(device)
      return stampMs === undefined ? [] : [[`${deviceId} ${stampMs}`, { deviceId, stampMs }]]
    }),
  )
  if (uses.size === 0) return new Set()
  const given = [...uses.values()]
  return isRepeated ? findUsesOfOthers(trx, given, digest) : noteUses(trx, given, { message: digest, nowMs })
}
