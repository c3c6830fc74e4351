import type { Transaction } from '../../platform/db/database.ts'
import { insertEvent } from '../../telemetry/events/event.store.ts'
import { kept, type DroppedEntry, type Entry } from '../../telemetry/messages/message.ts'

/**
 * Writes the events of messages in order. Returns those that were stored already, by message: a device that repeats an
 * event without MQTT's mark gets the same answer, and its trace shows that nothing was stored.
 */
export async function writeEvents(
  trx: Transaction,
  entries: readonly Entry[],
): Promise<ReadonlyMap<Entry, readonly DroppedEntry[]>> {
  const repeated = new Map<Entry, readonly DroppedEntry[]>()
  for (const entry of entries) {
    for (const event of entry.read.events ?? []) {
      if (await insertEvent(trx, entry.device.id, event)) continue
      const { identifier, output } = event
      repeated.set(entry, [...(repeated.get(entry) ?? []), kept({ identifier, reason: 'repeated', value: output })])
    }
  }
  return repeated
}
