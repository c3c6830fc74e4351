import { Readable } from 'node:stream'
import { bytesOf } from '../../platform/files/chunks.ts'
import type { Platform } from '../../platform/http/context.ts'
import type { DeviceFiles } from '../../platform/device-door/device-file-door.ts'
import { everything, upgradeMoved } from '../row/upgrade-row.store.ts'
import { hashOf } from '../../platform/secret/token.ts'
import { findAddressed } from './door.store.ts'
import { noteBegin, noteFileEnd, noteMs, noteNow, notePart, type Address } from './download-notes.ts'

/** Firmware that was offered: its address lives while the offer does. */
export const firmwareFiles: DeviceFiles = async (platform, token) => {
  const { db, clock, files } = platform
  const tokenHash = hashOf(token)
  const opened = await findAddressed(db, tokenHash, clock.now())
  if (opened === undefined) return undefined
  return {
    bytes: opened.bytes,
    etag: `"${opened.sha256.slice(0, 32)}"`,
    read: async ({ from, most, gone }) => {
      // A device that disconnected meanwhile has given up, and may have reported that.
      if (gone.aborted) return null
      const address = { opened, tokenHash }
      if (!(await noteBegin(platform, address))) return null
      const stream = await files.getStream(opened.fileId, from)
      if (stream === null) {
        platform.log.error({ fileId: opened.fileId }, 'The file of a firmware version is missing')
        return null
      }
      return passedOn(platform, address, {
        stream,
        most,
        isWhole: from === 0,
        reachesEnd: from + most >= opened.bytes,
        gone,
      })
    },
  }
}

type Passing = Readonly<{ stream: Readable; most: number; isWhole: boolean; reachesEnd: boolean; gone: AbortSignal }>

/** Passes bytes on and records them. The stream is cut when the address becomes invalid, and no byte follows. */
function passedOn(
  platform: Platform,
  address: Address,
  { stream, most, isWhole, reachesEnd, gone }: Passing,
): Readable {
  const { db, clock, live, log } = platform
  const { tokenHash } = address
  const { key } = address.opened
  let [sent, passedAt] = [0, clock.now()]
  let noting: Promise<void> = Promise.resolve()
  const leaving = new AbortController()

  async function* bytes() {
    let left = most
    try {
      for await (const chunk of bytesOf(stream)) {
        const some = chunk.subarray(0, left)
        left -= some.length
        sent += some.length
        passedAt = clock.now()
        if (left === 0 && reachesEnd) await noteEnd()
        yield some
        if (left === 0) return
      }
    } finally {
      clearInterval(timer)
      leaving.abort()
      stream.destroy()
      await noting
      if (sent > 0) await notePart(platform, address, taken())
    }
  }
  const passing = Readable.from(bytes(), { objectMode: false })
  const cut = () => passing.destroy(new Error('The address has died, or nobody reads'))
  const timer = setInterval(() => void note(), noteMs)
  gone.addEventListener('abort', cut)
  // Without an answer of the database nobody knows whether the address is still valid, so the device continues later.
  watchMoves().catch((error: unknown) => {
    log.warn({ err: error }, 'A download was cut because its address could not be looked up')
    cut()
  })
  // The reader receives the error of its stream; it is not a failure of ours.
  passing.on('error', () => undefined)
  return passing

  /** Records the bytes sent meanwhile, and cuts the stream if the address opens nothing any more. */
  function note(): Promise<void> {
    noting = noting
      .then(async () => {
        if (!(await noteNow(platform, address, taken()))) cut()
      })
      .catch((error: unknown) => log.warn({ err: error }, 'Bytes of a download were not noted'))
    return noting
  }

  function taken() {
    const bytes = sent
    sent = 0
    return { bytes, passedAt }
  }

  /**
   * The end of a file is recorded before it is sent: a device that has the whole file may report success after this process was killed.
   * The second try is over another connection to the database. Without success the device reads the end once more.
   */
  async function noteEnd(): Promise<void> {
    await noting
    // A client that reads only the end of the file may repeat that without limit.
    const end = () => (isWhole ? noteNow : noteFileEnd)(platform, address, taken())
    if (!(await end().catch(end))) cut()
  }

  /** The row moved: perhaps it may no longer be read. */
  async function watchMoves() {
    const own = `${key.taskId}.${key.deviceId}`
    for await (const moved of live.changes(upgradeMoved, leaving.signal))
      if ((moved.has(own) || moved.has(everything)) && (await findAddressed(db, tokenHash, clock.now())) === undefined)
        cut()
  }
}
