import type { DemoDevice } from './demo-devices.seed.ts'
import { bergen, suzhou } from './demo-places.ts'

/** A gateway with its sub-devices; `unit` is the address on its Modbus. */
export type DemoFamily = Readonly<{
  kind: 'oven' | 'cooler'
  gateway: DemoDevice
  behind: readonly Readonly<{ device: DemoDevice; unit: number | null }>[]
}>

const coldRoom = { ...bergen, installed: '2025-06-12', warrantyDays: 730 } as const
const bakery = { ...suzhou, installed: '2025-07-03', warrantyDays: 730 } as const

export const demoFamilies: readonly DemoFamily[] = [
  {
    kind: 'cooler',
    gateway: { sn: 'DTU425060101', name: 'Kjølerom DTU', productKey: 'a1DTU4G', ...coldRoom },
    behind: [
      { unit: 1, device: { sn: 'RC9S25060111', name: 'Meieriskap', productKey: 'a1RC900S', ...coldRoom } },
      { unit: 2, device: { sn: 'RC9S25060112', name: 'Fiskeskap', productKey: 'a1RC900S', ...coldRoom } },
      { unit: 3, device: { sn: 'RC9S25060113', name: 'Grønnsakskap', productKey: 'a1RC900S', ...coldRoom } },
    ],
  },
  {
    kind: 'oven',
    gateway: { sn: 'BXGW25070201', name: '后厨网关', productKey: 'a1BXLink', ...bakery },
    behind: [
      { unit: null, device: { sn: 'BX6S25070211', name: '吐司炉', productKey: 'a1BX06S', ...bakery } },
      { unit: null, device: { sn: 'BX6S25070212', name: '欧包炉', productKey: 'a1BX06S', ...bakery } },
    ],
  },
]
