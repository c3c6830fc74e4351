import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { fromTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { chanceFaults, faultTextOf } from '../fault/chance-faults.ts'
import { between, chanceOf, comes, happens, pick, random } from '../random.ts'
import { newAppliance } from './appliance.ts'
import { askedOf, type Answer, type Call } from './call/calls.ts'
import { deviceLink } from './connect.ts'
import type { DeviceLink, LinkOptions } from './connect.ts'
import type { DeviceCredentials } from './credentials.ts'
import { obeyWithin, outputWithin, valuesWithin } from './given-model.ts'
import type { Settings } from './given-model.ts'
import { hourAt } from './kitchen-hour.ts'
import { moduleTalk } from './module-talk.ts'
import type { LineFaults } from './line-faults.ts'
import { openRecorder } from '../record.ts'
import { newReporter } from './reporter.ts'

export type RunningOptions = Readonly<{
  credentials: DeviceCredentials
  kind: DeviceKind
  host: string
  port: number
  seed: string
  /** How much faster than the clock it lives. */
  speed: number
  /** What `keep` gave before the program was stopped, if it was. */
  saved?: unknown
  /** True: it neither breaks nor loses its connection by itself. */
  steady?: boolean
  reportEveryMs?: number
  /** Where it writes down what it does (record.ts). */
  recordDir?: string | undefined
  /** How it reaches the broker. Default: over a connection of its own. */
  linkOf?: (options: LinkOptions) => DeviceLink
}>

export type RunningDevice = Readonly<{
  deviceName: string
  kind: DeviceKind
  isConnected: () => boolean
  /** Lives through `dtMs` of the clock's time and says what is to be said. */
  tick: (nowMs: number, dtMs: number) => void
  raiseFault: (code: string) => void
  /** Clears one fault, or all. */
  clearFault: (code?: string) => void
  faults: () => readonly string[]
  setDoor: (open: boolean) => void
  /** Ignores what it is told, for so long. */
  mute: (forMs: number) => void
  /** Loses its connection and comes back. */
  drop: () => void
  /** Is gone from the network for so long. */
  goOffline: (forMs: number) => void
  /** Its own clock is off by so much from now on. */
  setClock: (offsetMs: number) => void
  /** Of a modem: what goes wrong on its line. */
  lineFaults?: LineFaults
  /** Those that have no connection of their own. */
  behind: readonly RunningDevice[]
  values: (nowMs: number) => Record<string, unknown>
  keep: () => object
  connect: () => Promise<void>
  close: () => Promise<void>
}>

/** Product keys of freezers end so: `a1RC700F`. */
const isFreezer = ({ productKey }: DeviceCredentials): boolean => productKey.endsWith('F')
const everythingEveryMs = 5 * 60_000
/** Without an answer, a device asks for its thing model again. */
const askAgainMs = 30_000
/** Beyond it the broker is slow, and a device waits rather than piling up. */
const mostUnacknowledged = 20

/** One appliance with its network module, living by the clock it is ticked with. */
export function runDevice(options: RunningOptions): RunningDevice {
  const { credentials, kind, seed, speed } = options
  const chance = chanceOf(`${seed}:module`)
  const firmware = pick(chance, ['01.04.02', '01.04.02', '01.03.00'])
  /** One in ten has a poor connection. */
  const flaky = options.steady !== true && happens(chance, 0.1)
  const lossesPerHour = options.steady === true ? 0 : flaky ? 8 : 0.08
  const faults = chanceFaults(chance, options.steady === true ? 0 : 0.012)
  let reportEveryMs = options.reportEveryMs ?? 5000
  const saved = readSaved(options.saved)
  const appliance = newAppliance(kind, { seed, firmware, freezer: isFreezer(credentials), saved: saved.life })
  const reporter = newReporter(appliance.deadbands)
  /** Faults whose event has been sent. */
  const announced = new Set(saved.announced)
  const settings: Settings = new Map(saved.settings)
  let model: ThingModel | undefined
  let askModelInMs = 0
  let livedMs = saved.livedMs ?? Date.now()
  let reportInMs = between(chance, 0, reportEveryMs)
  let everythingInMs = 0
  let mutedMs = 0
  let offlineMs = 0
  let offsetMs = 0
  const clock = () => Date.now() + offsetMs

  const record = openRecorder(options.recordDir, credentials.deviceName)

  const link: DeviceLink = (options.linkOf ?? deviceLink)({
    clock,
    record,
    ...credentials,
    host: options.host,
    port: options.port,
    reconnect: true,
    spread: () => random(chance),
    answer: (call) => hear(call),
    hearOther: (topic, json) => talk.hear(topic, json),
    onConnection: (connected, why) => {
      talk.log(connected ? 'INFO' : 'WARN', 'net', connected ? 'connected' : `disconnected: ${why}`)
      if (!connected) return
      link.inform(firmware)
      void link.askTime()
      talk.connected()
      reporter.forget()
      askModel()
    },
  })

  const talk = moduleTalk({
    link,
    place: credentials,
    clock,
    tags: { module: flaky ? 'ESP-07' : 'ESP-32', firmware },
    obeyDesired: (values) => {
      record?.({ do: 'desired', clock: clock(), values })
      hear({ id: '', kind: 'property.set', identifier: 'set', params: values, way: 'async', messageId: '' })
    },
    obeyConfig: ({ reportEverySeconds }) => {
      // Beyond what the fleet is told when it is started, for tests.
      if (reportEverySeconds !== undefined && options.reportEveryMs === undefined)
        reportEveryMs = reportEverySeconds * 1000
    },
  })

  /** Another version may have been published since: each connection begins with the question. */
  function askModel() {
    askModelInMs = askAgainMs
    link.askModel().replied.then(
      ({ code, data }) => {
        const read = fromTsl(data)
        if (code !== 200 || !read.ok) return
        model = read.model
        askModelInMs = Number.POSITIVE_INFINITY
        reporter.forget()
        reportInMs = 0
        talk.ready()
      },
      // The link was closed.
      () => undefined,
    )
  }

  function hear(call: Call): Answer | null {
    if (mutedMs > 0 || model === undefined) return null
    if (call.kind === 'property.get') return { code: 200, data: askedOf(values(Date.now()), call) }
    const answer = obeyWithin(model, call, appliance.obey, settings)
    // What a command changed is reported at once.
    reportInMs = 0
    return answer
  }

  function live(nowMs: number, dtMs: number) {
    livedMs += dtMs
    for (const { event, output } of appliance.step(hourAt(livedMs), dtMs)) raise(event, output, nowMs)
    faults.step(appliance, dtMs)
  }

  function raise(event: string, output: Readonly<Record<string, unknown>>, nowMs: number) {
    const allowed = model === undefined ? undefined : outputWithin(model, event, output)
    talk.log(event === 'Fault' ? 'ERROR' : 'INFO', 'main', `${event} ${JSON.stringify(output)}`)
    if (allowed !== undefined) link.raise(event, allowed, nowMs)
  }

  const values = (nowMs: number) => {
    const known = appliance.values(nowMs)
    return model === undefined ? known : valuesWithin(model, known, settings)
  }

  function announceFaults(nowMs: number) {
    // What cannot be said yet is said later.
    if (model === undefined) return
    const active = appliance.faults()
    const say = (code: string, raised: boolean) =>
      raise('Fault', { Code: code, Active: raised ? 1 : 0, Text: faultTextOf(kind, code) }, nowMs)
    for (const code of active) {
      if (announced.has(code)) continue
      announced.add(code)
      say(code, true)
    }
    for (const code of announced) {
      if (active.includes(code)) continue
      announced.delete(code)
      say(code, false)
    }
  }

  function report(nowMs: number) {
    if (model === undefined || (link.isConnected() && link.unacknowledged() > mostUnacknowledged)) return
    const everything = everythingInMs <= 0
    if (everything) everythingInMs = everythingEveryMs
    const chosen = Object.entries(reporter.choose(values(nowMs), everything))
    if (chosen.length === 0) return
    if (!link.isConnected()) return talk.keep(Object.fromEntries(chosen), nowMs)
    link.report(Object.fromEntries(chosen.map(([identifier, value]) => [identifier, { value, time: nowMs }])))
  }

  function loseConnection(dtMs: number) {
    if (offlineMs > 0) {
      offlineMs -= dtMs
      if (offlineMs <= 0) void link.online()
      return
    }
    if (!link.isConnected() || !comes(chance, lossesPerHour, dtMs)) return
    if (happens(chance, 0.5)) link.drop()
    else goOffline(between(chance, 10, flaky ? 90 : 400) * 1000)
  }

  function goOffline(forMs: number) {
    offlineMs = forMs
    link.vanish()
  }

  // A new one has lived some hours before anybody looks, so that the fleet is at work at first sight.
  if (saved.livedMs === undefined) {
    const hours = between(chance, 2, 5)
    const startMs = livedMs - hours * 3_600_000
    for (let ms = startMs; ms < livedMs; ms += 60_000) appliance.step(hourAt(ms), 60_000)
  } else {
    // While the program was stopped, life went on.
    const missedMs = Math.min(Math.max(0, Date.now() - livedMs), 3 * 3_600_000)
    for (let ms = 0; ms < missedMs; ms += 60_000) appliance.step(hourAt(livedMs + ms), Math.min(60_000, missedMs - ms))
    livedMs = Math.max(livedMs, Date.now())
  }

  return {
    deviceName: credentials.deviceName,
    kind,
    isConnected: link.isConnected,
    tick: (computerMs, dtMs) => {
      const nowMs = computerMs + offsetMs
      live(nowMs, dtMs * speed)
      announceFaults(nowMs)
      loseConnection(dtMs)
      mutedMs -= dtMs
      reportInMs -= dtMs
      everythingInMs -= dtMs
      askModelInMs -= dtMs
      if (askModelInMs <= 0 && link.isConnected()) askModel()
      if (reportInMs > 0) return
      reportInMs = reportEveryMs
      report(nowMs)
    },
    raiseFault: (code) => {
      faults.forget(code)
      appliance.raiseFault(code)
      reportInMs = 0
    },
    clearFault: (code) => {
      for (const active of code === undefined ? [...appliance.faults()] : [code]) {
        faults.forget(active)
        appliance.clearFault(active)
      }
      reportInMs = 0
    },
    faults: appliance.faults,
    setDoor: (open) => {
      appliance.setDoor(open)
      reportInMs = 0
    },
    mute: (forMs) => {
      mutedMs = forMs
    },
    drop: link.drop,
    goOffline,
    setClock: (ms) => {
      offsetMs = ms
    },
    behind: [],
    values,
    keep: () => ({ life: appliance.life(), announced: [...announced], livedMs, settings: [...settings] }),
    connect: link.online,
    close: link.close,
  }
}

type Saved = {
  life: unknown
  announced: string[]
  livedMs: number | undefined
  settings: [string, unknown][]
}

function readSaved(saved: unknown): Saved {
  const none = { life: undefined, announced: [], livedMs: undefined, settings: [] }
  if (typeof saved !== 'object' || saved === null) return none
  if (!('life' in saved && 'announced' in saved && 'livedMs' in saved)) return none
  if (!Array.isArray(saved.announced) || typeof saved.livedMs !== 'number') return none
  const settings: readonly unknown[] = 'settings' in saved && Array.isArray(saved.settings) ? saved.settings : []
  return {
    life: saved.life,
    announced: saved.announced.map(String),
    livedMs: saved.livedMs,
    settings: settings.flatMap((pair): [string, unknown][] =>
      Array.isArray(pair) ? [[String(pair[0]), pair[1]]] : [],
    ),
  }
}
