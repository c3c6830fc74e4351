import { word } from '@brigade/contract/word.text.ts'
import { words } from '@brigade/contract/text.ts'

type Point = { n: number; pattern: string; temperature: string; minutes: string }

export const curveText = words({
  title: { en: 'Stage curve', zh: '阶段曲线' },
  label: { en: 'Temperature, humidity and fan by minute', zh: '各分钟的温度、湿度与风速' },
  temperature: word.temperature,
  estimated: { en: 'Estimated', zh: '预估' },
  humidity: word.humidity,
  fan: { en: 'Fan', zh: '风速' },
  preheatShort: { en: 'Pre', zh: '预热' },
  minute: word.min,
  limit: { en: (p: { max: string }) => `limit ${p.max}`, zh: (p: { max: string }) => `上限 ${p.max}` },
  over: {
    en: (p: { value: string; max: string }) => `${p.value}, limit is ${p.max}`,
    zh: (p: { value: string; max: string }) => `${p.value}，超出上限 ${p.max}`,
  },
  inAll: { en: (p: { time: string }) => `${p.time} total`, zh: (p: { time: string }) => `共 ${p.time}` },
  atLeast: { en: (p: { time: string }) => `at least ${p.time}`, zh: (p: { time: string }) => `至少 ${p.time}` },
  about: { en: (p: { time: string }) => `about ${p.time} total`, zh: (p: { time: string }) => `预计 ${p.time}` },
  medium: {
    en: 'Stages that end by core temperature are estimated for a medium-sized piece: a large one takes longer.',
    zh: '按芯温结束的阶段按中等大小的食材估算，大块食材用时更长。',
  },
  point: {
    en: (p: Point) => `Stage ${p.n}, ${p.pattern}: ${p.temperature}, ${p.minutes}`,
    zh: (p: Point) => `阶段 ${p.n} ${p.pattern}：${p.temperature}，${p.minutes}`,
  },
  pointName: { en: (p: { n: number }) => `Point of stage ${p.n}`, zh: (p: { n: number }) => `阶段 ${p.n} 曲线点` },
  points: { en: 'Points of the curve', zh: '曲线点' },
  hint: {
    en: 'Drag a line, a bar or the end of a stage. By keyboard: Tab to a point, ↑ ↓ temperature, ← → minutes, Page Up and Page Down the next stage; Shift for steps of ten.',
    zh: '可拖动曲线、风速条或阶段末端。键盘：Tab 选中曲线点，↑ ↓ 调温度，← → 调分钟，Page Up/Page Down 切换阶段，按住 Shift 每次调整 10。',
  },
})
