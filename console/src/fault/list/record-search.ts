import { FaultSearch } from '@brigade/contract/fault/record.model.ts'
import type { DeviceKind } from '@brigade/contract/product/product.model.ts'
import type { z } from 'zod'
import type { FaultTab } from '../fault-address.ts'

/** Each tab applies these fixed filters before the filters of the person. */
const shownBy = {
  inbox: { type: 'all', open: true, shelved: false },
  faults: { type: 'fault' },
  alarms: { type: 'alarm' },
  shelved: { type: 'all', open: true, shelved: true },
} as const satisfies Record<FaultTab, Partial<FaultSearch>>

const schemas = new Map<string, z.ZodType<FaultSearch>>()

/** The query of a tab in the address: the kind or the device, and the tab's own filters, are not part of it. */
export function recordSearchOf(kind: DeviceKind, tab: FaultTab, deviceId?: string): z.ZodType<FaultSearch> {
  const key = `${kind} ${tab} ${deviceId ?? ''}`
  const known = schemas.get(key)
  if (known !== undefined) return known
  const of = deviceId === undefined ? { kind } : { kind, deviceId }
  const schema = FaultSearch.transform((search): FaultSearch => ({ ...search, ...shownBy[tab], ...of }))
  schemas.set(key, schema)
  return schema
}
