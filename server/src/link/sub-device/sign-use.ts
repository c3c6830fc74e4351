import type { SignedDevice } from '@brigade/contract/link/gateway.topics.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { Serves } from './gateway-outcome.ts'
import { findUsesOfOthers, noteUses } from '../../device/credentials/sign-use.store.ts'

/** What SDKs write where a time should stand: with it a signature is the same each time, and counts each time. */
const constants: ReadonlySet<string> = new Set(['1524448722000', '2524608000000'])
/** Milliseconds since 1970, from September 2001 on: a shorter number is the time since a gateway started, or no time at all. */
const milliseconds = /^\d{13}$/

/** The time stamp that makes a signature one that is used once; undefined where it carries none such. */
function stampOf(device: SignedDevice): number | undefined {
  const stamp = Object.entries(device).find(([name]) => name.toLowerCase() === 'timestamp')?.[1]
  const text = typeof stamp === 'number' || typeof stamp === 'string' ? String(stamp).trim() : ''
  return milliseconds.test(text) && !constants.has(text) ? Number(text) : undefined
}

/**
 * Uses up what sub-devices signed. Answers the ids of those whose signature was used before, here or elsewhere. What a gateway
 * sends again because its acknowledgement was lost is no second use.
 */
export async function useSigns(
  trx: Transaction,
  { digest, nowMs, isRepeated }: Pick<Serves, 'digest' | 'nowMs' | 'isRepeated'>,
  signed: readonly Readonly<{ deviceId: string; device: SignedDevice }>[],
): Promise<ReadonlySet<string>> {
  // One that is named twice in a message is used once.
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
