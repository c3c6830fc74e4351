import { words } from '../../platform/locale.ts'

/** The curve of the overview. */
export const curveText = words({
  ovenTitle: { en: 'Chamber, core and humidity', zh: '腔温、芯温与湿度' },
  coolerTitle: { en: 'Cabinet and evaporator', zh: '柜温与蒸发器温度' },
  otherTitle: { en: 'Latest readings', zh: '近期数据' },
  span: { en: 'Span', zh: '时间范围' },
  run: { en: 'This run', zh: '本次烹饪' },
  lastRun: { en: 'Last run', zh: '上次烹饪' },
  sixHours: { en: '6 h', zh: '6 小时' },
  day: { en: '24 h', zh: '24 小时' },
  week: { en: '7 d', zh: '7 天' },
  setBand: { en: (p: { span: string }) => `Set, ±${p.span}`, zh: (p: { span: string }) => `设定值 ±${p.span}` },
  limit: { en: (p: { value: string }) => `Limit ${p.value}`, zh: (p: { value: string }) => `上限 ${p.value}` },
  lowLimit: { en: (p: { value: string }) => `Low limit ${p.value}`, zh: (p: { value: string }) => `下限 ${p.value}` },
  coreTarget: {
    en: (p: { value: string }) => `Core target ${p.value}`,
    zh: (p: { value: string }) => `芯温目标 ${p.value}`,
  },
  preheat: { en: 'Preheat', zh: '预热' },
  planOf: { en: (p: { name: string }) => `Plan of ${p.name}`, zh: (p: { name: string }) => `${p.name} 计划` },
  set: { en: 'Set', zh: '设定值' },
  before: {
    en: (p: { name: string; span: string }) => `${p.name}, ${p.span} before`,
    zh: (p: { name: string; span: string }) => `${p.name}（${p.span}前）`,
  },
  offline: { en: 'Offline', zh: '离线' },
  faults: { en: 'Faults', zh: '故障告警' },
  doors: { en: 'Door open', zh: '开门' },
  openShare: {
    en: (p: { open: string; of: string }) => `${p.open} of ${p.of}`,
    zh: (p: { open: string; of: string }) => `${p.of}中的 ${p.open}`,
  },
  commands: { en: 'Commands', zh: '指令' },
  upgrades: { en: 'Upgrades', zh: '升级' },
})
