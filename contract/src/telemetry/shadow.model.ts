import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { Id, Instant } from '../field.ts'
import { Paging, pageOf } from '../paging.ts'
import { dataTypeNames } from '../thing-model/thing-model.model.ts'
import { modbusReasons } from './message.model.ts'

export const ShadowEntry = z.object({
  identifier: z.string(),
  value: Value,
  /** The time of the device's report. */
  deviceTime: Instant,
  serverTime: Instant,
  /** A value sent, or kept for it, and not yet reported back; `commandId` null: kept until the device has it. */
  desired: z.object({ value: Value, since: Instant, version: z.number().int(), commandId: Id.nullable() }).nullable(),
})
export const Shadow = z.object({
  version: z.number().int(),
  reportedAt: Instant.nullable(),
  /** Every property that was reported at least once, in the order of the thing model. */
  list: z.array(ShadowEntry),
  /** Desired values of properties never reported yet. */
  wanted: z.array(
    z.object({
      identifier: z.string(),
      value: Value,
      since: Instant,
      version: z.number().int(),
      commandId: Id.nullable(),
    }),
  ),
  /** Registers that a Modbus unit has refused since they were last read; the reason is its exception. */
  refused: z.array(z.object({ identifier: z.string(), reason: z.enum(modbusReasons), time: Instant })),
  /** Values from shadow documents that the thing model does not define. */
  free: z.array(z.object({ key: z.string(), value: Value, time: Instant })),
})
export type Shadow = z.output<typeof Shadow>

/** Name and type are those of the published thing model; null for a property that it no longer has. */
const ShadowRow = ShadowEntry.extend({
  name: z.object({ en: z.string(), zh: z.string() }).nullable(),
  dataType: z.enum(dataTypeNames).nullable(),
})
/** Without `pageNum` and `pageSize` one page has all properties, as a device's own screen shows them. */
export const ShadowSearch = z.strictObject({
  id: Id,
  pageNum: Paging.shape.pageNum.unwrap().optional(),
  pageSize: Paging.shape.pageSize.unwrap().optional(),
})
export type ShadowSearch = z.output<typeof ShadowSearch>
/** Pages contain the reported properties; each has the rest of the shadow too. */
export const ShadowPage = z.object({ ...Shadow.shape, ...pageOf(ShadowRow).omit({ totalCapped: true }).shape })
export type ShadowPage = z.output<typeof ShadowPage>
export type ShadowEntry = z.output<typeof ShadowEntry>
