import type { Words } from '../locale.ts'
import type { warranties } from './device.model.ts'

export const warrantyWords = {
  in: { en: 'In warranty', zh: '保内' },
  over: { en: 'Out of warranty', zh: '已过保' },
  unregistered: { en: 'Unregistered', zh: '未登记' },
} as const satisfies Record<(typeof warranties)[number], Words>
