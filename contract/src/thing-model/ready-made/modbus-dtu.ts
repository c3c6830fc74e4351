import type { EventFunction, Modbus, Property, ServiceFunction, ThingModel } from '../thing-model.model.ts'
import { fault } from './shared-functions.ts'
import {
  celsius,
  choice,
  either,
  event,
  float,
  hours,
  int,
  minutes,
  onOff,
  openClosed,
  parameter,
  reading,
  required,
  seconds,
  service,
  setting,
  text,
} from './writing.ts'

/**
 * A 4G modem (DTU) that reads a refrigeration controller over RS-485. The controller's points are the default module, each in
 * its register: measured values in input registers, parameters in holding registers, switches in coils. The modem's own
 * figures are a module, which it reports itself.
 */

/** Read every five seconds, parameters every minute; reported on change, the counters every minute in any case. */
const often = 5000
const seldom = 60_000
const base = { protocolType: 'modbusRtu', coefficient: 1, trigger: 'onChange' } as const

/** A measured value: a signed register, in tenths unless overridden. */
const measured = (registerAddress: string, more: Partial<Modbus> = {}): Modbus => ({
  ...base,
  operateType: 'inputRegister',
  registerAddress,
  byteLength: 2,
  signed: true,
  coefficient: 0.1,
  reportFrequencyMs: often,
  ...more,
})
/** A parameter: a holding register, in tenths unless overridden. */
const parameterAt = (registerAddress: string, more: Partial<Modbus> = {}): Modbus => ({
  ...measured(registerAddress, more),
  operateType: 'holdingRegister',
  reportFrequencyMs: seldom,
  writeFunctionCode: 6,
})
const whole = { coefficient: 1, signed: false } as const
const coil = (registerAddress: string): Modbus => ({
  ...base,
  operateType: 'coilStatus',
  registerAddress,
  byteLength: 1,
  signed: false,
  reportFrequencyMs: often,
  writeFunctionCode: 5,
})
const input = (registerAddress: string): Modbus => ({
  ...base,
  operateType: 'inputStatus',
  registerAddress,
  byteLength: 1,
  signed: false,
  reportFrequencyMs: often,
})
/** One bit of the controller's status word. */
const statusBit = (bitMask: number): Modbus => measured('0x0010', { ...whole, bitMask })
/** A counter over two registers, the high one first. */
const counter = (registerAddress: string, coefficient = 1): Modbus =>
  measured(registerAddress, {
    byteLength: 4,
    signed: false,
    coefficient,
    reportFrequencyMs: seldom,
    trigger: 'timed',
  })

const at = (property: Property, modbus: Modbus): Property => ({ ...property, modbus })
const runningStopped = either(['Stopped', '停止'], ['Running', '运转'])
const normalAlarm = either(['Normal', '正常'], ['Alarm', '告警'])

const controller: readonly Property[] = [
  required(at(reading('CabinetTemp', 'Cabinet temperature', '柜内温度', celsius(-50, 80)), measured('0x0000'))),
  at(reading('EvaporatorTemp', 'Evaporator temperature', '蒸发器温度', celsius(-60, 80)), measured('0x0001')),
  at(reading('CondenserTemp', 'Condenser temperature', '冷凝器温度', celsius(-40, 120)), measured('0x0002')),
  at(reading('AmbientTemp', 'Ambient temperature', '环境温度', celsius(-50, 80)), measured('0x0003')),
  at(
    reading('Voltage', 'Supply voltage', '供电电压', float(0, 500, 0.1, 'V', 'volt')),
    measured('0x0004', { signed: false }),
  ),
  at(
    reading('Current', 'Current', '工作电流', float(0, 100, 0.01, 'A', 'ampere')),
    measured('0x0005', { signed: false, coefficient: 0.01 }),
  ),
  at(reading('Compressor', 'Compressor', '压缩机', runningStopped), statusBit(0x0001)),
  at(reading('EvaporatorFan', 'Evaporator fan', '蒸发风机', runningStopped), statusBit(0x0002)),
  at(reading('CondenserFan', 'Condenser fan', '冷凝风机', runningStopped), statusBit(0x0004)),
  at(reading('Defrost', 'Defrost', '除霜', onOff), statusBit(0x0008)),
  at(reading('SensorAlarm', 'Sensor alarm', '传感器告警', normalAlarm), statusBit(0x0100)),
  at(reading('HighTempAlarm', 'High temperature alarm', '高温告警', normalAlarm), statusBit(0x0200)),
  at(reading('LowTempAlarm', 'Low temperature alarm', '低温告警', normalAlarm), statusBit(0x0400)),
  at(
    reading(
      'ControlMode',
      'Control mode',
      '控制模式',
      choice([
        { value: 0, en: 'Standby', zh: '待机' },
        { value: 1, en: 'Cooling', zh: '制冷' },
        { value: 2, en: 'Defrosting', zh: '除霜' },
        { value: 3, en: 'Draining', zh: '滴水' },
      ]),
    ),
    statusBit(0x3000),
  ),
  at(reading('CompressorHours', 'Compressor hours', '压缩机累计时长', hours(0, 429_496_729)), counter('0x0020', 0.1)),
  at(reading('CompressorStarts', 'Compressor starts', '压缩机启动次数', int(0, 2_147_483_647)), counter('0x0022')),
  at(
    reading('EnergyTotal', 'Energy used', '累计用电量', float(0, 42_949_672, 0.01, 'kWh', 'kilowatt hour')),
    counter('0x0024', 0.01),
  ),
  at(reading('DoorState', 'Door', '门状态', openClosed), input('0x0000')),
  required(at(setting('SetPoint', 'Set temperature', '设定温度', celsius(-30, 15)), parameterAt('0x0100'))),
  at(
    setting('SetDifferential', 'Differential', '控制回差', float(0.5, 10, 0.1, 'K', 'kelvin')),
    parameterAt('0x0101', { signed: false }),
  ),
  at(setting('HighLimit', 'High temperature limit', '高温告警上限', celsius(-30, 30)), parameterAt('0x0102')),
  at(setting('LowLimit', 'Low temperature limit', '低温告警下限', celsius(-40, 15)), parameterAt('0x0103')),
  at(setting('AlarmDelay', 'Alarm delay', '告警延时', minutes(0, 240)), parameterAt('0x0104', whole)),
  at(
    setting('DefrostInterval', 'Defrost interval', '除霜间隔', int(1, 24, 1, 'h', 'hour')),
    parameterAt('0x0105', whole),
  ),
  at(setting('DefrostMinutes', 'Longest defrost', '最长除霜时间', minutes(5, 90)), parameterAt('0x0106', whole)),
  at(setting('Standby', 'Standby', '待机开关', onOff), coil('0x0000')),
  at(setting('Light', 'Cabinet light', '柜内照明', onOff), coil('0x0001')),
  at(setting('ManualDefrost', 'Manual defrost', '手动除霜', onOff), coil('0x0002')),
]

const modem: readonly Property[] = [
  required(reading('Modem:Signal', 'Signal strength', '信号强度', int(-120, 0, 1, 'dBm'))),
  reading('Modem:Iccid', 'ICCID', 'SIM卡ICCID', text(20)),
  reading('Modem:Imei', 'IMEI', '模块IMEI', text(15)),
  reading('Modem:Operator', 'Network operator', '运营商', text(32)),
  reading('Modem:FirmwareVersion', 'Firmware version', '固件版本', text(64)),
  reading('Modem:Uptime', 'Time since start', '运行时长', seconds(0, 2_147_483_647)),
  setting(
    'Modem:BaudRate',
    'Baud rate',
    '波特率',
    choice(
      [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200].map((value) => ({
        value,
        en: `${value}`,
        zh: `${value}`,
      })),
    ),
  ),
  setting(
    'Modem:Parity',
    'Parity',
    '校验位',
    choice([
      { value: 0, en: 'None', zh: '无校验' },
      { value: 1, en: 'Odd', zh: '奇校验' },
      { value: 2, en: 'Even', zh: '偶校验' },
    ]),
  ),
  setting('Modem:DataBits', 'Data bits', '数据位', int(7, 8)),
  setting('Modem:StopBits', 'Stop bits', '停止位', int(1, 2)),
  setting('Modem:UnitAddress', 'Unit address', '从站地址', int(1, 247)),
  setting('Modem:PollInterval', 'Polling interval', '轮询间隔', int(100, 60_000, 100, 'ms', 'millisecond')),
  setting('Modem:AnswerTimeout', 'Answer timeout', '应答超时', int(50, 10_000, 50, 'ms', 'millisecond')),
  required(
    reading(
      'Modem:PollState',
      'Polling state',
      '轮询状态',
      choice([
        { value: 0, en: 'Stopped', zh: '已停止' },
        { value: 1, en: 'Polling', zh: '轮询中' },
        { value: 2, en: 'No answer', zh: '从站无应答' },
        { value: 3, en: 'Faulty answers', zh: '应答异常' },
      ]),
    ),
  ),
  reading('Modem:Timeouts', 'Requests unanswered', '无应答次数', int(0, 2_147_483_647)),
  reading('Modem:CrcErrors', 'Checksum errors', '校验错误次数', int(0, 2_147_483_647)),
]

const modemEvents: readonly EventFunction[] = [
  event('alert', 'Modem:UnitLost', 'Unit does not answer', '从站失联', [
    parameter('UnitAddress', 'Unit address', '从站地址', int(1, 247)),
    parameter('Seconds', 'Silent for', '失联时长', seconds(0, 86_400)),
  ]),
  event('info', 'Modem:UnitBack', 'Unit answers again', '从站恢复', [
    parameter('UnitAddress', 'Unit address', '从站地址', int(1, 247)),
  ]),
]

const modemServices: readonly ServiceFunction[] = [
  service('Modem:Restart', 'Restart modem', '重启DTU'),
  {
    identifier: 'Modem:PollNow',
    name: { en: 'Poll now', zh: '立即轮询' },
    required: false,
    callType: 'sync',
    repeatable: true,
    inputData: [],
    outputData: [
      parameter('Answered', 'Registers answered', '应答寄存器数', int(0, 65_535)),
      parameter('Millis', 'Took', '耗时', int(0, 600_000, 1, 'ms', 'millisecond')),
    ],
  },
]

const modules = [{ identifier: 'Modem', name: { en: 'Modem', zh: 'DTU模块' } }]

/** Modem and controller are one device. */
export const modbusDtu: ThingModel = {
  modules,
  properties: [...controller, ...modem],
  events: [fault, ...modemEvents],
  services: [...modemServices],
}

/** A modem that only forwards the data of the units behind it. */
export const modbusModem: ThingModel = {
  modules,
  properties: [...modem],
  events: [...modemEvents],
  services: [...modemServices],
}

/** A controller behind such a modem, with registers only. */
export const modbusUnit: ThingModel = { properties: [...controller], events: [], services: [] }
