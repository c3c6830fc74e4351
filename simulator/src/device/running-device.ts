import { moduleOf, type ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { recipeModule } from '@brigade/contract/thing-model/ready-made/recipe-module.ts'
import { fromTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { faultTextOf } from '../fault/chance-faults.ts'
import { comes, happens, random } from '../random.ts'
import { openRecorder } from '../record.ts'
import { requestedValues, type Answer, type Call } from './call/calls.ts'
import { newLife, savedLife, stepLife, type DeviceLife } from './device-life.ts'
import { allowedService, obeyWithin, outputWithin, valuesWithin } from './given-model.ts'
import { deviceLink } from './link/device-link.ts'
import type { DeviceLink } from './link/link.ts'
import { outageMs } from './luck.ts'
import { networkModule, type NetworkModule } from './network-module.ts'
import type { RunningDevice, RunningOptions } from './simulated-device.ts'
import { upgrader, type Upgrader } from './upgrade/upgrader.ts'

const everythingEveryMs = 5 * minuteMs
/** Without a reply, a device requests its thing model again. */
const askAgainMs = 30_000
/** Beyond this number the broker is slow, and a device waits instead of piling messages up. */
const maxUnacknowledged = 20

/** A device with its link to the server. */
type Running = Readonly<{ life: DeviceLife; link: DeviceLink; module: NetworkModule }>

/** One appliance with its network module, which runs by the clock it is ticked with. */
export function runDevice(options: RunningOptions): RunningDevice {
  const { credentials, kind, speed } = options
  const life = newLife(options)
  const clock = () => Date.now() + life.offsetMs
  const record = openRecorder(options.recordDir, credentials.deviceName)

  const link: DeviceLink = (options.linkOf ?? deviceLink)({
    clock,
    record,
    ...credentials,
    host: options.host,
    port: options.port,
    reconnect: true,
    spread: () => random(life.chance),
    receiveBytes: options.receiveBytes,
    answer: (call) => answerCall(life, call),
    onOther: (topic, json) => {
      if (!firmware.receive(topic, json)) module.receive(topic, json)
    },
    onConnection: (connected, why) => onConnection(running, connected, why),
  })
  const module: NetworkModule = networkModule({
    link,
    place: credentials,
    clock,
    tags: { module: life.isFlaky ? 'ESP-07' : 'ESP-32', firmware: life.firmware },
    setDesired: (values) => {
      record?.({ do: 'desired', clock: clock(), values })
      void answerCall(life, {
        id: '',
        kind: 'property.set',
        identifier: 'set',
        params: values,
        way: 'async',
        messageId: '',
      })
    },
    setConfig: ({ reportEverySeconds }) => {
      // An interval given at the start of the fleet, as in tests, takes precedence.
      if (reportEverySeconds !== undefined && options.reportEveryMs === undefined)
        life.reportEveryMs = reportEverySeconds * 1000
    },
  })
  const running: Running = { life, link, module }
  const firmware = upgraderOf(options, running)

  return {
    deviceName: credentials.deviceName,
    kind,
    isConnected: link.isConnected,
    tick: (computerMs, dtMs) =>
      tick(running, { nowMs: computerMs + life.offsetMs, dtMs, speed, people: options.people !== false }),
    mute: (forMs) => {
      life.mutedMs = forMs
    },
    drop: link.drop,
    setFate: firmware.setFate,
    ...faultsOf(life),
    ...kitchenOf(life),
    goOffline: (forMs) => goOffline(running, forMs),
    freeze: (forMs) => {
      life.frozenMs = forMs
      link.freeze?.()
    },
    setClock: (ms) => {
      life.offsetMs = ms
    },
    behind: [],
    values: (nowMs) => values(life, nowMs),
    keep: () => savedLife(life),
    // One that was away stays so for its time.
    connect: () => (life.offlineMs > 0 ? Promise.resolve() : link.online()),
    close: async () => {
      firmware.stop()
      await link.close()
    },
  }
}

function faultsOf(life: DeviceLife): Pick<RunningDevice, 'raiseFault' | 'clearFault' | 'faults' | 'setDoor'> {
  const { appliance, faults } = life
  return {
    raiseFault: (code) => {
      faults.forget(code)
      appliance.raiseFault(code)
      life.reportInMs = 0
    },
    clearFault: (code) => {
      for (const active of code === undefined ? [...appliance.faults()] : [code]) {
        faults.forget(active)
        appliance.clearFault(active)
      }
      life.reportInMs = 0
    },
    faults: appliance.faults,
    setDoor: (open) => {
      appliance.setDoor(open)
      life.reportInMs = 0
    },
  }
}

/** Manual actions at an oven. The device reports their effects at once. */
function kitchenOf(life: DeviceLife): Pick<RunningDevice, 'come' | 'key' | 'reset' | 'recipes' | 'kept'> {
  const { shelf, come, pressKey } = life.appliance
  if (shelf === undefined || come === undefined || pressKey === undefined) return {}
  const then = (act: () => void) => () => {
    act()
    life.reportInMs = 0
  }
  return {
    come: then(come),
    key: then(pressKey),
    reset: then(shelf.forget),
    recipes: shelf.setMood,
    kept: shelf.kept,
  }
}

function upgraderOf({ credentials, seed, speed, steady }: RunningOptions, running: Running): Upgrader {
  const { life, link, module } = running
  return upgrader({
    link,
    place: credentials,
    seed,
    speed,
    steady: steady === true,
    log: module.log,
    goOffline: (forMs) => goOffline(running, forMs),
    install: (version, module) => {
      if (module !== '') return void life.modules.set(module, version)
      life.firmware = version
      life.appliance.setFirmware(version)
    },
  })
}

type Tick = Readonly<{ nowMs: number; dtMs: number; speed: number; people: boolean }>

function tick(running: Running, { nowMs, dtMs, speed, people }: Tick) {
  const { life, link } = running
  if (life.frozenMs > 0) {
    life.frozenMs -= dtMs
    if (life.frozenMs > 0) return
    link.thaw?.()
  }
  const livedMs = dtMs * speed
  for (const { event, output } of stepLife(life, livedMs, people)) raise(running, event, output, nowMs)
  life.faults.step(life.appliance, livedMs)
  announceFaults(running, nowMs)
  loseConnection(running, dtMs)
  life.mutedMs -= dtMs
  life.reportInMs -= dtMs
  life.everythingInMs -= dtMs
  life.askModelInMs -= dtMs
  if (life.askModelInMs <= 0 && link.isConnected()) askModel(running)
  if (life.reportInMs > 0) return
  life.reportInMs = life.reportEveryMs
  report(running, nowMs)
}

function onConnection(running: Running, connected: boolean, why: string) {
  const { life, link, module } = running
  module.log(connected ? 'INFO' : 'WARN', 'net', connected ? 'connected' : `disconnected: ${why}`)
  if (!connected) return
  link.inform(life.firmware)
  for (const [name, version] of life.modules) link.inform(version, name)
  void link.askTime()
  module.connected()
  life.reporter.forget()
  // Another version may have been published since the last connection.
  askModel(running)
}

function askModel({ life, link, module }: Running) {
  life.askModelInMs = askAgainMs
  link.askModel().replied.then(
    ({ code, data }) => {
      const read = fromTsl(data)
      if (code !== 200 || !read.ok) return
      life.model = read.model
      life.modelKnown.resolve()
      life.askModelInMs = Number.POSITIVE_INFINITY
      life.reporter.forget()
      life.reportInMs = 0
      module.ready()
    },
    // The link was closed.
    () => undefined,
  )
}

function answerCall(life: DeviceLife, call: Call): Answer | Promise<Answer | null> | null {
  if (life.mutedMs > 0) return null
  // A device that waits for its model answers once it has it.
  if (life.model === undefined) return life.modelKnown.promise.then(() => answerCall(life, call))
  if (call.kind === 'property.get') return { code: 200, data: requestedValues(values(life, Date.now()), call) }
  const later = obeyShelf(life, life.model, call)
  if (later !== undefined) return later
  const answer = obeyWithin(life.model, call, life.appliance.obey, life.settings)
  // A device immediately reports the values that a command changed.
  life.reportInMs = 0
  return answer
}

/** Undefined: it does not concern the recipes that it keeps. */
function obeyShelf(life: DeviceLife, model: ThingModel, call: Call): Answer | Promise<Answer> | undefined {
  const { shelf } = life.appliance
  if (shelf === undefined || call.kind !== 'service' || moduleOf(call.identifier) !== recipeModule) return undefined
  const allowed = allowedService(model, call)
  if ('refused' in allowed) return allowed.refused
  const answer = shelf.obey(allowed.call)
  if (!(answer instanceof Promise)) {
    life.reportInMs = 0
    return answer
  }
  return answer.finally(() => {
    life.reportInMs = 0
  })
}

function raise(
  { life, link, module }: Running,
  event: string,
  output: Readonly<Record<string, unknown>>,
  nowMs: number,
) {
  const allowed = life.model === undefined ? undefined : outputWithin(life.model, event, output)
  module.log(event === 'Fault' ? 'ERROR' : 'INFO', 'main', `${event} ${JSON.stringify(output)}`)
  if (allowed !== undefined) link.raise(event, allowed, nowMs)
}

function values({ appliance, model, settings }: DeviceLife, nowMs: number): Record<string, unknown> {
  const known = appliance.values(nowMs)
  return model === undefined ? known : valuesWithin(model, known, settings)
}

/** Sends an event for each fault that was raised or cleared. Without a thing model it waits. */
function announceFaults(running: Running, nowMs: number) {
  const { appliance, announced, model } = running.life
  if (model === undefined) return
  const active = appliance.faults()
  const announce = (code: string, raised: boolean) =>
    raise(running, 'Fault', { Code: code, Active: raised ? 1 : 0, Text: faultTextOf(appliance.kind, code) }, nowMs)
  for (const code of active) {
    if (announced.has(code)) continue
    announced.add(code)
    announce(code, true)
  }
  for (const code of announced) {
    if (active.includes(code)) continue
    announced.delete(code)
    announce(code, false)
  }
}

function report({ life, link, module }: Running, nowMs: number) {
  if (life.model === undefined || (link.isConnected() && link.unacknowledged() > maxUnacknowledged)) return
  const everything = life.everythingInMs <= 0
  if (everything) life.everythingInMs = everythingEveryMs
  const chosen = Object.entries(life.reporter.choose(values(life, nowMs), everything))
  if (chosen.length === 0) return
  if (!link.isConnected()) return module.store(Object.fromEntries(chosen), nowMs)
  link.report(Object.fromEntries(chosen.map(([identifier, value]) => [identifier, { value, time: nowMs }])))
}

/** Connects again when its time offline is over; else loses the connection now and then. */
function loseConnection(running: Running, dtMs: number) {
  const { life, link } = running
  const { chance } = life
  if (life.offlineMs > 0) {
    life.offlineMs -= dtMs
    if (life.offlineMs <= 0) void link.online()
    return
  }
  if (!link.isConnected() || !comes(chance, life.lossesPerHour, dtMs)) return
  if (happens(chance, 0.5)) link.drop()
  else goOffline(running, outageMs(chance, life.isFlaky))
}

function goOffline({ life, link }: Running, forMs: number) {
  life.offlineMs = forMs
  link.vanish()
}
