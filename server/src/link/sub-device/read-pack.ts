import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic } from '@brigade/contract/topic.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Incoming } from '../../platform/mqtt/mqtt-hooks.ts'
import { publishedModel } from '../../thing-model/published-models.ts'
import { keyOf } from '../../device/device-name.ts'
import { readEntries, type Intake } from '../intake/ingest.ts'
import { kept, type EntryReader, type Sender, type Entry, type LinkedDevice } from '../../telemetry/messages/message.ts'
import { readPacked, readParts, type Packed } from '../alink/read-report.ts'
import { noted } from '../alink/note-unreadable.ts'
import { textOf } from '../alink/readable-text.ts'
import { storedPayload } from '../intake/stored-payload.ts'
import { answeredTimes, withLostTimes, type Share } from '../alink/answer-times.ts'
import type { FindSessions } from './sessions-over.ts'

type Part = Packed['shares'][number]

type PackOptions = Readonly<{ sessionsOver: FindSessions; intake: Intake }>

/** Reads one message with reports of a gateway and of the sub-devices logged in over it. Each device gets its own entry. */
export function packReader({ sessionsOver, intake }: PackOptions): EntryReader {
  const ownerOf = ({ identity }: Part, from: LinkedDevice, open: ReadonlyMap<string, LinkedDevice>) =>
    identity === undefined || keyOf(identity) === keyOf(from) ? from : open.get(keyOf(identity))

  async function read(db: Db, message: Incoming, from: Sender): Promise<readonly Entry[]> {
    const { key, topic, again, receivedAt, connectedAt } = message
    const text = textOf(topic, message.payload)
    const packed = from.device.nodeType === 'gateway' ? readPacked({ topic, payload: text }) : null
    if (packed === null) return readEntries(intake, from, message)
    const { request, times } = packed
    const named = packed.shares.flatMap(({ identity }) => identity ?? [])
    const open = await sessionsOver(from.device, key).open(db, named)
    const owned = packed.shares.map((share) => ({ share, owner: ownerOf(share, from.device, open) }))
    const when = { receivedAt, messageId: String(request.id ?? ''), times }
    const entries: Entry[] = []
    const others: Share[] = []
    for (const [owner, shares] of Map.groupBy(owned, ({ owner: each }) => each)) {
      if (owner === undefined || owner.id === from.device.id) continue
      const parts = shares.flatMap(({ share }) => share.parts)
      const published = await publishedModel(intake, owner.productId)
      const read = readParts(parts, published?.model, when)
      const { productKey, deviceName } = owner
      others.push({ identity: { productKey, deviceName }, read })
      const content = { read: withLostTimes(read), payload: JSON.stringify(parts) }
      const through = from.device.deviceName
      entries.push({ device: owner, key, topic, again, receivedAt, connectedAt, through, ...content })
    }
    const own = owned.filter(({ owner }) => owner?.id === from.device.id).flatMap(({ share }) => share.parts)
    const published = await publishedModel(intake, from.device.productId)
    // A gateway that reports nothing of its own needs no thing model.
    const ownRead =
      published === undefined && own.every(({ properties = {}, events = {} }) => isEmpty(properties) && isEmpty(events))
        ? { code: alinkCodes.ok, dropped: [], values: [] }
        : readParts(own, published?.model, when)
    const strangers = owned.flatMap(({ share: { identity }, owner }) => {
      const name = `${identity?.productKey ?? ''}/${identity?.deviceName ?? ''}`
      return owner === undefined ? [kept({ identifier: name, reason: 'otherDevice', value: null })] : []
    })
    const up = matchTopic(upTopics.propertyHistoryPost, topic)
      ? upTopics.propertyHistoryPost
      : upTopics.propertyPackPost
    const result = { ...ownRead, dropped: [...ownRead.dropped, ...strangers] }
    const asked = { request, payload: text, topic: `${topic}_reply`, method: methodOf(up) }
    const read = noted(answeredTimes(result, asked, others), topic, text)
    const payload = storedPayload(text)
    return [{ device: from.device, key, topic, payload, again, receivedAt, connectedAt, read }, ...entries]
  }

  return { reads: (topic) => isPack.test(topic), read }
}

/** This runs for every message, so it is cheap. */
const isPack = /\/thing\/event\/property\/(?:pack|history)\/post$/
const isEmpty = (given: object): boolean => Object.keys(given).length === 0
