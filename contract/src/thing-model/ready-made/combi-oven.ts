import type { Property, ThingModel } from '../thing-model.model.ts'
import { recipeFunctionsOfOven } from './recipe-module.ts'
import { stageEnds, stageModes, stagePresets } from './stage-mode.ts'
import { ovenWorkStates, workStateNumber } from './work-state.ts'
import { factoryReset, fault, identify } from './shared-functions.ts'
import {
  answering,
  celsius,
  choice,
  either,
  event,
  float,
  hours,
  int,
  member,
  minutes,
  onOff,
  onlyWhile,
  openClosed,
  optional,
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

/**
 * A combi steam oven, in the terms of OPC 30200 (8.2, combi steamer) where it has them. The limits of cooking are from
 * spec 9: 14 stages, 30–260 °C, fan 30–100.
 */

const setTemperature = celsius(30, 260, 1)
const fanSpeed = percent(30, 100, 10)
const direction = either(['Forward', '正转'], ['Reverse', '反转'])

export const washPrograms = [
  { value: 0, en: 'Rinse', zh: '冲洗' },
  { value: 1, en: 'Light wash', zh: '轻度清洗' },
  { value: 2, en: 'Normal wash', zh: '标准清洗' },
  { value: 3, en: 'Intensive wash', zh: '强力清洗' },
  { value: 4, en: 'Descaling', zh: '除垢' },
] as const

export const washPhases = [
  { value: 0, en: 'Not washing', zh: '未清洗' },
  { value: 1, en: 'Soaking', zh: '浸润' },
  { value: 2, en: 'Washing', zh: '清洗' },
  { value: 3, en: 'Rinsing', zh: '漂洗' },
  { value: 4, en: 'Drying', zh: '烘干' },
] as const

/** Values about the programme have no meaning while none runs. */
const cooking = (of: Property) => onlyWhile('WorkState', [workStateNumber.preheating, workStateNumber.cooking], of)
const washing = (of: Property) => onlyWhile('WorkState', [workStateNumber.washing], of)
const plugged = (of: Property) => onlyWhile('CoreProbe', [1], of)

/**
 * One stage as it is sent and shown. Without `EndsBy` a core target of 0 means that the stage ends by time. Before a
 * pause the oven holds its heat and stops the clock until a person continues.
 */
const stages = {
  type: 'array' as const,
  size: 14,
  item: {
    type: 'struct' as const,
    members: [
      member('Mode', 'Mode', '烹饪模式', choice(stageModes)),
      member('Temp', 'Temperature', '温度', setTemperature),
      member('Minutes', 'Duration', '时长', minutes(0, 1440)),
      member('Humidity', 'Humidity', '湿度', percent()),
      member('FanSpeed', 'Fan speed', '风机转速', fanSpeed),
      member('FanReverse', 'Fan direction', '风机转向', direction),
      member('CoreTarget', 'Set core temperature', '设定芯温', celsius(0, 130, 1)),
      optional(member('EndsBy', 'Ends', '结束方式', choice(stageEnds))),
      optional(member('TempDifference', 'Temperature difference', '温差', celsius(5, 100, 1))),
      optional(
        member('Pause', 'Pause before it', '加料暂停', either(['None', '不暂停'], ['To add something', '等待加料'])),
      ),
      optional(member('Preset', 'Preset', '出厂预设', choice(stagePresets))),
    ],
  },
}

export const combiOven: ThingModel = {
  modules: [...recipeFunctionsOfOven.modules],
  properties: [
    required(reading('WorkState', 'Working state', '工作状态', choice(ovenWorkStates))),
    required(reading('ChamberTemp', 'Chamber temperature', '腔体温度', celsius(-40, 350))),
    required(setting('SetTemp', 'Set temperature', '设定温度', setTemperature)),
    plugged(reading('CoreTemp', 'Core temperature', '当前芯温', celsius(-40, 150))),
    setting('CoreTarget', 'Set core temperature', '设定芯温', celsius(0, 130, 1)),
    reading('CoreProbe', 'Core probe', '芯温探针连接', either(['Unplugged', '未插入'], ['Plugged in', '已插入'])),
    reading('Humidity', 'Chamber humidity', '腔体湿度', percent()),
    setting('SetHumidity', 'Set humidity', '设定湿度', percent()),
    repeatable(setting('FanSpeed', 'Fan speed', '风机转速', fanSpeed)),
    repeatable(setting('FanReverse', 'Fan direction', '风机转向', direction)),
    reading('FanRunning', 'Fan', '风机状态', either(['Stopped', '停止'], ['Running', '运转'])),
    reading('Heating', 'Heating elements', '加热状态', onOff),
    reading('HeatingDuty', 'Heating duty', '加热占空比', percent()),
    reading('DoorState', 'Door', '门状态', openClosed),
    reading('DoorOpenings', 'Door openings', '开门次数', int(0, 10_000_000)),
    repeatable(setting('Light', 'Chamber light', '腔体照明', onOff)),
    reading('WaterLevel', 'Boiler water level', '锅炉水位', percent()),
    reading('WaterSupply', 'Water supply', '进水状态', either(['Missing', '缺水'], ['Present', '正常'])),
    reading('SteamTemp', 'Steam generator', '蒸汽发生器温度', celsius(-40, 160)),
    reading('BoilerScale', 'Boiler scale', '锅炉结垢程度', percent()),
    reading('DrainTemp', 'Drain temperature', '排水温度', celsius(-40, 120)),
    reading('VentOpen', 'Steam exhaust valve', '排湿阀', openClosed),
    reading('ProgramId', 'Program number', '程序编号', int(0, 9999)),
    reading('ProgramName', 'Program', '程序名称', text(64)),
    reading('Stages', 'Stages', '烹饪阶段', stages),
    reading('StageCount', 'Number of stages', '阶段总数', int(0, 14)),
    reading('CurStage', 'Current stage', '当前阶段', int(0, 14)),
    cooking(reading('StageMode', 'Stage mode', '阶段模式', choice(stageModes))),
    cooking(reading('StageElapsed', 'Stage elapsed', '阶段已用时间', seconds(0, 86_400))),
    cooking(reading('StageRemaining', 'Stage time remaining', '阶段剩余时间', seconds(0, 86_400))),
    cooking(reading('ProgramRemaining', 'Program time remaining', '程序剩余时间', seconds(0, 604_800))),
    cooking(reading('FinishTime', 'Ready at', '预计完成时间', { type: 'date' })),
    reading('WashPhase', 'Wash phase', '清洗阶段', choice(washPhases)),
    washing(reading('WashRemaining', 'Wash remaining', '清洗剩余时间', seconds(0, 86_400))),
    reading('HoursSinceWash', 'Hours since wash', '距上次清洗', hours(0, 10_000)),
    reading('FilterHours', 'Grease filter hours', '油脂滤网时长', hours(0, 100_000)),
    reading('PowerDraw', 'Power draw', '实时功率', float(0, 80, 0.01, 'kW', 'kilowatt')),
    reading('EnergyTotal', 'Energy used', '累计用电量', {
      type: 'double',
      min: 0,
      max: 100_000_000,
      step: 0.01,
      unit: 'kWh',
      unitName: 'kilowatt hour',
    }),
    reading('WaterTotal', 'Water used', '累计用水量', {
      type: 'double',
      min: 0,
      max: 100_000_000,
      step: 0.1,
      unit: 'L',
      unitName: 'litre',
    }),
    reading('RunHours', 'Running hours', '累计运行时长', hours(0, 1_000_000)),
    reading('CookCount', 'Programs completed', '累计烹饪次数', int(0, 10_000_000)),
    repeatable(setting('ChildLock', 'Panel lock', '面板锁', either(['Unlocked', '未锁定'], ['Locked', '已锁定']))),
    repeatable(setting('Volume', 'Buzzer volume', '蜂鸣器音量', percent(0, 100, 10))),
    reading('FaultCode', 'Fault code', '故障码', text(16)),
    reading('FirmwareVersion', 'Firmware version', '固件版本', text(64)),
    reading('Rssi', 'Signal strength', '信号强度', int(-120, 0, 1, 'dBm')),
    ...recipeFunctionsOfOven.properties,
  ],
  events: [
    fault,
    event('alert', 'DoorOpenLong', 'Door left open', '门长时间未关', [
      parameter('Seconds', 'Open for', '开门时长', seconds(0, 86_400)),
      parameter('ChamberTemp', 'Chamber temperature', '腔体温度', celsius(-40, 350)),
    ]),
    event('alert', 'CoreProbeMissing', 'Core probe not plugged in', '芯温探针未插入', [
      parameter('Stage', 'Stage', '阶段', int(0, 14)),
    ]),
    event('info', 'ProgramCompleted', 'Program completed', '程序完成', [
      parameter('ProgramId', 'Program number', '程序编号', int(0, 9999)),
      parameter('ProgramName', 'Program', '程序名称', text(64)),
      parameter('Minutes', 'Duration', '时长', minutes(0, 10_080)),
      parameter('CoreTemp', 'Core temperature', '芯温', celsius(-40, 150)),
      parameter('Energy', 'Energy used', '用电量', float(0, 10_000, 0.01, 'kWh', 'kilowatt hour')),
    ]),
    event('info', 'WashDue', 'Wash due', '需要清洗', [
      parameter('HoursSinceWash', 'Hours since wash', '距上次清洗', hours(0, 10_000)),
    ]),
    ...recipeFunctionsOfOven.events,
  ],
  services: [
    required(
      service(
        'StartProgram',
        'Start program',
        '启动程序',
        [
          parameter('ProgramId', 'Program number', '程序编号', int(0, 9999)),
          parameter('ProgramName', 'Program', '程序名称', text(64)),
          parameter('Stages', 'Stages', '烹饪阶段', stages),
        ],
        [parameter('StageCount', 'Number of stages', '阶段总数', int(0, 14))],
      ),
    ),
    required(service('StopCooking', 'Stop cooking', '停止烹饪')),
    service('Preheat', 'Preheat', '预热', [parameter('Temp', 'Temperature', '温度', setTemperature)]),
    service(
      'AddTime',
      'Add time',
      '加时',
      [parameter('Minutes', 'Minutes', '分钟数', minutes(1, 240))],
      [parameter('StageRemaining', 'Stage time remaining', '阶段剩余时间', seconds(0, 86_400))],
    ),
    service(
      'StartWash',
      'Start wash',
      '启动清洗',
      [parameter('WashProgram', 'Wash program', '清洗程序', choice(washPrograms))],
      [parameter('Minutes', 'Duration', '时长', minutes(0, 600))],
    ),
    factoryReset,
    identify,
    answering(
      service(
        'SelfTest',
        'Self-test',
        '自检',
        [],
        [
          parameter('Passed', 'Result', '自检结果', either(['Failed', '未通过'], ['Passed', '通过'])),
          parameter('Text', 'Text', '说明', text(200)),
        ],
      ),
    ),
    ...recipeFunctionsOfOven.services,
  ],
}
