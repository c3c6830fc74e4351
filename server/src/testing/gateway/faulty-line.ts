import { setTimeout as wait } from 'node:timers/promises'
import mqtt from 'mqtt'
import { readSerialFrame, serialFrame } from '@brigade/contract/thing-model/modbus/modbus-frame.ts'
import { readRequest } from '@brigade/contract/thing-model/modbus/modbus-message.ts'
import { decodeRegisters, registerCount } from '@brigade/contract/thing-model/modbus/register-value.ts'
import type { Modbus, Property, ThingModel } from '@brigade/contract/thing-model/thing-model.model.ts'
import { registerBank } from '@brigade/simulator/device/modbus/register-bank.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import { signIn, type Triple } from '../fake-device.ts'

/**
 * The fate of a request and its answer on the line. `lost`: the request does not arrive. `unanswered`: the answer does
 * not arrive. `late`: the answer arrives this much later. In all cases except `lost` the request is carried out.
 */
export type Fault =
  | 'none'
  | 'lost'
  | 'unanswered'
  | 'damaged'
  | 'cut'
  | 'wrongUnit'
  | 'wrongFunction'
  | 'falseException'
  | 'doubled'
  | Readonly<{ late: number }>
  /** The unit, or a gateway in its place, answers with this exception. */
  | Readonly<{ exception: number }>

export type FaultOf = (request: Uint8Array, address: number) => Fault
export type FaultyLine = Readonly<{
  /** Decides the fault of each request; it may count and remember. */
  setFaults: (faultOf: FaultOf) => void
  /** The time of each answer on the line, after the earlier ones. */
  setPace: (paceMs: () => number) => void
  /** Returns the content of a property's register. */
  truth: (identifier: string) => number | string | undefined
  /** The value changes by itself. */
  put: (values: Readonly<Record<string, number | string>>) => void
  /** The write requests that were carried out, in hex. */
  written: readonly string[]
  requests: readonly string[]
  disconnect: () => void
  stop: () => Promise<void>
}>

type Options = Readonly<{
  port: number
  triple: Triple
  /** The units by address, each with registers of its own. */
  units: readonly Readonly<{ address: number; model: ThingModel }>[]
  /** Coils that spring back as soon as they were written. */
  pulses?: readonly string[]
  /** The faults from the first request on. */
  faults?: FaultOf
}>

export const isWrite = ([code = 0]: Uint8Array): boolean => code > 4

/** A modem whose units have truthful registers behind a line that damages, loses, delays and repeats frames. */
export async function connectLine({
  port,
  triple,
  units,
  pulses = [],
  faults = () => 'none',
}: Options): Promise<FaultyLine> {
  const banks = units.map(({ address, model }) => ({ address, bank: registerBank(model), model }))
  const client = await mqtt.connectAsync({
    host: '127.0.0.1',
    port,
    protocol: 'mqtt',
    protocolVersion: 4,
    keepalive: 60,
    reconnectPeriod: 0,
    ...signIn(triple),
  })
  client.on('error', () => undefined)
  const prefix = `/sys/${triple.productKey}/${triple.deviceName}/thing/model/`
  const written: string[] = []
  const requests: string[] = []
  let faultOf = faults
  let paceMs = () => 0

  const publish = (frame: Uint8Array) => {
    if (client.connected) client.publish(`${prefix}up_raw`, Buffer.from(frame), { qos: 1 })
  }
  // Frames without a delay arrive in order.
  let order = Promise.resolve()
  const carry = (frame: Uint8Array, lateByMs: number) => {
    if (lateByMs > 0) void wait(lateByMs).then(() => publish(frame))
    else order = order.then(() => wait(paceMs())).then(() => publish(frame))
  }

  client.on('message', (_topic, payload) => {
    for (const { address, bank } of banks) {
      const request = readSerialFrame(address, payload)
      if (request === null) continue
      requests.push(request.toHex())
      const fault = faultOf(request, address)
      if (fault === 'lost') return
      const { answer } = bank.answer(request)
      if (isWrite(request) && (answer[0] ?? 0) < 0x80) {
        written.push(request.toHex())
        bank.put(Object.fromEntries(pulses.map((identifier) => [identifier, 0])))
      }
      for (const { frame, afterMs } of arrivals(address, answer, fault)) carry(frame, afterMs)
    }
  })
  await client.subscribeAsync(`${prefix}down_raw`, { qos: 1 })

  return {
    setFaults: (next) => {
      faultOf = next
    },
    setPace: (next) => {
      paceMs = next
    },
    truth: (identifier) => {
      for (const { bank, model } of banks) {
        const found = model.properties.find((property) => property.identifier === identifier)
        if (found?.modbus !== undefined) return valueIn(bank, found.modbus)
      }
      return undefined
    },
    put: (values) => {
      for (const { bank } of banks) bank.put(values)
    },
    written,
    requests,
    disconnect: () => client.stream.destroy(),
    stop: async () => {
      await client.endAsync(true)
    },
  }
}

function arrivals(address: number, answer: Uint8Array, fault: Fault): { frame: Uint8Array; afterMs: number }[] {
  const sound = serialFrame(address, answer)
  const now = (frame: Uint8Array) => [{ frame, afterMs: 0 }]
  if (typeof fault === 'object' && 'exception' in fault)
    return now(serialFrame(address, Uint8Array.of((answer[0] ?? 0) | 0x80, fault.exception)))
  if (typeof fault === 'object') return [{ frame: sound, afterMs: fault.late }]
  switch (fault) {
    case 'unanswered':
    case 'lost':
      return []
    case 'damaged': {
      const damaged = Uint8Array.from(sound)
      damaged[3] = (damaged[3] ?? 0) ^ 0x10
      return now(damaged)
    }
    case 'cut':
      return now(sound.subarray(0, 4))
    case 'wrongUnit':
      return now(serialFrame(address + 40, answer))
    case 'wrongFunction':
      return now(serialFrame(address, Uint8Array.from([(answer[0] ?? 0) ^ 0x07, ...answer.subarray(1)])))
    case 'falseException':
      return now(serialFrame(address, Uint8Array.of((answer[0] ?? 0) | 0x80, 2)))
    case 'doubled':
      return [...now(sound), ...now(sound)]
    case 'none':
      return now(sound)
  }
}

function valueIn(bank: ReturnType<typeof registerBank>, modbus: Modbus): number | string | undefined {
  const isOfBits = modbus.operateType === 'coilStatus'
  const request = readRequest(modbus.operateType, Number(modbus.registerAddress), isOfBits ? 1 : registerCount(modbus))
  const { answer } = bank.answer(request)
  if (isOfBits) return (answer[2] ?? 0) & 1
  const value = decodeRegisters(modbus, answer.slice(2))
  return value.ok ? value.value : undefined
}

const base: Modbus = {
  protocolType: 'modbusRtu',
  operateType: 'holdingRegister',
  registerAddress: '0x0000',
  byteLength: 2,
  signed: false,
  coefficient: 1,
  reportFrequencyMs: minuteMs,
}

/** A property that can be set, in a register. */
const settable = (identifier: string, modbus: Partial<Modbus>, more: Partial<Property> = {}): Property => ({
  identifier,
  name: { en: identifier, zh: identifier },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'int', min: 0, max: 2_000_000_000, step: 1 },
  modbus: { ...base, ...modbus },
  ...more,
})

/** Each kind of write: coils by 5 and 15, registers by 6 and 16, 32 bits, floats, bits of one register. */
export const everyKind: ThingModel = {
  properties: [
    settable('Coil5', { operateType: 'coilStatus', registerAddress: '0x0000', byteLength: 1, writeFunctionCode: 5 }),
    settable('Coil15', { operateType: 'coilStatus', registerAddress: '0x0004', byteLength: 1, writeFunctionCode: 15 }),
    settable('Reg6', { registerAddress: '0x0010', writeFunctionCode: 6 }),
    settable('Beside6', { registerAddress: '0x0011', writeFunctionCode: 6 }),
    settable('Reg16', { registerAddress: '0x0020', writeFunctionCode: 16 }),
    settable('Wide', { registerAddress: '0x0030', byteLength: 4 }),
    settable(
      'Real',
      { registerAddress: '0x0040', byteLength: 4, encoding: 'float' },
      { dataType: { type: 'float', min: 0, max: 1_000_000, step: 0.5 } },
    ),
    settable('LowBits', { registerAddress: '0x0050', bitMask: 0x00ff }),
    settable('HighBits', { registerAddress: '0x0050', bitMask: 0xff00 }),
    settable('Again', { registerAddress: '0x0060', writeFunctionCode: 6 }, { repeatable: true }),
    settable('Hidden', { registerAddress: '0x0070', writeOnly: true }),
    settable('HiddenAgain', { registerAddress: '0x0080', writeOnly: true }, { repeatable: true }),
    settable('Pulse', { operateType: 'coilStatus', registerAddress: '0x0008', byteLength: 1 }),
    settable('Button', { operateType: 'coilStatus', registerAddress: '0x000c', byteLength: 1, writeOnly: true }),
  ],
  events: [],
  services: [],
}
