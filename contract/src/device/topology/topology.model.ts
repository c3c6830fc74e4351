import { z } from 'zod'
import { Flag, Id, Instant, OptionalLine, filter } from '../../field.ts'
import { searchOf } from '../../paging.ts'
import { DeviceRow } from '../device.model.ts'

/** Alibaba's limit. */
export const maxSubDevices = 1500

/** Searches gateways. */
export const GatewayQuery = z.strictObject({ keyword: filter(OptionalLine(60)), id: filter(Id) })
export const GatewayOption = z.object({ id: Id, sn: z.string(), name: z.string(), online: z.boolean() })

/** Sub-devices of a gateway, of either kind. */
export const SubDeviceSearch = searchOf({ id: Id, keyword: filter(OptionalLine(60)), online: filter(Flag) }, ['sn'])
export const SubDeviceRow = DeviceRow.pick({
  id: true,
  sn: true,
  name: true,
  kind: true,
  product: true,
  online: true,
  onlineChangedAt: true,
  workState: true,
  faultCode: true,
  lastSeenAt: true,
}).extend({
  /** Modbus only: the address of its unit on the bus. */
  unit: z.number().int().nullable(),
  /** When it was added to this gateway. */
  addedAt: Instant,
})
export type SubDeviceRow = z.output<typeof SubDeviceRow>
export const SubDevicesAdded = z.strictObject({
  id: Id,
  subs: z
    .array(z.strictObject({ id: Id, unit: z.number().int().min(1).max(247).nullable().default(null) }))
    .min(1)
    .max(80),
})
export const SubDevicesRemoved = z.strictObject({ id: Id, ids: z.array(Id).min(1).max(80) })
