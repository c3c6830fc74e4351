import { setTimeout as wait } from 'node:timers/promises'
import { connectDevice, type Triple } from '@brigade/server/testing/fake-device.ts'

export type Reporter = Readonly<{
  /** Device times (epoch ms) of the reports that were acknowledged: each is one row of history. */
  acknowledged: ReadonlySet<number>
  /** Connects to the new port of the connector. */
  moveTo: (port: number) => void
  stop: () => Promise<void>
}>

const inFlight = 20

/**
 * A device that reports continuously at QoS 1 and reconnects whenever it is cut off; only acknowledged reports are
 * certain.
 */
export function keepReporting(port: number, triple: Triple, firstTimeMs: number): Reporter {
  const acknowledged = new Set<number>()
  let isStopped = false
  let at = port
  let timeMs = firstTimeMs

  async function connected() {
    const device = await connectDevice(at, triple, { connectTimeout: 2000 })
    while (!isStopped && device.isConnected()) {
      const times = Array.from({ length: inFlight }, () => (timeMs += 1))
      const sent = times.map(async (time) => {
        await device.report({ ChamberTemp: { value: 20 + (time % 100), time } }, String(time))
        acknowledged.add(time)
      })
      // A connection that ends leaves its reports unanswered for good.
      await Promise.race([Promise.allSettled(sent), device.ended])
      await wait(5)
    }
    device.vanish()
  }

  async function run() {
    while (!isStopped) {
      try {
        await connected()
      } catch {
        // The connector is away; a device tries again.
      }
      await wait(100)
    }
  }
  const running = run()
  return {
    acknowledged,
    moveTo: (next) => {
      at = next
    },
    stop: async () => {
      isStopped = true
      await running
    },
  }
}
