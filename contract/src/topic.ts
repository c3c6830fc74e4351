import type { z } from 'zod'

/** What devices say and hear: an MQTT topic with named places, and the shape of its payload. */
export type Topic<P extends z.ZodType = z.ZodType, N extends string = string> = Readonly<{
  pattern: N
  payload: P
  /** `up` from the device, `down` to it. */
  direction: 'up' | 'down'
}>

type Places<N extends string> = N extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
export type TopicParams<N extends string> = Readonly<Record<Places<N>, string>>

export function topic<const N extends string, P extends z.ZodType>(
  direction: 'up' | 'down',
  pattern: N,
  payload: P,
): Topic<P, N> {
  return { direction, pattern, payload }
}

/** The topic's name with its places filled in. */
export function topicName<N extends string>(of: Topic<z.ZodType, N>, params: TopicParams<N>): string {
  const filled = new Map<string, string>(Object.entries(params))
  return of.pattern.replace(/\{(\w+)\}/g, (_, place: string) => filled.get(place) ?? '')
}

/** The places of a topic's name, or null where it is another topic. A place never spans a slash. */
export function matchTopic<N extends string>(of: Topic<z.ZodType, N>, name: string): TopicParams<N> | null {
  const pattern = of.pattern.split('/')
  const levels = name.split('/')
  if (pattern.length !== levels.length) return null
  const params: Record<string, string> = {}
  for (const [index, part] of pattern.entries()) {
    const level = levels[index] ?? ''
    const place = /^(.*)\{(\w+)\}(.*)$/.exec(part)
    if (place === null) {
      if (part !== level) return null
      continue
    }
    const [, before = '', key = '', after = ''] = place
    if (!level.startsWith(before) || !level.endsWith(after) || level.length <= before.length + after.length) return null
    params[key] = level.slice(before.length, level.length - after.length)
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- filled from the pattern's own places
  return params as TopicParams<N>
}
