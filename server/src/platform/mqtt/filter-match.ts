/** Whether a subscription to `filter` matches `topic` (MQTT 3.1.1, 4.7): `+` is one level, `#` all that follow. */
function matches(filter: string, topic: string): boolean {
  if (filter === topic) return true
  if (!filter.includes('+') && !filter.endsWith('#')) return false
  const levels = topic.split('/')
  const wanted = filter.split('/')
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    if (at >= levels.length || (level !== '+' && level !== levels[at])) return false
  }
  return wanted.length === levels.length
}

const longestFilterBytes = 256
/** The limit applies to each device; a gateway subscribes for its sub-devices too, over its own connection. */
const maxFilters = 100
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/

/** The subscriptions of a connection, for its lifetime. */
export type Subscriptions = Readonly<{
  /** Whether another filter fits within the limits. */
  hasRoom: (filter: string) => boolean
  /** `qos`: which was granted. */
  add: (filter: string, qos: number) => void
  remove: (filter: string) => void
  /** Whether one of the filters matches a topic. */
  matches: (topic: string) => boolean
  /** Whether messages of a topic are acknowledged: not if all its filters were granted QoS 0. */
  isAcknowledged: (topic: string) => boolean
}>

/** `ownerOf` names the device that a topic or a filter belongs to. */
export function subscriptions(ownerOf: (topic: string) => string): Subscriptions {
  const byOwner = new Map<string, Map<string, number>>()
  const besides = (filter: string): ReadonlyMap<string, number> => byOwner.get(ownerOf(filter)) ?? new Map()
  return {
    hasRoom: (filter) => {
      if (Buffer.byteLength(filter) > longestFilterBytes || control.test(filter)) return false
      const others = besides(filter)
      return others.has(filter) || others.size < maxFilters
    },
    add: (filter, qos) => {
      const owner = ownerOf(filter)
      const own = byOwner.get(owner) ?? new Map<string, number>()
      byOwner.set(owner, own.set(filter, qos))
    },
    remove: (filter) => {
      const owner = ownerOf(filter)
      const own = byOwner.get(owner)
      own?.delete(filter)
      if (own?.size === 0) byOwner.delete(owner)
    },
    matches: (topic) => {
      const own = besides(topic)
      return own.has(topic) || [...own.keys()].some((filter) => matches(filter, topic))
    },
    isAcknowledged: (topic) => {
      const own = besides(topic)
      // Nearly every filter names a device, and nearly always the one of the topic: this runs for each message to a
      // device.
      const exact = own.get(topic)
      if (exact !== undefined && exact > 0) return true
      let hasPlain = exact === 0
      for (const [filter, qos] of own) {
        if (!matches(filter, topic)) continue
        if (qos > 0) return true
        hasPlain = true
      }
      return !hasPlain
    },
  }
}
