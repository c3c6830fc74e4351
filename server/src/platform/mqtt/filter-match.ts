/** Whether a subscription to `filter` hears `topic` (MQTT 3.1.1, 4.7): `+` is one level, `#` all that follow. */
function hears(filter: string, topic: string): boolean {
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

type Listening = Readonly<{ subscribed: ReadonlySet<string> }>

/** The keys of those that hear a topic. */
export const listeners = (live: ReadonlyMap<string, Listening>, topic: string): string[] =>
  [...live].flatMap(([key, listening]) => (isListening(listening, topic) ? [key] : []))

export const isListening = ({ subscribed }: Listening, topic: string): boolean =>
  subscribed.has(topic) || [...subscribed].some((filter) => hears(filter, topic))

const longestFilterBytes = 256
const mostFilters = 100
// oxlint-disable-next-line no-control-regex -- they are what is looked for
const control = /[\u0000-\u001f\u007f-\u009f]/

/** Whether a device may have this filter beside those it has: they are kept for as long as it is connected. */
export const isFilterWithinLimits = (filter: string, subscribed: ReadonlySet<string> = new Set()): boolean =>
  Buffer.byteLength(filter) <= longestFilterBytes &&
  !control.test(filter) &&
  (subscribed.has(filter) || subscribed.size < mostFilters)
