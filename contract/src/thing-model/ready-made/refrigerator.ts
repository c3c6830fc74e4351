import type { ThingModel } from '../thing-model.model.ts'
import { coolerWorkStates } from './work-state.ts'
import { factoryReset, fault, identify } from './shared-functions.ts'
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
  percent,
  reading,
  repeatable,
  required,
  seconds,
  service,
  setting,
  text,
} from './writing.ts'

/** An upright refrigerator or freezer: forced air, one compressor, electric defrost; named as OPC 30200 names cooling appliances. */

const runningStopped = either(['Stopped', '停止'], ['Running', '运转'])
const air = celsius(-50, 80)
const startedBy = choice([
  { value: 0, en: 'Timer', zh: '定时' },
  { value: 1, en: 'Command', zh: '指令' },
  { value: 2, en: 'Panel', zh: '面板' },
])

export const refrigerator: ThingModel = {
  properties: [
    required(reading('WorkState', 'Working state', '工作状态', choice(coolerWorkStates))),
    required(reading('CabinetTemp', 'Cabinet temperature', '柜内温度', air)),
    reading('EvaporatorTemp', 'Evaporator temperature', '蒸发器温度', celsius(-60, 80)),
    reading('CondenserTemp', 'Condenser temperature', '冷凝器温度', celsius(-40, 120)),
    reading('AmbientTemp', 'Ambient temperature', '环境温度', air),
    required(setting('SetPoint', 'Set temperature', '设定温度', celsius(-30, 15))),
    setting('SetDifferential', 'Differential', '控制回差', float(0.5, 10, 0.1, 'K', 'kelvin')),
    repeatable(setting('HighLimit', 'High-temperature limit', '高温告警上限', celsius(-30, 30))),
    repeatable(setting('LowLimit', 'Low-temperature limit', '低温告警下限', celsius(-40, 15))),
    repeatable(setting('AlarmDelay', 'Alarm delay', '告警延时', minutes(0, 240))),
    reading('Compressor', 'Compressor', '压缩机', runningStopped),
    reading('CompressorHours', 'Compressor hours', '压缩机累计时长', hours(0, 1_000_000)),
    reading('CompressorStarts', 'Compressor starts', '压缩机启动次数', int(0, 100_000_000)),
    reading('EvaporatorFan', 'Evaporator fan', '蒸发风机', runningStopped),
    reading('CondenserFan', 'Condenser fan', '冷凝风机', runningStopped),
    reading('Defrost', 'Defrost', '除霜', onOff),
    setting('DefrostInterval', 'Defrost interval', '除霜间隔', int(1, 24, 1, 'h', 'hour')),
    setting('DefrostMinutes', 'Longest defrost', '最长除霜时间', minutes(5, 90)),
    setting('DefrostEndTemp', 'Defrost end temperature', '除霜终止温度', celsius(2, 30)),
    reading('NextDefrost', 'Next defrost', '下次除霜时间', { type: 'date' }),
    reading('FrostLevel', 'Frost on evaporator', '蒸发器结霜程度', percent()),
    reading('DoorState', 'Door', '门状态', openClosed),
    reading('DoorOpenings', 'Door openings', '开门次数', int(0, 10_000_000)),
    reading('Humidity', 'Cabinet humidity', '柜内湿度', percent()),
    repeatable(setting('Light', 'Cabinet light', '柜内照明', onOff)),
    setting('Standby', 'Standby', '待机开关', onOff),
    reading('Voltage', 'Supply voltage', '供电电压', float(0, 500, 0.1, 'V', 'volt')),
    reading('PowerDraw', 'Power draw', '实时功率', float(0, 10, 0.001, 'kW', 'kilowatt')),
    reading('EnergyTotal', 'Energy used', '累计用电量', {
      type: 'double',
      min: 0,
      max: 100_000_000,
      step: 0.01,
      unit: 'kWh',
      unitName: 'kilowatt hour',
    }),
    reading('FaultCode', 'Fault code', '故障码', text(16)),
    reading('FirmwareVersion', 'Firmware version', '固件版本', text(64)),
    reading('Rssi', 'Signal strength', '信号强度', int(-120, 0, 1, 'dBm')),
  ],
  events: [
    fault,
    required(
      event('alert', 'HighTemp', 'Temperature too high', '温度过高', [
        parameter('CabinetTemp', 'Cabinet temperature', '柜内温度', air),
        parameter('Limit', 'Limit', '告警阈值', air),
      ]),
    ),
    required(
      event('alert', 'LowTemp', 'Temperature too low', '温度过低', [
        parameter('CabinetTemp', 'Cabinet temperature', '柜内温度', air),
        parameter('Limit', 'Limit', '告警阈值', air),
      ]),
    ),
    event('alert', 'DoorOpenLong', 'Door left open', '门长时间未关', [
      parameter('Seconds', 'Open for', '开门时长', seconds(0, 86_400)),
      parameter('CabinetTemp', 'Cabinet temperature', '柜内温度', air),
    ]),
    event('info', 'DefrostDone', 'Defrost completed', '除霜完成', [
      parameter('Minutes', 'Duration', '时长', minutes(0, 240)),
      parameter('EndTemp', 'Evaporator at the end', '结束时蒸发器温度', celsius(-60, 80)),
      parameter('StartedBy', 'Started by', '启动方式', startedBy),
    ]),
  ],
  services: [
    service(
      'StartDefrost',
      'Start defrost',
      '启动除霜',
      [],
      [parameter('FrostLevel', 'Frost on evaporator', '蒸发器结霜程度', percent())],
    ),
    service('StopDefrost', 'Stop defrost', '停止除霜'),
    factoryReset,
    identify,
  ],
}
