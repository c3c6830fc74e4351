import type { Db } from '../../platform/db/database.ts'
import { maskSecrets } from '../../telemetry/messages/mask-secrets.ts'
import { findSeenMessages } from '../../telemetry/messages/message.store.ts'
import type { Entry } from '../../telemetry/messages/message.ts'

/** The compared, stored and displayed form of the entry. */
export function kept(entry: Entry): Entry {
  const payload = maskSecrets(entry.payload)
  return payload === entry.payload ? entry : { ...entry, payload }
}

/** Marks messages that a device sent again and that are stored already, in the trace or earlier in this batch. */
export async function markDuplicates(db: Db, entries: readonly Entry[], nowMs: number): Promise<readonly Entry[]> {
  const suspects = entries.filter((entry) => entry.again)
  if (suspects.length === 0) return entries
  const stored = await findSeenMessages(
    db,
    suspects.map(({ device, topic, payload }) => ({ deviceId: device.id, topic, payload })),
    nowMs,
  )
  const seen = new Set(suspects.filter((_, index) => stored.has(index)))
  const inBatch = new Set<string>()
  return entries.map((entry) => {
    const content = JSON.stringify([entry.device.id, entry.topic, entry.payload])
    const isRepeated = entry.again && (seen.has(entry) || inBatch.has(content))
    inBatch.add(content)
    return isRepeated ? { ...entry, isRepeated } : entry
  })
}
