import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { mosquittoLog, startMosquitto } from '@brigade/server/testing/mosquitto.ts'
import { notedBy, type Lateness } from './lateness.ts'
import type { BrokerLoss } from './verify-device.ts'

/** A Mosquitto that is killed now and then, and restarted with its saved state. */
export type Broker = Readonly<{
  url: string
  kill: () => Promise<void>
  /** Periods in which a kill may have lost messages, by the times at which the devices noted their acknowledgements. */
  losses: (late: readonly Lateness[]) => readonly BrokerLoss[]
  stop: () => Promise<void>
}>

const awayMs = 2000
/** Its log has whole seconds. */
const logMs = 1000
/** The delay of an acknowledgement to a device whose process is not blocked. */
const listeningMs = 300

export async function startBroker(): Promise<Broker> {
  const keepIn = mkdtempSync(path.join(os.tmpdir(), 'brigade-mosquitto-kept-'))
  let running = await startMosquitto({ keepIn })
  const { url, port } = running
  const kills: { savedAtMs: number; backAtMs: number }[] = []

  /** It acknowledges nothing while it writes: everything from before the file was begun is in it. */
  const savedAtMs = () => statSync(path.join(keepIn, 'mosquitto.db'), { throwIfNoEntry: false })?.birthtimeMs ?? 0

  return {
    url,
    kill: async () => {
      await running.kill()
      const saved = savedAtMs()
      await wait(awayMs)
      kills.push({ savedAtMs: saved, backAtMs: Date.now() })
      running = await startMosquitto({ keepIn, port })
    },
    losses: (late) => {
      // It does not save shared subscriptions (2.0.11): until they are renewed it acknowledges messages that nobody
      // receives.
      const subscribedAt = readFileSync(mosquittoLog(keepIn), 'utf8')
        .split('\n')
        .filter((line) => line.includes('$share/brigade/'))
        .map((line) => Number.parseInt(line, 10) * 1000)
      return kills.map(({ savedAtMs: fromMs, backAtMs }) => {
        const again = subscribedAt.find((atMs) => atMs >= backAtMs - logMs)
        return {
          fromMs,
          toMs: again === undefined ? Number.POSITIVE_INFINITY : notedBy(again + logMs, late) + listeningMs,
        }
      })
    },
    stop: async () => {
      await running[Symbol.asyncDispose]()
      rmSync(keepIn, { recursive: true, force: true })
    },
  }
}
