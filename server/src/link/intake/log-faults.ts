import type { Log } from '../../platform/log.ts'
import type { OnFault } from './ingest.ts'

const pauseMs = 10_000

/** Logs errors that messages caused: one in 10 s with the number of those since, so that no device can fill the log. */
export function logFaults({ log, now }: { log: Log; now: () => number }): OnFault {
  let silentUntil = 0
  let unlogged = 0
  return (error, { device, topic }) => {
    if (now() < silentUntil) {
      unlogged += 1
      return
    }
    log.error(
      { err: error, deviceId: device?.id, topic, unlogged },
      'A message was refused: it cannot be read or stored',
    )
    silentUntil = now() + pauseMs
    unlogged = 0
  }
}
