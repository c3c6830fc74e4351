import { closeByReply, findOtherName } from '../../command/command-outcome.store.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { kept, type Entry, type Served, type Serving } from '../../telemetry/messages/message.ts'
import { outcomeOfReply } from '../alink/reply.ts'

/** Serves the request of a message; undefined if it has none. */
export async function serveEntry(
  trx: Transaction,
  entry: Entry,
  { nowMs, ...serving }: Omit<Serving, 'isRepeated'>,
): Promise<Served | undefined> {
  const { device, read, isRepeated = false } = entry
  if (read.commandReply === undefined) return read.serve?.(trx, { nowMs, isRepeated, ...serving })
  if (isRepeated) return undefined
  const answer = { deviceId: device.id, ...read.commandReply }
  const isOurs = await closeByReply(trx, answer, nowMs, 'told afterwards')
  const other = isOurs ? await findOtherName(trx, answer) : undefined
  return {
    code: read.code,
    outcome: isOurs ? outcomeOfReply(read.commandReply.code) : 'unknown',
    ...(other === undefined ? {} : { dropped: [kept({ identifier: other, reason: 'otherService', value: null })] }),
  }
}
