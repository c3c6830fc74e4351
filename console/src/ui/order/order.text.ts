import { words } from '@brigade/contract/text.ts'

type Moved = { name: string; n: number; count: number }

export const orderText = words({
  grip: {
    en: (p: { name: string }) => `Move ${p.name}: drag it, or press Alt with an arrow key`,
    zh: (p: { name: string }) => `移动“${p.name}”：拖动，或按 Alt 加上下方向键`,
  },
  moved: {
    en: (p: Moved) => `${p.name} is now ${p.n} of ${p.count}`,
    zh: (p: Moved) => `“${p.name}”已移至第 ${p.n} 位，共 ${p.count} 位`,
  },
  gripNumbered: { en: (p: { name: string }) => `Move ${p.name}`, zh: (p: { name: string }) => `移动${p.name}` },
  gripHint: { en: 'Drag, or press Alt with an arrow key', zh: '拖动，或按 Alt + 方向键' },
  movedNumbered: {
    en: (p: Moved) => `${p.name} is now ${p.n} of ${p.count}`,
    zh: (p: Moved) => `${p.name}已移至第 ${p.n} 位，共 ${p.count} 位`,
  },
  atEnd: {
    en: (p: { name: string }) => `${p.name} is already at the end`,
    zh: (p: { name: string }) => `“${p.name}”已到尽头`,
  },
  atEndNumbered: {
    en: (p: { name: string }) => `${p.name} is already at the end`,
    zh: (p: { name: string }) => `${p.name}已到尽头`,
  },
})
