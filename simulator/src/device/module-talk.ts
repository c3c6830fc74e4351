import { createHash } from 'node:crypto'
import { downTopics, methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import type { DeviceLink } from './connect.ts'

/** What the person who runs the platform may set for all devices of a product, by its remote configuration. */
export type RemoteConfig = Readonly<{ reportEverySeconds?: number }>

export type Place = Readonly<{ productKey: string; deviceName: string }>

/** What a network module says beside reports, and is told beside commands: tags, configuration, desired values, its log. */
export type ModuleTalk = Readonly<{
  /** Each connection begins with what may have changed while it was away. */
  connected: () => void
  /** The thing model is known: what is wanted of it can be done, and what was kept be said. */
  ready: () => void
  hear: (topic: string, json: unknown) => void
  /** Keeps values that cannot be said now. */
  keep: (values: Readonly<Record<string, unknown>>, time: number) => void
  /** A line of its log; sent where somebody asked for the log. */
  log: (level: 'INFO' | 'WARN' | 'ERROR', module: string, content: string) => void
}>

type Kept = Readonly<{ identifier: string; value: unknown; time: number }>

type AskingTopic = (typeof upTopics)['tagsUpdate' | 'desiredGet' | 'configGet' | 'logSwitchGet' | 'logPost']

/** A device's memory is small: the oldest goes first. */
const keptValues = 2000
const valuesInOne = 100
const logLines = 100

export function moduleTalk(options: {
  link: DeviceLink
  place: Place
  clock: () => number
  tags: Readonly<Record<string, string>>
  obeyDesired: (values: Readonly<Record<string, unknown>>) => void
  obeyConfig: (config: RemoteConfig) => void
}): ModuleTalk {
  const { link, place, clock } = options
  let kept: Kept[] = []
  let lines: object[] = []
  let isLogWanted = false

  const ask = (of: AskingTopic, params: unknown) => link.ask(topicName(of, place), methodOf(of), params)

  function tellTags() {
    const params = Object.entries(options.tags).map(([attrKey, attrValue]) => ({ attrKey, attrValue }))
    void ask(upTopics.tagsUpdate, params)
  }

  function askDesired() {
    ask(upTopics.desiredGet, []).replied.then(({ code, data }) => {
      const wanted = Object.entries(fieldsOf(data)).map(
        ([identifier, one]) => [identifier, fieldsOf(one)['value']] as const,
      )
      if (code === 200 && wanted.length > 0) options.obeyDesired(Object.fromEntries(wanted))
    }, closed)
  }

  async function obeyConfig(data: unknown) {
    const { url, sign } = fieldsOf(data)
    if (typeof url !== 'string' || url === '') return
    const response = await fetch(url)
    const content = await response.text()
    // A configuration that came damaged is not obeyed.
    if (!response.ok || createHash('sha256').update(content).digest('hex') !== sign) return
    const seconds = Number(fieldsOf(parsed(content))['reportEverySeconds'])
    if (seconds >= 1 && seconds <= 3600) options.obeyConfig({ reportEverySeconds: seconds })
  }

  function switchLog(data: unknown) {
    isLogWanted = Number(fieldsOf(fieldsOf(data)['content'])['mode']) === 1
    tellLog()
  }

  function tellLog() {
    if (!isLogWanted || lines.length === 0 || !link.isConnected()) return
    void ask(upTopics.logPost, lines)
    lines = []
  }

  function answer(of: typeof upTopics.configPushReply, json: unknown) {
    const id = String(fieldsOf(json)['id'] ?? '')
    link.publish(topicName(of, place), JSON.stringify({ id, code: 200, data: {} }))
  }

  return {
    connected: () => {
      tellTags()
      ask(upTopics.configGet, { configScope: 'product', getType: 'file' }).replied.then(({ data }) => {
        obeyConfig(data).catch(closed)
      }, closed)
      ask(upTopics.logSwitchGet, { configScope: 'device', getType: 'content' }).replied.then(
        ({ data }) => switchLog(data),
        closed,
      )
    },
    ready: () => {
      for (let at = 0; at < kept.length; at += valuesInOne) {
        const byName = Map.groupBy(kept.slice(at, at + valuesInOne), ({ identifier }) => identifier)
        const values = [...byName].map(
          ([identifier, list]) => [identifier, list.map(({ value, time }) => ({ value, time }))] as const,
        )
        link.reportKept(Object.fromEntries(values))
      }
      kept = []
      askDesired()
    },
    hear: (topic, json) => {
      const { params } = fieldsOf(json)
      if (matchTopic(downTopics.logSwitchPush, topic) !== null) switchLog(params)
      if (matchTopic(downTopics.configPush, topic) === null) return
      answer(upTopics.configPushReply, json)
      obeyConfig(params).catch(closed)
    },
    keep: (values, time) => {
      kept.push(...Object.entries(values).map(([identifier, value]) => ({ identifier, value, time })))
      if (kept.length > keptValues) kept = kept.slice(-keptValues)
    },
    log: (logLevel, module, logContent) => {
      const utcTime = new Date(clock()).toISOString()
      lines.push({ utcTime, logLevel, module, code: '', traceContext: '', logContent })
      if (lines.length > logLines) lines = lines.slice(-logLines)
      tellLog()
    },
  }
}

/** The link was closed, or the server of configurations is away: it is asked again at the next connection. */
const closed = () => undefined

const fieldsOf = (json: unknown): Readonly<Record<string, unknown>> =>
  typeof json === 'object' && json !== null ? Object.fromEntries(Object.entries(json)) : {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
