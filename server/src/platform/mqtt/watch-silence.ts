import type { LiveConnection, ServerState } from './live-connections.ts'

/**
 * Without a keep-alive a device counts as connected for as long as with Alibaba's maximum (alink.md 2.1): 1.5 times
 * 1,200 s.
 */
const silentAfterMs = 1_800_000
const lookForSilenceMs = 1000
const lookForKeepAliveMs = 500
/** MQTT 3.1.1, 3.1.2.10: a device that sends nothing for one and a half keep-alives is disconnected. */
const keepAlives = 1.5

/** Reports which connections without a keep-alive are silent for too long, and ends those with one. */
export function watchSilence<T>(state: ServerState<T>): Readonly<{ stop: () => void }> {
  const timers = [
    setInterval(() => reportSilent(state), lookForSilenceMs),
    setInterval(() => endSilent(state), lookForKeepAliveMs),
  ]
  for (const timer of timers) timer.unref()
  return {
    stop: () => {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function reportSilent<T>({ hooks, now, unhurried, guards }: ServerState<T>): void {
  for (const entry of unhurried) {
    const isSilent = now() - (guards.get(entry.client.conn)?.receivedAtMs() ?? 0) > silentAfterMs
    if (isSilent === entry.isSilent) continue
    entry.isSilent = isSilent
    hooks.onSilence?.(entry.connection, isSilent)
  }
}

/**
 * Each look counts as half a second, however long ago the last one was: while our own loop was blocked, nothing was
 * read. A connection whose bytes wait to be read (the queue is full, or its own message is being written) is not silent
 * either.
 */
function endSilent<T>({ hurried, guards }: ServerState<T>): void {
  const receivedBy = ({ client }: LiveConnection) => guards.get(client.conn)?.receivedBytes() ?? 0
  const isHeard = (entry: LiveConnection) =>
    entry.client.conn.readableLength > 0 || receivedBy(entry) !== entry.heardBytes
  const late: LiveConnection[] = []
  for (const entry of hurried) {
    entry.silentMs = isHeard(entry) ? 0 : entry.silentMs + lookForKeepAliveMs
    entry.heardBytes = receivedBy(entry)
    if (entry.silentMs > (entry.connection.keepAliveSeconds ?? 0) * 1000 * keepAlives) late.push(entry)
  }
  if (late.length === 0) return
  // Data that has arrived by now is read first.
  setImmediate(() => {
    for (const entry of late) {
      if (isHeard(entry)) continue
      entry.reason ??= 'keep_alive'
      entry.client.close()
    }
  })
}
