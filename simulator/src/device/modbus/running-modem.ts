import { modbusModem } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import type { ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { fromTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { openRecorder } from '../../record.ts'
import { between, chanceOf, random } from '../../random.ts'
import { newAppliance } from '../appliance.ts'
import { askedOf, type Answer, type Call } from '../call/calls.ts'
import { deviceLink } from '../connect.ts'
import { obeyWithin, valuesWithin } from '../given-model.ts'
import type { Settings } from '../given-model.ts'
import { hourAt } from '../kitchen-hour.ts'
import { newReporter } from '../reporter.ts'
import { subLink, subOf } from '../gateway-subs.ts'
import type { SubLink } from '../gateway-subs.ts'
import type { ListedDevice, ListedUnit } from '../device-list.ts'
import { runDevice } from '../running-device.ts'
import type { RunningDevice, RunningOptions } from '../running-device.ts'
import { controller } from './controller.ts'
import { serialLine } from './serial-line.ts'

const everythingEveryMs = 5 * 60_000
const deadbands = { 'Modem:Signal': 4, 'Modem:Uptime': 60 }

type Behind = Readonly<{ units?: readonly ListedUnit[] | undefined; subs?: readonly ListedDevice[] | undefined }>

/**
 * A modem on 4G: it passes on what comes for the line behind it, speaks for the sub-devices behind it, and reports its own
 * figures in Alink.
 */
export function runModem(options: RunningOptions & Behind): RunningDevice {
  const { credentials, seed, speed } = options
  const chance = chanceOf(`${seed}:modem`)
  const reportEveryMs = options.reportEveryMs ?? 10_000
  const startedMs = Date.now()
  const settings: Settings = new Map()
  const reporter = newReporter(deadbands)
  const saved = livesIn(options.saved)
  let offsetMs = 0
  let model: ThingModel | undefined
  let reportInMs = 0
  let everythingInMs = 0
  let mutedMs = 0
  let offlineMs = 0
  const clock = () => Date.now() + offsetMs

  const units = (options.units ?? []).map(({ deviceName, unit: address }) => {
    const birth = { seed: `${seed}:${address}`, firmware: '', freezer: false, saved: saved.get(deviceName) }
    const appliance = newAppliance('cooler', birth)
    const silence = { leftMs: 0 }
    const isSilent = () => silence.leftMs > 0
    return { deviceName, address, appliance, silence, slave: controller(appliance, { address, clock, isSilent }) }
  })
  const line = serialLine(
    units.map(({ slave }) => slave),
    chance,
  )

  const subLinks: SubLink[] = []
  const { productKey, deviceName: ownName } = credentials
  const ownTopics = [
    `/sys/${productKey}/${ownName}/thing/topo/add_reply`,
    `/ext/session/${productKey}/${ownName}/combine/login_reply`,
    `/ext/session/${productKey}/${ownName}/combine/logout_reply`,
  ]
  const link = deviceLink({
    ...credentials,
    host: options.host,
    port: options.port,
    reconnect: true,
    spread: () => random(chance),
    clock,
    record: openRecorder(options.recordDir, credentials.deviceName),
    answer: (call) => hear(call),
    answerFor: (deviceName, call) => subLinks.find((sub) => sub.deviceName === deviceName)?.answer(call) ?? null,
    hearOther: (topic, json) => subOf(subLinks, topic)?.hear(topic, json),
    listensTo: (options.subs ?? []).length === 0 ? [] : ownTopics,
    hearRaw: (bytes) => (mutedMs > 0 ? null : line.answer(bytes)),
    onConnection: (connected) => {
      for (const sub of subLinks) if (connected) sub.arrive()
      for (const sub of subLinks) if (!connected) sub.leave('gateway offline')
      if (!connected) return
      link.inform('02.01.00')
      link.askModel().replied.then(
        ({ code, data }) => {
          const read = fromTsl(data)
          if (code === 200 && read.ok) model = read.model
          reporter.forget()
          reportInMs = 0
        },
        // The link was closed.
        () => undefined,
      )
    },
  })

  const subs = (options.subs ?? []).map((sub) =>
    runDevice({
      ...options,
      ...sub,
      seed: `${seed}:${sub.credentials.deviceName}`,
      saved: saved.get(sub.credentials.deviceName),
      linkOf: (own) => {
        const made = subLink(link, credentials, own)
        subLinks.push(made)
        return made.link
      },
    }),
  )

  const modemValues = (): Record<string, unknown> => {
    const { answered, unanswered, damaged } = line.counts()
    const [first] = units
    return {
      'Modem:Signal': Math.round(-72 + 8 * Math.sin(Date.now() / 600_000)),
      'Modem:Iccid': '89860000000000000000',
      'Modem:Imei': '860000000000000',
      'Modem:Operator': 'Brigade Test',
      'Modem:FirmwareVersion': '02.01.00',
      'Modem:Uptime': Math.floor((Date.now() - startedMs) / 1000),
      'Modem:BaudRate': settings.get('Modem:BaudRate') ?? 9600,
      'Modem:DataBits': 8,
      'Modem:StopBits': 1,
      'Modem:UnitAddress': first?.address ?? 1,
      'Modem:PollState': unanswered > answered ? 2 : answered > 0 ? 1 : 0,
      'Modem:Timeouts': unanswered,
      'Modem:CrcErrors': damaged,
    }
  }
  const own = new Set(modbusModem.properties.map(({ identifier }) => identifier))
  /** What it says itself; what lives in registers it is asked for. */
  const values = () => {
    const known = modemValues()
    const all = model === undefined ? known : valuesWithin(model, known, settings)
    return Object.fromEntries(Object.entries(all).filter(([identifier]) => own.has(identifier)))
  }

  function hear(call: Call): Answer | null {
    if (mutedMs > 0 || model === undefined) return null
    if (call.kind === 'property.get') return { code: 200, data: askedOf(values(), call) }
    reportInMs = 0
    return obeyWithin(model, call, () => ({ code: call.kind === 'service' ? 5004 : 200 }), settings)
  }

  function report() {
    if (model === undefined || !link.isConnected() || link.unacknowledged() > 20) return
    const everything = everythingInMs <= 0
    if (everything) everythingInMs = everythingEveryMs
    const chosen = Object.entries(reporter.choose(values(), everything))
    const time = clock()
    if (chosen.length > 0)
      link.report(Object.fromEntries(chosen.map(([identifier, value]) => [identifier, { value, time }])))
  }

  const [first] = units
  const modem: RunningDevice = {
    deviceName: credentials.deviceName,
    kind: options.kind,
    isConnected: link.isConnected,
    tick: (nowMs, dtMs) => {
      for (const { appliance, silence } of units) {
        appliance.step(hourAt(nowMs), dtMs * speed)
        silence.leftMs -= dtMs
      }
      for (const sub of subs) sub.tick(nowMs, dtMs)
      mutedMs -= dtMs
      reportInMs -= dtMs
      everythingInMs -= dtMs
      if (offlineMs > 0) {
        offlineMs -= dtMs
        if (offlineMs <= 0) void link.online()
      }
      if (reportInMs > 0) return
      reportInMs = reportEveryMs
      report()
    },
    raiseFault: (code) => first?.appliance.raiseFault(code),
    clearFault: (code) => {
      for (const active of code === undefined ? [...(first?.appliance.faults() ?? [])] : [code])
        first?.appliance.clearFault(active)
    },
    faults: () => first?.appliance.faults() ?? [],
    setDoor: (open) => first?.appliance.setDoor(open),
    mute: (forMs) => {
      mutedMs = forMs
    },
    drop: link.drop,
    goOffline: (forMs) => {
      offlineMs = forMs
      link.vanish()
    },
    setClock: (ms) => {
      offsetMs = ms
    },
    lineFaults: line.faults,
    behind: [],
    values,
    keep: () => {
      const lives = new Map<string, object>(units.map(({ deviceName, appliance }) => [deviceName, appliance.life()]))
      for (const sub of subs) lives.set(sub.deviceName, sub.keep())
      return { units: Object.fromEntries(lives) }
    },
    connect: async () => {
      // Not all modems of a fleet report in the same moment.
      reportInMs = between(chance, 0, reportEveryMs)
      await Promise.all([link.online(), ...subs.map((sub) => sub.connect())])
    },
    close: async () => {
      await Promise.all(subs.map((sub) => sub.close()))
      await link.close()
    },
  }
  const behind = units
    .filter(({ deviceName }) => deviceName !== credentials.deviceName)
    .map(({ deviceName, appliance, silence }): RunningDevice => ({
      ...modem,
      kind: 'cooler',
      deviceName,
      raiseFault: appliance.raiseFault,
      clearFault: (code) => {
        for (const active of code === undefined ? [...appliance.faults()] : [code]) appliance.clearFault(active)
      },
      faults: appliance.faults,
      setDoor: appliance.setDoor,
      mute: (forMs) => {
        silence.leftMs = forMs
      },
      goOffline: (forMs) => {
        silence.leftMs = forMs
      },
      values: appliance.values,
      keep: appliance.life,
    }))
  return { ...modem, behind: [...behind, ...subs] }
}

function livesIn(saved: unknown): ReadonlyMap<string, unknown> {
  if (typeof saved !== 'object' || saved === null || !('units' in saved)) return new Map()
  const { units } = saved
  return new Map(typeof units === 'object' && units !== null ? Object.entries(units) : [])
}
