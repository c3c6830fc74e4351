import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { Id, Instant } from '../field.ts'
import { modbusReasons } from './message.model.ts'

export const ShadowEntry = z.object({
  identifier: z.string(),
  value: Value,
  /** As the device reported it. */
  deviceTime: Instant,
  serverTime: Instant,
  /** A value sent, or kept for it, and not yet reported back; `commandId` null: kept until the device has it. */
  desired: z.object({ value: Value, since: Instant, version: z.number().int(), commandId: Id.nullable() }).nullable(),
})
export const Shadow = z.object({
  version: z.number().int(),
  reportedAt: Instant.nullable(),
  entries: z.array(ShadowEntry),
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
export type ShadowEntry = z.output<typeof ShadowEntry>
