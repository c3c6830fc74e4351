import { createHash } from 'node:crypto'
import { downTopics, methodOf, upTopics } from '@brigade/contract/link/alink.topics.ts'
import { matchTopic, topicName } from '@brigade/contract/topic.ts'
import type { DeviceLink, Sent } from './link/link.ts'

/** The settings that a product's remote configuration may have. */
export type RemoteConfig = Readonly<{ reportEverySeconds?: number }>

export type Place = Readonly<{ productKey: string; deviceName: string }>

/** The messages of a network module beside reports and commands: tags, configuration, desired values, its log. */
export type NetworkModule = Readonly<{
  /** Sends and requests the values that may have changed while the device was offline. */
  connected: () => void
  /** The thing model is known: stored values are sent, and desired values requested. */
  ready: () => void
  receive: (topic: string, json: unknown) => void
  /** Stores values that cannot be sent now. */
  store: (values: Readonly<Record<string, unknown>>, time: number) => void
  /** Adds a line to its log, which is sent if it was requested. */
  log: (level: 'INFO' | 'WARN' | 'ERROR', module: string, content: string) => void
}>

type Stored = Readonly<{ identifier: string; value: unknown; time: number }>

type AskingTopic = (typeof upTopics)['tagsUpdate' | 'desiredGet' | 'configGet' | 'logSwitchGet' | 'logPost']

/** A device's memory is small: the oldest values are dropped first. */
const storedValues = 2000
const valuesPerMessage = 100
const logLines = 100

type Ask = (of: AskingTopic, params: unknown) => Sent

type Options = Readonly<{
  link: DeviceLink
  place: Place
  clock: () => number
  tags: Readonly<Record<string, string>>
  setDesired: (values: Readonly<Record<string, unknown>>) => void
  setConfig: (config: RemoteConfig) => void
}>

/** The device's own log. */
function moduleLog(ask: Ask, { link, clock }: Pick<Options, 'link' | 'clock'>) {
  let lines: object[] = []
  let isWanted = false
  function send() {
    if (!isWanted || lines.length === 0 || !link.isConnected()) return
    void ask(upTopics.logPost, lines)
    lines = []
  }
  const add: NetworkModule['log'] = (logLevel, module, logContent) => {
    const utcTime = new Date(clock()).toISOString()
    lines.push({ utcTime, logLevel, module, code: '', traceContext: '', logContent })
    if (lines.length > logLines) lines = lines.slice(-logLines)
    send()
  }
  return {
    add,
    switchTo: (data: unknown) => {
      isWanted = Number(fieldsOf(fieldsOf(data)['content'])['mode']) === 1
      send()
    },
  }
}

/** Reports values that were stored while the device was offline. */
function reportStored(link: DeviceLink, stored: readonly Stored[]) {
  for (let at = 0; at < stored.length; at += valuesPerMessage) {
    const byName = Map.groupBy(stored.slice(at, at + valuesPerMessage), ({ identifier }) => identifier)
    const values = [...byName].map(
      ([identifier, list]) => [identifier, list.map(({ value, time }) => ({ value, time }))] as const,
    )
    link.reportKept(Object.fromEntries(values))
  }
}

/** Loads a configuration; undefined if there is none, or it is not valid. */
async function loadConfig(data: unknown): Promise<RemoteConfig | undefined> {
  const { url, sign } = fieldsOf(data)
  if (typeof url !== 'string' || url === '') return undefined
  const response = await fetch(url)
  const content = await response.text()
  // A damaged configuration is ignored.
  if (!response.ok || createHash('sha256').update(content).digest('hex') !== sign) return undefined
  const seconds = Number(fieldsOf(parsed(content))['reportEverySeconds'])
  return seconds >= 1 && seconds <= 3600 ? { reportEverySeconds: seconds } : undefined
}

export function networkModule(options: Options): NetworkModule {
  const { link, place } = options
  let stored: Stored[] = []
  const ask: Ask = (of, params) => link.ask(topicName(of, place), methodOf(of), params)
  const log = moduleLog(ask, options)

  function reportTags() {
    const params = Object.entries(options.tags).map(([attrKey, attrValue]) => ({ attrKey, attrValue }))
    void ask(upTopics.tagsUpdate, params)
  }

  function askDesired() {
    ask(upTopics.desiredGet, []).replied.then(({ code, data }) => {
      const desired = Object.entries(fieldsOf(data)).map(
        ([identifier, one]) => [identifier, fieldsOf(one)['value']] as const,
      )
      if (code === 200 && desired.length > 0) options.setDesired(Object.fromEntries(desired))
    }, closed)
  }

  function takeConfig(data: unknown) {
    loadConfig(data)
      .then((config) => {
        if (config !== undefined) options.setConfig(config)
      })
      .catch(closed)
  }

  return {
    connected: () => {
      reportTags()
      ask(upTopics.configGet, { configScope: 'product', getType: 'file' }).replied.then(
        ({ data }) => takeConfig(data),
        closed,
      )
      ask(upTopics.logSwitchGet, { configScope: 'device', getType: 'content' }).replied.then(
        ({ data }) => log.switchTo(data),
        closed,
      )
    },
    ready: () => {
      reportStored(link, stored)
      stored = []
      askDesired()
    },
    receive: (topic, json) => {
      const { id, params } = fieldsOf(json)
      if (matchTopic(downTopics.logSwitchPush, topic) !== null) log.switchTo(params)
      if (matchTopic(downTopics.configPush, topic) === null) return
      const reply = JSON.stringify({ id: String(id ?? ''), code: 200, data: {} })
      link.publish(topicName(upTopics.configPushReply, place), reply)
      takeConfig(params)
    },
    store: (values, time) => {
      stored.push(...Object.entries(values).map(([identifier, value]) => ({ identifier, value, time })))
      if (stored.length > storedValues) stored = stored.slice(-storedValues)
    },
    log: log.add,
  }
}

/** The link was closed, or the server of configurations is away: the next connection asks again. */
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
