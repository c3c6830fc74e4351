import type { EndsWhen } from '@brigade/contract/fault/code.model.ts'
import type { FaultCategory, Severity } from '@brigade/contract/fault/record.model.ts'
import type { Words } from '@brigade/contract/locale.ts'

type SeededAlarm = Readonly<{
  identifier: string
  name: Words
  severity: Severity
  category: FaultCategory
  reason: Words
  remedy: Words
  /** Null: the alarm ends 30 minutes after its last report. */
  endsWhen: EndsWhen | null
}>

/** The door itself reports the end of an open-door alarm. */
const doorIsShut: EndsWhen = { identifier: 'DoorState', is: 'equal', value: 0 }
const doorLeftOpen = {
  identifier: 'DoorOpenLong',
  name: { en: 'Door left open', zh: '门长时间未关' },
  severity: 'minor',
  category: 'door',
  endsWhen: doorIsShut,
} as const

/** The alerts that the events of our own models report. */
export const seededAlarms: Readonly<Record<'oven' | 'cooler', readonly SeededAlarm[]>> = {
  oven: [
    {
      ...doorLeftOpen,
      reason: { en: 'The door was left open, or does not close fully.', zh: '门未及时关闭或未关严。' },
      remedy: {
        en: 'Close the door. If it does not close fully, check its gasket and hinges.',
        zh: '关好门；仍无法关严时检查门封条和铰链。',
      },
    },
    {
      identifier: 'CoreProbeMissing',
      name: { en: 'Core probe not plugged in', zh: '芯温探针未插入' },
      severity: 'notice',
      category: 'sensor',
      reason: {
        en: 'A stage ends by the core temperature, and the probe is not plugged in.',
        zh: '当前阶段按芯温结束，但探针未插入。',
      },
      remedy: {
        en: 'Plug the probe in and put it into the food, or cook by time.',
        zh: '插好探针并插入食材，或改用时间模式烹饪。',
      },
      endsWhen: { identifier: 'CoreProbe', is: 'equal', value: 1 },
    },
  ],
  cooler: [
    {
      identifier: 'HighTemp',
      name: { en: 'Temperature too high', zh: '温度过高' },
      severity: 'major',
      category: 'cooling',
      reason: {
        en: 'The door is open, warm food was put in, or the cooling is too weak.',
        zh: '门未关、刚放入温热食材或制冷不足。',
      },
      remedy: {
        en: 'Close the door and move the food to another cabinet. Call service if the temperature is not back to normal within an hour.',
        zh: '关好门，将食材移至其他冷柜；一小时内未恢复时联系维修。',
      },
      endsWhen: null,
    },
    {
      identifier: 'LowTemp',
      name: { en: 'Temperature too low', zh: '温度过低' },
      severity: 'major',
      category: 'cooling',
      reason: {
        en: 'The set point is too low, or the thermostat or the relay of the compressor does not open.',
        zh: '设定温度过低，或温控器、压缩机继电器未断开。',
      },
      remedy: {
        en: 'Check the set point. If it is right, switch the cabinet off and call service before food freezes.',
        zh: '检查设定温度；设定正确时断电并联系维修，避免食材冻伤。',
      },
      endsWhen: null,
    },
    {
      ...doorLeftOpen,
      reason: {
        en: 'The door is not closed fully, or something is caught in its gasket.',
        zh: '门未关严，或门封条被异物卡住。',
      },
      remedy: {
        en: 'Close the door. Check the gasket for anything caught in it and for tears.',
        zh: '关好门，检查门封条是否被卡住或破损。',
      },
    },
    {
      identifier: 'Modem:UnitLost',
      name: { en: 'Unit does not answer', zh: '从站失联' },
      severity: 'major',
      category: 'communication',
      reason: {
        en: 'The controller has no power, or the RS-485 line is interrupted.',
        zh: '从站断电，或 RS-485 线路中断。',
      },
      remedy: {
        en: 'Check the power of the controller, then terminals, polarity and terminating resistor of the line.',
        zh: '检查从站供电，再检查接线端子、极性和终端电阻。',
      },
      endsWhen: null,
    },
  ],
}
