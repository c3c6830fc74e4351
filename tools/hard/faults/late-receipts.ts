import type { DeviceRecord, Receipt } from './read-records.ts'

/** All devices share one process, which may take so long to note what it received. */
const notedLaterMs = 5000

type Command = Readonly<{ sentAt: string | null; deadlineAt: string }>

/**
 * What a device received of a command after its time. It may only come out of the buffers of a connection that the
 * device left unread while that time ended: nobody can take it back from there. Nothing that waited at the server or at the
 * broker may.
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

/** Whether it was sent while the device stood still. */
export function wasSentToFrozen({ sentAt }: Command, frozen: DeviceRecord['frozen']): boolean {
  const sent = sentAt === null ? Number.NaN : Date.parse(sentAt)
  return frozen.some(({ from, to }) => sent >= from && sent < to)
}
