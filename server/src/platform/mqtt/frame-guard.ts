/** MQTT 3.1.1, 2.2: the type is in the first byte's upper half, then 1 to 4 bytes give the remaining length. */
const disconnectType = 14
const longestLengthBytes = 4

export type FrameGuard = Readonly<{
  /**
   * Examines the next bytes of a client. `too-long`: a packet over the limit begins in them; `malformed`: a length does
   * not end. The verdict comes before the parser buffers any of it.
   */
  watch: (chunk: Buffer) => 'fine' | 'too-long' | 'malformed'
  /** Whether a DISCONNECT has arrived: the only sign that a client left on purpose. */
  hasDisconnected: () => boolean
}>

/**
 * Follows the packet boundaries in a stream of bytes, at the cost of a few operations a packet. The first packet may
 * have a separate limit.
 */
export function frameGuard(maxBytes: number, maxFirstBytes = maxBytes): FrameGuard {
  let type = -1
  let length = 0
  let lengthBytes = 0
  let left = 0
  let goodbye = false
  let isFirst = true

  function watch(chunk: Buffer): 'fine' | 'too-long' | 'malformed' {
    let at = 0
    while (at < chunk.length) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        continue
      }
      const byte = chunk.readUInt8(at)
      at += 1
      if (type === -1) {
        type = byte >> 4
        length = 0
        lengthBytes = 0
        continue
      }
      length += (byte & 0x7f) * 128 ** lengthBytes
      lengthBytes += 1
      if (byte >= 0x80) {
        if (lengthBytes === longestLengthBytes) return 'malformed'
        continue
      }
      if (length > (isFirst ? maxFirstBytes : maxBytes)) return 'too-long'
      isFirst = false
      if (type === disconnectType) goodbye = true
      left = length
      type = -1
    }
    return 'fine'
  }

  return { watch, hasDisconnected: () => goodbye }
}
