import type { Triple } from '../fake-device.ts'
import type { Message } from './packing.ts'
import { isValue, type Item } from './series.ts'

/** The sender of a message: the device itself, or the gateway that it is behind. */
export type Way = Readonly<{ self: Triple; gateway: Triple | undefined }>

const own = ({ productKey, deviceName }: Triple, topic: string) =>
  `/sys/${productKey}/${deviceName}/thing/event/${topic}`
const timed = (item: Item) => ({ value: isValue(item) ? item.value : item.output, time: item.at })

/** `{ Identifier: [{ value, time }, …] }`, in the order of the items. */
const listed = (items: readonly Item[]) =>
  Object.fromEntries([...Map.groupBy(items, ({ identifier }) => identifier)].map(([key, own]) => [key, own.map(timed)]))

/** `[{ Identifier: { value, time }, … }, …]`: one value of each in an entry. */
function inEntries(items: readonly Item[]) {
  const entries: Record<string, unknown>[] = []
  for (const item of items) {
    const last = entries.at(-1)
    if (last === undefined || item.identifier in last) entries.push({ [item.identifier]: timed(item) })
    else last[item.identifier] = timed(item)
  }
  return entries
}

export function payloadOf({ id, form, items }: Message, { self, gateway }: Way): { topic: string; payload: string } {
  const values = items.filter(isValue)
  const events = items.filter((item) => !isValue(item))
  const message = (sender: Triple, topic: string, params: unknown) => ({
    topic: own(sender, topic),
    payload: JSON.stringify({ id, version: '1.0', params, method: `thing.event.${topic.replaceAll('/', '.')}` }),
  })
  const both = { properties: listed(values), ...(events.length === 0 ? {} : { events: listed(events) }) }
  const { productKey, deviceName } = self
  const identity = { productKey, deviceName }
  if (form === 'live') {
    const [event] = events
    if (event !== undefined) return message(self, `${event.identifier}/post`, timed(event))
    return message(self, 'property/post', inEntries(values)[0] ?? {})
  }
  if (form === 'batch') return message(self, 'property/batch/post', both)
  if (form === 'pack')
    return gateway === undefined
      ? message(self, 'property/pack/post', both)
      : message(gateway, 'property/pack/post', { subDevices: [{ identity, ...both }] })
  const history = { identity, properties: inEntries(values), events: inEntries(events) }
  return message(gateway ?? self, 'property/history/post', [history])
}
