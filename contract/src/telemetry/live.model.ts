import { z } from 'zod'
import { CommandRow } from '../command/command.model.ts'
import { DeviceRow, WorkStateName } from '../device/device.model.ts'
import { Id, IdList, Instant } from '../field.ts'
import { Shadow } from './shadow.model.ts'

/** Fields that change on a screen without reloading (product.md, Devices: Live). */
export const LiveDevice = z.object({
  id: Id,
  /** When the newest of the changes reached the server, epoch ms, which shows the delay of a screen. */
  at: z.number(),
  /** Selects one of a kind's two lists. */
  installed: z.boolean(),
  online: z.boolean(),
  onlineChangedAt: Instant.nullable(),
  workState: WorkStateName.nullable(),
  faultCode: z.string(),
  fact: DeviceRow.shape.fact,
  lastSeenAt: Instant.nullable(),
  /** Only on the stream of one device. */
  shadow: Shadow.optional(),
  /** Only on the stream of one device: changed commands. */
  commands: z.array(CommandRow).optional(),
})
export type LiveDevice = z.output<typeof LiveDevice>
export const LiveIds = IdList
/** One event of the stream: devices that changed in the same tick; empty as a heartbeat. */
export const LiveEvent = z.object({
  at: z.number(),
  devices: z.array(LiveDevice),
  /**
   * Only in the stream of a page: other devices within the caller's scope that changed meanwhile, at most 1,000. Sent once a second at
   * most.
   */
  others: z.number().int().optional(),
})
export type LiveEvent = z.output<typeof LiveEvent>
