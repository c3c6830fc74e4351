import { demoMs, type DemoMoment } from '../../platform/program/demo-days.ts'
import type { DemoBinding } from './demo-life.store.ts'

type Bound = Omit<DemoBinding, 'boundAt' | 'unboundAt'> & Readonly<{ bound: DemoMoment; unbound?: DemoMoment }>

/**
 * The people of app-user.seed.ts and their devices. Each device was bound after it was installed and after the person
 * had registered.
 */
const bindings: readonly Bound[] = [
  { sn: 'BX1025030318', nickname: 'Klaas Petersen', role: 'owner', bound: '2025-04-03T10:12:00Z' },
  { sn: 'BX1025030318', nickname: 'Mette Lund', role: 'member', bound: '2025-04-10T08:30:00Z' },
  { sn: 'BX1025030311', nickname: 'Klaas Petersen', role: 'owner', bound: '2025-04-03T10:15:00Z' },
  { sn: 'RC7025021406', nickname: 'Mette Lund', role: 'owner', bound: '2025-04-05T07:40:00Z' },
  { sn: 'BX2025020113', nickname: 'Ingrid Solberg', role: 'owner', bound: '2025-03-12T12:00:00Z' },
  {
    sn: 'BX0623101187',
    nickname: 'Lucie Berthier',
    role: 'owner',
    bound: '2023-11-21T05:20:00Z',
    unbound: '2025-06-30T16:00:00Z',
  },
  { sn: 'BX1025041509', nickname: '湖滨主厨老周', role: 'owner', bound: '2025-05-21T01:05:00Z' },
  { sn: 'BX0625010733', nickname: '小面包', role: 'owner', bound: '2025-02-19T23:10:00Z' },
  { sn: 'BX0625010734', nickname: '平江路小满', role: 'owner', bound: '2025-02-20T02:19:00Z' },
  { sn: 'BX0625010733', nickname: '平江路小满', role: 'member', bound: '2025-02-20T02:27:00Z' },
  { sn: 'BX1025060527', nickname: '林师傅', role: 'owner', bound: '2025-07-16T02:44:00Z' },
  { sn: 'BX0624110935', nickname: '阿珍点心', role: 'owner', bound: '2024-12-13T07:21:00Z' },
  { sn: 'BX2025100266', nickname: 'Wei Ling', role: 'owner', bound: { daysAgo: 345, at: '02:41' } },
  { sn: 'BX0624040607', nickname: 'Maya Laframboise', role: 'owner', bound: '2024-05-29T16:32:00Z' },
  { sn: 'RU1524040133', nickname: 'Maya Laframboise', role: 'owner', bound: '2024-05-29T16:40:00Z' },
  { sn: 'BX0625040918', nickname: '罗师傅', role: 'owner', bound: '2025-05-10T03:55:00Z' },
  { sn: 'BX2023080129', nickname: 'Katrin Wolf', role: 'owner', bound: '2023-09-27T08:20:00Z' },
  { sn: 'BX1023110554', nickname: 'Thomas Girard', role: 'owner', bound: '2023-12-20T14:01:00Z' },
  { sn: 'BX0625090844', nickname: '麦香小赵', role: 'owner', bound: '2025-10-13T01:30:00Z' },
  { sn: 'BX1024100719', nickname: '熊老板', role: 'owner', bound: '2024-11-07T08:45:00Z' },
  { sn: 'BX2026080446', nickname: 'Anna Lindqvist', role: 'owner', bound: { daysAgo: 21, at: '09:31' } },
  { sn: 'BX2026080446', nickname: 'Ben Okafor', role: 'member', bound: { daysAgo: 15, at: '13:29' } },
  { sn: 'BX2024090377', nickname: '小林', role: 'owner', bound: { daysAgo: 325, at: '00:55' } },
  { sn: 'BX1025080612', nickname: '陈师傅', role: 'owner', bound: { daysAgo: 268, at: '06:24' } },
  { sn: 'BX1025080612', nickname: '阿芳', role: 'member', bound: { daysAgo: 203, at: '03:09' } },
  { sn: 'BX0623101192', nickname: 'Chloé', role: 'owner', bound: { daysAgo: 190, at: '07:58' } },
  { sn: 'BX1024060861', nickname: 'Dirk Janssen', role: 'owner', bound: { daysAgo: 131, at: '09:03' } },
  { sn: 'BX1024060861', nickname: 'Elif', role: 'member', bound: { daysAgo: 44, at: '16:37' } },
  { sn: 'BX2025050241', nickname: '王姐', role: 'owner', bound: { daysAgo: 96, at: '02:18' } },
  { sn: 'BX2025050241', nickname: '周周', role: 'member', bound: { daysAgo: 27, at: '05:46' } },
  { sn: 'BX2026092811', nickname: '李大厨', role: 'owner', bound: { daysAgo: 8, at: '02:07' } },
  { sn: 'RC7023080418', nickname: 'Finn', role: 'owner', bound: { daysAgo: 62, at: '10:41' } },
]

export const bindingsAt = (now: number): DemoBinding[] =>
  bindings.map(({ bound, unbound, ...binding }) => {
    const ended = unbound === undefined ? {} : { unboundAt: isoOf(unbound, now) }
    return { ...binding, boundAt: isoOf(bound, now), ...ended }
  })

const isoOf = (moment: DemoMoment, now: number): string => new Date(demoMs(moment, now)).toISOString()
