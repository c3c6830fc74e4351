import type { Words } from '@brigade/contract/locale.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { insertSeeded } from './fault-cause.store.ts'

/** The causes of a new installation, in their order. */
const seededCauses = {
  worn: { en: 'Worn part', zh: '零件磨损' },
  dirt: { en: 'Dirt or lime', zh: '积尘或结垢' },
  sensor: { en: 'Sensor or wiring', zh: '传感器或线路' },
  water: { en: 'Water supply', zh: '供水' },
  power: { en: 'Power supply', zh: '供电' },
  network: { en: 'Network', zh: '网络' },
  door: { en: 'Door left open', zh: '门未关好' },
  installation: { en: 'Installation', zh: '安装' },
  operation: { en: 'Operating error', zh: '操作不当' },
  nothing: { en: 'No fault found', zh: '未发现故障' },
  other: { en: 'Other', zh: '其他' },
} as const satisfies Readonly<Record<string, Words>>
export type SeededCause = keyof typeof seededCauses

/** A cause that was removed does not come back, and one that was renamed keeps its name. */
export const seedFaultCauses = ({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> =>
  insertSeeded(
    db,
    Object.entries(seededCauses).map(([key, name]) => ({ key, name })),
    clock.now(),
  )
