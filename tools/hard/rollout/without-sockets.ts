import { setTimeout as wait } from 'node:timers/promises'
import { ingest, openIntake, readEntries } from '@brigade/server/link/intake/ingest.ts'
import type { Incoming } from '@brigade/server/platform/mqtt/mqtt-hooks.ts'
import { takeOffers } from '@brigade/server/testing/firmware/stand-ins.ts'
import type { TestApp } from '@brigade/server/testing/start-app.ts'
import type { LinkedDevice } from '@brigade/server/telemetry/messages/message.ts'
import { sql } from 'kysely'
import { download } from './mqtt-fleet.ts'
import { takeOffer, troubleOf } from './trouble.ts'
import { whileDatabaseIsAway } from './while-database-is-away.ts'

const maxBatchDevices = 500
type Message = Incoming & Readonly<{ device: LinkedDevice }>

/** The entry by which a link takes the messages of its devices: batches, one transaction each. */
function linkEntry(app: TestApp) {
  const intake = openIntake(app)
  let waiting: { message: Message; stored: PromiseWithResolvers<void> }[] = []
  let isWriting = false

  const store = (messages: readonly Message[]) =>
    whileDatabaseIsAway(() =>
      ingest(intake, messages, (message) => readEntries(intake, { device: message.device }, message), app.clock.now()),
    )

  /** Every outcome is in the promises of the messages, so this one never rejects. */
  async function write(): Promise<void> {
    isWriting = true
    while (waiting.length > 0) {
      const batch = waiting.slice(0, maxBatchDevices)
      waiting = waiting.slice(maxBatchDevices)
      try {
        await store(batch.map(({ message }) => message))
        for (const { stored } of batch) stored.resolve()
      } catch (error) {
        for (const { stored } of batch) stored.reject(error)
      }
    }
    isWriting = false
  }

  return {
    /** Resolves when it is stored, when a device would get PUBACK. */
    send: (device: LinkedDevice, what: 'inform' | 'progress', params: unknown): Promise<void> => {
      const stored = Promise.withResolvers<void>()
      const topic = `/ota/device/${what}/${device.productKey}/${device.deviceName}`
      const payload = Buffer.from(JSON.stringify({ id: '1', params }))
      const receivedAt = app.clock.now()
      waiting.push({ message: { key: device.deviceName, topic, payload, again: false, receivedAt, device }, stored })
      if (!isWriting) setImmediate(() => void (isWriting ? undefined : write()))
      return stored.promise
    },
  }
}

/**
 * Devices without connections: their messages go through the link's entry point, and offers are taken as connectors
 * take them.
 */
export async function startFleetWithoutSockets(app: TestApp, url: () => string) {
  const byId = await listFleet(app)
  const entry = linkEntry(app)
  let [isOver, offers] = [false, 0]
  const failed = Promise.withResolvers<never>()
  // A caller that awaits it later still receives the error.
  failed.promise.catch(() => undefined)

  async function react({ deviceId, path, size, version }: Awaited<ReturnType<typeof takeOffers>>[number]) {
    const own = byId.get(deviceId)
    if (own === undefined) return
    offers += 1
    own.offers += 1
    for await (const report of takeOffer(troubleOf(own.number, own.offers), version, () =>
      download(url() + path, size),
    ))
      await ('step' in report
        ? entry.send(own.device, 'progress', { step: String(report.step) })
        : entry.send(own.device, 'inform', report))
  }
  const running = (async () => {
    const reacting = new Set<Promise<void>>()
    while (!isOver) {
      const taken = await whileDatabaseIsAway(() => takeOffers(app, 500))
      for (const offer of taken) {
        const one: Promise<void> = react(offer)
          .catch(failed.reject)
          .finally(() => reacting.delete(one))
        reacting.add(one)
      }
      // At most as many as the devices of one machine would read at once.
      while (reacting.size > 400) await Promise.race(reacting)
      if (taken.length === 0) await wait(50)
    }
    await Promise.all(reacting)
  })().catch(failed.reject)
  return {
    devices: byId.size,
    offers: () => offers,
    /** Rejects with the first error that is not a lost connection to the database. */
    failed: failed.promise,
    stop: async () => {
      isOver = true
      await Promise.race([running, failed.promise])
    },
  }
}

async function listFleet(app: TestApp) {
  const { rows } = await sql<{ id: string; sn: string; productId: string; productKey: string }>`
    select d.id::text, d.sn, p.id::text as product_id, p.product_key from device d join device_state s on s.device_id = d.id
      join product p on p.id = s.product_id order by d.id`.execute(app.db)
  return new Map(
    rows.map(({ id, sn, productId, productKey }, number) => [
      id,
      { number, offers: 0, device: { id, deviceName: sn, productId, productKey } },
    ]),
  )
}
