import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { fromTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { between, chanceOf, random } from '../../random.ts'
import { openRecorder } from '../../record.ts'
import { hourAt } from '../appliance.ts'
import { requestedValues, type Answer, type Call } from '../call/calls.ts'
import type { ListedDevice, ListedUnit } from '../device-list.ts'
import { obeyWithin, valuesWithin, type Settings } from '../given-model.ts'
import { deviceLink } from '../link/device-link.ts'
import type { DeviceLink } from '../link/link.ts'
import { subLink, subOf, type SubLink } from '../link/sub-link.ts'
import { savedModules } from '../device-life.ts'
import { newReporter, type Reporter } from '../reporter.ts'
import { runDevice } from '../running-device.ts'
import type { RunningDevice, RunningOptions } from '../simulated-device.ts'
import { upgrader, type Upgrader } from '../upgrade/upgrader.ts'
import { clearFaults, modemUnits, unitDevice, type ModemUnit } from './modem-units.ts'
import { serialLine, type SerialLine } from './serial-line.ts'

const everythingEveryMs = 5 * minuteMs
const deadbands = { 'Modem:Signal': 4, 'Modem:Uptime': 60 }
/** The state from the factory: its own firmware, and that of its radio module. */
const born = { firmware: '02.01.00', modules: [['DTU', '01.00.00']] } as const
/** The thing model may have more properties, which are registers of its units. */
const ownProperties = new Set(modbusModem.properties.map(({ identifier }) => identifier))

type Behind = Readonly<{ units?: readonly ListedUnit[] | undefined; subs?: readonly ListedDevice[] | undefined }>

/** State shared by the parts of one modem. */
type Modem = {
  readonly reporter: Reporter
  readonly settings: Settings
  readonly units: readonly ModemUnit[]
  readonly line: SerialLine
  readonly subLinks: SubLink[]
  readonly startedMs: number
  firmware: string
  readonly modules: Map<string, string>
  readonly clock: () => number
  model: ThingModel | undefined
  reportInMs: number
  everythingInMs: number
  mutedMs: number
  offlineMs: number
  /** The offset of its clock. */
  offsetMs: number
}

/**
 * A modem on 4G: it forwards data for the line behind it, sends the messages of the sub-devices behind it, and reports
 * its own values in Alink.
 */
export function runModem(options: RunningOptions & Behind): RunningDevice {
  const { credentials, seed } = options
  const chance = chanceOf(`${seed}:modem`)
  const reportEveryMs = options.reportEveryMs ?? 10_000
  const saved = savedLives(options.saved)
  const clock = (): number => Date.now() + modem.offsetMs
  const units = modemUnits(options.units ?? [], { seed, saved, clock })
  const line = serialLine(
    units.map(({ slave }) => slave),
    chance,
  )
  const modem: Modem = newModem({ units, line, clock, saved: options.saved })
  const link: DeviceLink = deviceLink({
    ...credentials,
    host: options.host,
    port: options.port,
    reconnect: true,
    spread: () => random(chance),
    clock,
    record: openRecorder(options.recordDir, credentials.deviceName),
    answer: (call) => answerCall(modem, call),
    answerFor: (deviceName, call) => modem.subLinks.find((sub) => sub.deviceName === deviceName)?.answer(call) ?? null,
    onOther: (topic, json) => {
      const sub = subOf(modem.subLinks, topic)
      if (sub === undefined) upgrades.receive(topic, json)
      else sub.onOther(topic, json)
    },
    moreFilters: (options.subs ?? []).length === 0 ? [] : topologyFilters(credentials),
    onRaw: (bytes) => (modem.mutedMs > 0 ? null : line.answer(bytes)),
    onConnection: (connected) => onConnection(modem, link, connected),
  })
  const controls = controlsOf(modem, link)
  const upgrades = upgraderOf(options, { modem, link, goOffline: controls.goOffline })
  const subs = (options.subs ?? []).map((sub) =>
    runDevice({
      ...options,
      ...sub,
      seed: `${seed}:${sub.credentials.deviceName}`,
      saved: saved.get(sub.credentials.deviceName),
      linkOf: (own) => {
        const made = subLink(link, credentials, own)
        modem.subLinks.push(made)
        return made.link
      },
    }),
  )
  const device: RunningDevice = {
    ...controls,
    setFate: upgrades.setFate,
    deviceName: credentials.deviceName,
    kind: options.kind,
    tick: (nowMs, dtMs) => {
      for (const { appliance, silence } of units) {
        appliance.step(hourAt(nowMs), dtMs * options.speed)
        silence.leftMs -= dtMs
      }
      for (const sub of subs) sub.tick(nowMs, dtMs)
      tick(modem, link, dtMs, reportEveryMs)
    },
    behind: [],
    keep: () => {
      const lives = new Map<string, object>(units.map(({ deviceName, appliance }) => [deviceName, appliance.life()]))
      for (const sub of subs) lives.set(sub.deviceName, sub.keep())
      return { units: Object.fromEntries(lives), firmware: modem.firmware, modules: [...modem.modules] }
    },
    connect: async () => {
      // The modems of a fleet do not all report in the same moment.
      modem.reportInMs = between(chance, 0, reportEveryMs)
      await Promise.all([link.online(), ...subs.map((sub) => sub.connect())])
    },
    close: async () => {
      upgrades.stop()
      await Promise.all(subs.map((sub) => sub.close()))
      await link.close()
    },
  }
  const behind = units
    .filter(({ deviceName }) => deviceName !== credentials.deviceName)
    .map((unit) => unitDevice(device, unit))
  return { ...device, behind: [...behind, ...subs] }
}

type NewModem = Readonly<{ units: readonly ModemUnit[]; line: SerialLine; clock: () => number; saved: unknown }>

function newModem({ units, line, clock, saved }: NewModem): Modem {
  const kept = typeof saved === 'object' && saved !== null ? saved : {}
  return {
    // Upgraded firmware survives a restart.
    firmware: 'firmware' in kept && typeof kept.firmware === 'string' ? kept.firmware : born.firmware,
    modules: new Map([...born.modules, ...savedModules(kept)]),
    reporter: newReporter(deadbands),
    settings: new Map(),
    units,
    line,
    subLinks: [],
    startedMs: Date.now(),
    clock,
    model: undefined,
    reportInMs: 0,
    everythingInMs: 0,
    mutedMs: 0,
    offlineMs: 0,
    offsetMs: 0,
  }
}

type Upgrading = Readonly<{ modem: Modem; link: DeviceLink; goOffline: (forMs: number) => void }>

function upgraderOf(
  { credentials, seed, speed, steady }: RunningOptions,
  { modem, link, goOffline }: Upgrading,
): Upgrader {
  return upgrader({
    link,
    place: credentials,
    seed,
    speed,
    steady: steady === true,
    log: () => undefined,
    goOffline,
    install: (version, module) => {
      if (module === '') modem.firmware = version
      else modem.modules.set(module, version)
    },
  })
}

/** The replies to a gateway's own requests. */
const topologyFilters = ({ productKey, deviceName }: RunningOptions['credentials']): string[] => [
  `/sys/${productKey}/${deviceName}/thing/topo/add_reply`,
  `/ext/session/${productKey}/${deviceName}/combine/login_reply`,
  `/ext/session/${productKey}/${deviceName}/combine/logout_reply`,
]

/** The controls of a modem; faults and the door are those of its first unit. */
function controlsOf(
  modem: Modem,
  link: DeviceLink,
): Omit<RunningDevice, 'deviceName' | 'kind' | 'tick' | 'behind' | 'keep' | 'connect' | 'close'> {
  const first = modem.units[0]?.appliance
  return {
    isConnected: link.isConnected,
    raiseFault: (code) => first?.raiseFault(code),
    clearFault: (code) => clearFaults(first, code),
    faults: () => first?.faults() ?? [],
    setDoor: (open) => first?.setDoor(open),
    mute: (forMs) => {
      modem.mutedMs = forMs
    },
    drop: link.drop,
    goOffline: (forMs) => {
      modem.offlineMs = forMs
      link.vanish()
    },
    setClock: (ms) => {
      modem.offsetMs = ms
    },
    lineFaults: modem.line.faults,
    values: () => ownValues(modem),
  }
}

function tick(modem: Modem, link: DeviceLink, dtMs: number, reportEveryMs: number) {
  modem.mutedMs -= dtMs
  modem.reportInMs -= dtMs
  modem.everythingInMs -= dtMs
  if (modem.offlineMs > 0) {
    modem.offlineMs -= dtMs
    if (modem.offlineMs <= 0) void link.online()
  }
  if (modem.reportInMs > 0) return
  modem.reportInMs = reportEveryMs
  report(modem, link)
}

function onConnection(modem: Modem, link: DeviceLink, connected: boolean) {
  for (const sub of modem.subLinks) if (connected) sub.arrive()
  for (const sub of modem.subLinks) if (!connected) sub.leave('gateway offline')
  if (!connected) return
  link.inform(modem.firmware)
  for (const [name, version] of modem.modules) link.inform(version, name)
  link.askModel().replied.then(
    ({ code, data }) => {
      const read = fromTsl(data)
      if (code === 200 && read.ok) modem.model = read.model
      modem.reporter.forget()
      modem.reportInMs = 0
    },
    // The link was closed.
    () => undefined,
  )
}

function modemValues({ units, line, settings, startedMs, firmware }: Modem): Record<string, unknown> {
  const { answered, unanswered, damaged } = line.counts()
  return {
    'Modem:Signal': Math.round(-72 + 8 * Math.sin(Date.now() / 600_000)),
    'Modem:Iccid': '89860000000000000000',
    'Modem:Imei': '860000000000000',
    'Modem:Operator': 'Brigade Test',
    'Modem:FirmwareVersion': firmware,
    'Modem:Uptime': Math.floor((Date.now() - startedMs) / 1000),
    'Modem:BaudRate': settings.get('Modem:BaudRate') ?? 9600,
    'Modem:DataBits': 8,
    'Modem:StopBits': 1,
    'Modem:UnitAddress': units[0]?.address ?? 1,
    'Modem:PollState': unanswered > answered ? 2 : answered > 0 ? 1 : 0,
    'Modem:Timeouts': unanswered,
    'Modem:CrcErrors': damaged,
  }
}

/** The values that it reports itself; those in registers are polled. */
function ownValues(modem: Modem): Record<string, unknown> {
  const known = modemValues(modem)
  const all = modem.model === undefined ? known : valuesWithin(modem.model, known, modem.settings)
  return Object.fromEntries(Object.entries(all).filter(([identifier]) => ownProperties.has(identifier)))
}

function answerCall(modem: Modem, call: Call): Answer | null {
  if (modem.mutedMs > 0 || modem.model === undefined) return null
  if (call.kind === 'property.get') return { code: 200, data: requestedValues(ownValues(modem), call) }
  modem.reportInMs = 0
  return obeyWithin(modem.model, call, () => ({ code: call.kind === 'service' ? 5004 : 200 }), modem.settings)
}

function report(modem: Modem, link: DeviceLink) {
  if (modem.model === undefined || !link.isConnected() || link.unacknowledged() > 20) return
  const everything = modem.everythingInMs <= 0
  if (everything) modem.everythingInMs = everythingEveryMs
  const chosen = Object.entries(modem.reporter.choose(ownValues(modem), everything))
  const time = modem.clock()
  if (chosen.length > 0)
    link.report(Object.fromEntries(chosen.map(([identifier, value]) => [identifier, { value, time }])))
}

function savedLives(saved: unknown): ReadonlyMap<string, unknown> {
  if (typeof saved !== 'object' || saved === null || !('units' in saved)) return new Map()
  const { units } = saved
  return new Map(typeof units === 'object' && units !== null ? Object.entries(units) : [])
}
