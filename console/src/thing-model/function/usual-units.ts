import type { Words } from '@brigade/contract/locale.ts'

/** Units that appliances report in, by quantity. `name` is written into the thing model's document beside the symbol. */
type UsualUnit = Readonly<{ symbol: string; name: string; zh: string }>
export type UnitGroup = Readonly<{ key: string; words: Words; units: readonly UsualUnit[] }>

const unit = (symbol: string, name: string, zh: string): UsualUnit => ({ symbol, name, zh })

export const unitGroups: readonly UnitGroup[] = [
  {
    key: 'temperature',
    words: { en: 'Temperature', zh: '温度' },
    units: [unit('°C', 'Celsius', '摄氏度'), unit('K', 'kelvin', '开尔文'), unit('°F', 'degree Fahrenheit', '华氏度')],
  },
  {
    key: 'share',
    words: { en: 'Share', zh: '比例' },
    units: [
      unit('%', 'percent', '百分比'),
      unit('ppm', 'parts per million', '百万分比'),
      unit('°dH', 'German degree of hardness', '德国度'),
    ],
  },
  {
    key: 'time',
    words: { en: 'Time', zh: '时间' },
    units: [
      unit('ms', 'millisecond', '毫秒'),
      unit('s', 'second', '秒'),
      unit('min', 'minute', '分钟'),
      unit('h', 'hour', '小时'),
      unit('d', 'day', '天'),
    ],
  },
  {
    key: 'power',
    words: { en: 'Electricity', zh: '电气' },
    units: [
      unit('W', 'watt', '瓦'),
      unit('kW', 'kilowatt', '千瓦'),
      unit('kWh', 'kilowatt hour', '千瓦时'),
      unit('V', 'volt', '伏'),
      unit('A', 'ampere', '安'),
      unit('mA', 'milliampere', '毫安'),
      unit('Hz', 'hertz', '赫兹'),
    ],
  },
  {
    key: 'amount',
    words: { en: 'Amount', zh: '数量' },
    units: [
      unit('g', 'gram', '克'),
      unit('kg', 'kilogram', '千克'),
      unit('mL', 'millilitre', '毫升'),
      unit('L', 'litre', '升'),
      unit('m³', 'cubic metre', '立方米'),
    ],
  },
  {
    key: 'motion',
    words: { en: 'Length, speed, flow', zh: '长度、速度、流量' },
    units: [
      unit('mm', 'millimetre', '毫米'),
      unit('cm', 'centimetre', '厘米'),
      unit('m', 'metre', '米'),
      unit('rpm', 'revolutions per minute', '转每分'),
      unit('m/s', 'metre per second', '米每秒'),
      unit('L/min', 'litre per minute', '升每分'),
    ],
  },
  {
    key: 'other',
    words: { en: 'Pressure, signal, sound', zh: '压力、信号、声音' },
    units: [
      unit('Pa', 'pascal', '帕'),
      unit('kPa', 'kilopascal', '千帕'),
      unit('bar', 'bar', '巴'),
      unit('dBm', 'decibel-milliwatt', '分贝毫瓦'),
      unit('dB', 'decibel', '分贝'),
      unit('lx', 'lux', '勒克斯'),
    ],
  },
]

export const usualUnit = (symbol: string): UsualUnit | undefined =>
  unitGroups.flatMap(({ units }) => units).find((one) => one.symbol === symbol)
