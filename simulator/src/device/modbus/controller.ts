import type { Property } from '@brigade/contract/thing-model/thing-model.model.ts'
import { modbusUnit } from '@brigade/contract/thing-model/ready-made/modbus-dtu.ts'
import { workStateNumber } from '@brigade/contract/thing-model/ready-made/work-state.ts'
import { minuteMs } from '@brigade/contract/time.ts'
import type { Appliance } from '../appliance.ts'
import type { Call } from '../call/calls.ts'
import { registerBank } from './register-bank.ts'
import type { SlaveUnit } from './serial-line.ts'

/** Label that the installer writes: eight registers of text, which no ready-made model names. */
export const label: Property = {
  identifier: 'Label',
  name: { en: 'Label', zh: '标签' },
  required: false,
  accessMode: 'rw',
  dataType: { type: 'text', length: 16 },
  modbus: {
    protocolType: 'modbusRtu',
    operateType: 'holdingRegister',
    registerAddress: '0x0200',
    byteLength: 16,
    signed: false,
    coefficient: 1,
    reportFrequencyMs: minuteMs,
    encoding: 'text',
  },
}

/** A refrigerator's controller on a serial line: measured values are in registers, and written values are applied. */
export function controller(
  appliance: Appliance,
  { address, clock, isSilent }: Readonly<{ address: number; clock: () => number; isSilent: () => boolean }>,
): SlaveUnit {
  return {
    address,
    isSilent,
    bank: registerBank({ ...modbusUnit, properties: [...modbusUnit.properties, label] }),
    values: () => controllerValues(appliance.values(clock())),
    obey: (values) => {
      const { ManualDefrost: defrost, [label.identifier]: _label, ...settings } = values
      appliance.obey(call('property.set', 'set', settings))
      if (defrost !== undefined) appliance.obey(call('service', defrost === 0 ? 'StopDefrost' : 'StartDefrost', {}))
    },
  }
}

/** A refrigerator as its registers show it. */
export const inRegisters = (appliance: Appliance): Appliance => ({
  ...appliance,
  values: (nowMs) => controllerValues(appliance.values(nowMs)),
})

const call = (kind: Call['kind'], identifier: string, params: Call['params']): Call => ({
  id: '',
  kind,
  identifier,
  params,
  way: 'async',
  messageId: '',
})

const controlModes: ReadonlyMap<unknown, number> = new Map([
  [workStateNumber.standby, 0],
  [workStateNumber.cooling, 1],
  [workStateNumber.defrosting, 2],
])

/** Values that the controller has under its own names. */
function controllerValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const number = (identifier: string) => Number(values[identifier] ?? 0)
  const bit = (is: boolean) => (is ? 1 : 0)
  const voltage = number('Voltage')
  return {
    ...values,
    Current: voltage === 0 ? 0 : Math.round((number('PowerDraw') * 100_000) / voltage) / 100,
    ControlMode: controlModes.get(values['WorkState']) ?? 0,
    SensorAlarm: bit(values['CabinetTemp'] === undefined),
    HighTempAlarm: bit(number('CabinetTemp') > number('HighLimit')),
    LowTempAlarm: bit(number('CabinetTemp') < number('LowLimit')),
    ManualDefrost: values['Defrost'],
  }
}
