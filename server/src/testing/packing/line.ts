import { minuteMs } from '@brigade/contract/time.ts'
import { connectDevice, type FakeDevice, type Triple } from '../fake-device.ts'
import { within } from '../../platform/within.ts'
import { until } from '../until.ts'

type Outgoing = { topic: string; payload: string }

/** A device that keeps unacknowledged messages and sends them again, marked, on its next connection: QoS 1 of MQTT. */
export type Line = Readonly<{
  publish: (message: Outgoing) => Promise<void>
  /** Waits until everything is acknowledged. */
  flush: () => Promise<void>
  /** The connection ends without a word, and the next one begins. */
  cut: () => Promise<void>
  leave: () => Promise<void>
}>

const maxUnderWay = 20
/** With a connector that is killed, until the next one listens. */
const reconnectMs = minuteMs
const connectMs = 10_000

/** `port`: where the connector listens now. `begin`: what a gateway does first on each connection. */
export function openLine(
  port: () => number,
  triple: Triple,
  begin: (device: FakeDevice) => Promise<void> = () => Promise.resolve(),
): Line {
  let device: FakeDevice | undefined
  const pending = new Set<Outgoing>()
  let change = Promise.withResolvers<void>()

  const send = (connected: FakeDevice, message: Outgoing, dup: boolean) => {
    connected.send(message.topic, message.payload, { dup }).then(
      () => {
        pending.delete(message)
        change.resolve()
        change = Promise.withResolvers<void>()
      },
      () => undefined,
    )
  }
  const tryConnect = async (): Promise<FakeDevice | undefined> => {
    try {
      // A connector that accepts and does not answer is tried again.
      const connected = await within(connectDevice(port(), triple), connectMs)
      if (connected === 'nothing') return undefined
      // A publication on a connection that has ended is never acknowledged.
      const begun = await within(begin(connected), connectMs)
      return begun !== 'nothing' && connected.isConnected() ? connected : undefined
    } catch {
      return undefined
    }
  }
  const connected = async (): Promise<FakeDevice> => {
    if (device?.isConnected() === true) return device
    const next = await until(`a connection of ${triple.deviceName}`, tryConnect, reconnectMs)
    device = next
    for (const message of pending) send(next, message, true)
    return next
  }
  /** Waits until at most this many are unacknowledged. */
  const underWay = async (most: number) => {
    const giveUpAt = performance.now() + reconnectMs
    while (pending.size > most) {
      if (performance.now() > giveUpAt) throw new Error(`${triple.deviceName} waits in vain for acknowledgements`)
      const { ended } = await connected()
      if (pending.size > most) await within(Promise.race([change.promise, ended]), 1000)
    }
  }
  return {
    publish: async (message) => {
      const on = await connected()
      await underWay(maxUnderWay)
      const now = on.isConnected() ? on : await connected()
      pending.add(message)
      send(now, message, false)
    },
    flush: () => underWay(0),
    cut: async () => {
      device?.vanish()
      if (device !== undefined) await within(device.ended, connectMs)
      await connected()
    },
    leave: async () => {
      await underWay(0)
      if (device !== undefined) await within(device.leave(), connectMs)
    },
  }
}
