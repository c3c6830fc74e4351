import type { DeviceRecord, Receipt } from './read-records.ts'

/** All devices share one process, which may take this long to record what it received. */
const notedLaterMs = 5000

type Command = Readonly<{ sentAt: string | null; deadlineAt: string }>

/**
 * Counts commands that a device received after their deadline. A command may be late only if it was in the buffers of a
 * connection that the device left unread while the deadline passed, as nobody can take it back from there. No command
 * that waited at the server or the broker may be late.
 */
export function lateReceipts(
  { deadlineAt }: Pick<Command, 'deadlineAt'>,
  receipts: readonly Receipt[],
): Readonly<{ fromBuffers: number; lateMs: readonly number[] }> {
  const deadline = Date.parse(deadlineAt)
  const late = receipts.filter(({ at }) => at > deadline + notedLaterMs)
  const isFromBuffers = ({ frozen }: Receipt) => frozen !== null && frozen.from < deadline && frozen.to > deadline
  return {
    fromBuffers: late.filter(isFromBuffers).length,
    lateMs: late.filter((one) => !isFromBuffers(one)).map(({ at }) => at - deadline),
  }
}

/** Whether it was sent while the device was frozen. */
export function wasSentToFrozen({ sentAt }: Command, frozen: DeviceRecord['frozen']): boolean {
  const sent = sentAt === null ? Number.NaN : Date.parse(sentAt)
  return frozen.some(({ from, to }) => sent >= from && sent < to)
}
