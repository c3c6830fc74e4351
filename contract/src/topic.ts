import type { z } from 'zod'

/** A message of devices: an MQTT topic with named levels, and the shape of its payload. */
export type Topic<P extends z.ZodType = z.ZodType, N extends string = string> = Readonly<{
  pattern: N
  payload: P
  /** `up` from the device, `down` to it. */
  direction: 'up' | 'down'
  /** The pattern, taken apart once: every message of a device is matched against it. */
  levels: readonly Level[]
  /** The text after the last placeholder. Most names that do not match differ in it, so they need not be taken apart. */
  end: string
}>

/** A level of a pattern: a text, or a placeholder with the text before and after it. */
type Level = string | Readonly<{ before: string; place: string; after: string }>

function levelOf(level: string): Level {
  const [, before = '', place, after = ''] = /^(.*)\{(\w+)\}(.*)$/.exec(level) ?? []
  return place === undefined ? level : { before, place, after }
}

type Places<N extends string> = N extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never
export type TopicParams<N extends string> = Readonly<Record<Places<N>, string>>

export function topic<const N extends string, P extends z.ZodType>(
  direction: 'up' | 'down',
  pattern: N,
  payload: P,
): Topic<P, N> {
  return {
    direction,
    pattern,
    payload,
    levels: pattern.split('/').map(levelOf),
    end: pattern.slice(pattern.lastIndexOf('}') + 1),
  }
}

/** The topic's name with its places filled in. */
export function topicName<N extends string>(of: Topic<z.ZodType, N>, params: TopicParams<N>): string {
  const given: Readonly<Record<string, string>> = params
  const filled = (level: Level) =>
    typeof level === 'string' ? level : level.before + (given[level.place] ?? '') + level.after
  return of.levels.map(filled).join('/')
}

/** Whether a filter of a subscription (`+` one level, `#` all that follow) may match names of a topic. */
export function mayMatch(filter: string, { levels }: Topic): boolean {
  const wanted = filter.split('/')
  for (const [at, level] of wanted.entries()) {
    if (level === '#') return true
    const named = levels[at]
    if (named === undefined) return false
    if (level === '+') continue
    if (typeof named === 'string' ? named !== level : !fits(named, level)) return false
  }
  return wanted.length === levels.length
}

const fits = ({ before, after }: Exclude<Level, string>, given: string): boolean =>
  given.length > before.length + after.length && given.startsWith(before) && given.endsWith(after)

/** The placeholders of a topic's name, or null if it is another topic. A placeholder never spans a slash. */
export function matchTopic<N extends string>(of: Topic<z.ZodType, N>, name: string): TopicParams<N> | null {
  if (!name.endsWith(of.end)) return null
  const names = name.split('/')
  if (of.levels.length !== names.length) return null
  const params: Record<string, string> = {}
  for (let index = 0; index < names.length; index += 1) {
    const level = of.levels[index] ?? ''
    const given = names[index] ?? ''
    if (typeof level === 'string') {
      if (level !== given) return null
      continue
    }
    const { before, place, after } = level
    if (!fits(level, given)) return null
    params[place] = given.slice(before.length, given.length - after.length)
  }
  // oxlint-disable-next-line typescript/consistent-type-assertions -- filled from the pattern's own places
  return params as TopicParams<N>
}
