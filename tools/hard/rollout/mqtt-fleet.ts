import { setTimeout as wait } from 'node:timers/promises'
import { connectDevice, type FakeDevice, type Triple } from '@brigade/server/testing/fake-device.ts'
import { z } from 'zod'
import { takeOffer, troubleOf } from './trouble.ts'

const Offer = z.object({ data: z.object({ url: z.string(), version: z.string(), size: z.number() }) })

type Options = Readonly<{ triples: readonly Triple[]; port: () => number; url: () => string }>

export type MqttFleet = Readonly<{
  connected: () => number
  /**
   * Offers that were received; those received twice over one connection; target versions that were reported and acknowledged, by device.
   */
  offers: () => number
  repeated: () => number
  acknowledged: () => ReadonlyMap<string, string>
  stop: () => Promise<void>
}>

/** Devices over real MQTT connections, which reconnect whenever they are lost, and continue their work. */
export function startMqttFleet({ triples, port, url }: Options): MqttFleet {
  const acknowledged = new Map<string, string>()
  let [isOver, connected, offers, repeated] = [false, 0, 0, 0]

  async function live(triple: Triple, number: number): Promise<void> {
    const { productKey, deviceName } = triple
    const topic = (what: string) => `/ota/device/${what}/${productKey}/${deviceName}`
    const own: Own = { version: '1.0.0', offers: 0, device: undefined, isAtWork: false, lastId: 0 }

    /** Sent again over the next connection until it is acknowledged. */
    async function deliver(what: 'inform' | 'progress', params: unknown): Promise<void> {
      // Another id each time, as SDKs count: a message with a repeated id counts as a duplicate.
      const id = String((own.lastId += 1))
      while (!isOver) {
        const { device } = own
        const isAcknowledged =
          device !== undefined && (await acknowledgedBy(device, device.send(topic(what), { id, params })))
        if (isAcknowledged) return
        await wait(300)
      }
    }

    async function upgrade({ url: address, version, size }: z.output<typeof Offer>['data']): Promise<void> {
      own.offers += 1
      const trouble = troubleOf(number, own.offers)
      const whole = () => download(url() + new URL(address).pathname, size)
      for await (const report of takeOffer(trouble, version, whole)) {
        if ('step' in report) await deliver('progress', { step: String(report.step) })
        else {
          if (trouble === 'none') own.version = report.version
          await deliver('inform', report)
          if (trouble === 'none' && !isOver) acknowledged.set(deviceName, report.version)
        }
      }
    }

    async function receiveOffers(device: FakeDevice): Promise<void> {
      await acknowledgedBy(
        device,
        device.send(topic('inform'), { id: String((own.lastId += 1)), params: { version: own.version } }),
      )
      const addresses = new Set<string>()
      while (!isOver && device.isConnected()) {
        const message = device.received.find((each) => each.topic === topic('upgrade'))
        if (message === undefined) {
          await Promise.race([wait(300), device.ended])
          continue
        }
        const { payload } = await device.receive(topic('upgrade'))
        const { data } = Offer.parse(JSON.parse(payload))
        offers += 1
        if (addresses.has(data.url)) repeated += 1
        addresses.add(data.url)
        if (own.isAtWork) continue
        own.isAtWork = true
        void upgrade(data).finally(() => {
          own.isAtWork = false
        })
      }
    }

    while (!isOver) {
      // A connector that dies during the handshake leaves nothing to wait for.
      own.device = await Promise.race([connectDevice(port(), triple).catch(() => undefined), wait(10_000, undefined)])
      if (own.device === undefined) {
        await wait(500 + Math.random() * 2000)
        continue
      }
      connected += 1
      await receiveOffers(own.device).catch(() => undefined)
      connected -= 1
      own.device.vanish()
    }
  }

  const running = triples.map((triple, number) => live(triple, number))
  return {
    connected: () => connected,
    offers: () => offers,
    repeated: () => repeated,
    acknowledged: () => acknowledged,
    stop: async () => {
      isOver = true
      await Promise.all(running)
    },
  }
}

type Own = { version: string; offers: number; device: FakeDevice | undefined; isAtWork: boolean; lastId: number }

const longestAcknowledgementMs = 20_000

/** Whether a message was acknowledged before its connection ended, and in time: a connection can die silently. */
const acknowledgedBy = (device: FakeDevice, sending: Promise<void>): Promise<boolean> =>
  Promise.race([
    sending.then(
      () => true,
      () => false,
    ),
    device.ended.then(() => false),
    wait(longestAcknowledgementMs, false, { ref: false }),
  ])

const longestDownloadMs = 20_000

/** Whether the file arrived completely: its api may be killed in the middle of the answer. */
export async function download(address: string, size: number): Promise<boolean> {
  const giveUp = new AbortController()
  const reading = fetch(address, { signal: giveUp.signal })
    .then((response) => response.arrayBuffer())
    .then(
      (bytes) => bytes.byteLength === size,
      () => false,
    )
  const isWhole = await Promise.race([reading, wait(longestDownloadMs, false)])
  giveUp.abort()
  return isWhole
}
