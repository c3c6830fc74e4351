import { downTopics } from '@brigade/contract/link/alink.topics.ts'
import { topicName } from '@brigade/contract/topic.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { repeat } from '../../platform/repeat.ts'
import type { Log } from '../../platform/log.ts'
import type { ExternalBroker } from '../../platform/mqtt/external/external-broker.ts'
import { brokerConnectorId } from '../../device/presence/presence.store.ts'
import { listSilent, markProbed } from './broker-client.store.ts'
import { recordConnections } from './broker-presence.ts'
import { messageLife } from '@brigade/contract/link/message-life.ts'
import { keepLease } from '../session/renew-lease.ts'

export type SilenceRule = Readonly<{
  /** Minimum silence before a device is probed. */
  minSeconds: number
  everyMs: number
}>
const usualSilence: SilenceRule = { minSeconds: 300, everyMs: 30_000 }
const maxConcurrent = 500
const renewEveryMs = 1000

/**
 * Corrects the states of devices at a broker after notices were lost. A device that was silent for longer than its keep-alive allows is
 * sent an unsolicited reply, which it ignores: if the broker has no subscriber for it, the device is offline.
 */
export function startBrokerPresence({
  db,
  clock,
  log,
  mqtt,
  silence = usualSilence,
}: Readonly<{
  db: Db
  clock: Clock
  log: Log
  mqtt: Pick<ExternalBroker, 'send' | 'receivesNotices'>
  silence?: SilenceRule | undefined
}>): { stop: () => Promise<void> } {
  const renewing = repeat(keepLease({ db, clock, log, connectorId: brokerConnectorId }), {
    pauseMs: renewEveryMs,
    log,
    onErrorMessage: 'The lease for the broker could not be renewed',
  })

  async function lookForSilent() {
    // Only the process that receives connect and disconnect notices does this.
    if (!mqtt.receivesNotices()) return
    const { minSeconds } = silence
    const silent = await listSilent(db, {
      connectorId: brokerConnectorId,
      nowMs: clock.now(),
      minSeconds,
      most: maxConcurrent,
    })
    const looked = await Promise.all(
      silent.map(async (device) => {
        const topic = topicName(downTopics.propertyPostReply, device)
        const payload = '{"id":"0","code":200,"data":{},"message":"success","version":"1.0"}'
        return { device, isThere: await mqtt.send('', topic, payload, messageLife) }
      }),
    )
    // A result from a broken connection is not evidence.
    if (looked.length === 0 || !mqtt.receivesNotices()) return
    const idsOf = (isThere: boolean) => looked.filter((one) => one.isThere === isThere).map(({ device }) => device.id)
    await markProbed(db, idsOf(true), clock.now())
    const gone = idsOf(false)
    if (gone.length === 0) return
    log.info({ devices: gone.length }, 'Devices that the broker no longer has were set offline')
    const atMs = clock.now()
    const went = { online: false, reason: 'keep_alive', address: '', protocol: '', atMs } as const
    await recordConnections(
      db,
      gone.map((deviceId) => ({ deviceId, ...went })),
    )
  }

  const looking = repeat(lookForSilent, {
    pauseMs: silence.everyMs,
    log,
    onErrorMessage: 'Silent devices could not be looked for',
  })
  return {
    stop: async () => {
      await looking.stop()
      await renewing.stop()
    },
  }
}
