import { z } from 'zod'
import { Value } from '../device/value.model.ts'
import { Id, largestInteger } from '../field.ts'
import { Shadow } from '../telemetry/shadow.model.ts'
import { ConfirmsHeat } from './command.model.ts'

/** alink.md 2.3: at most 10 desired properties a call. */
export const maxDesired = 10

/**
 * Values that a device is to have, sent at once if it is online and otherwise when it asks for them; null withdraws
 * one. `version` is that of the shadow that the person saw: if desired values have changed since, nothing is written
 * (409). Reports of the device are no conflict. The password is required.
 */
export const DesiredDraft = z.strictObject({
  id: Id,
  version: z.number().int().min(0).max(largestInteger),
  values: z
    .record(z.string().max(101), Value)
    .refine((values) => Object.keys(values).length > 0, 'device.emptyCommand')
    .refine((values) => Object.keys(values).length <= maxDesired, 'device.tooManyDesired'),
  password: z.string().min(1, 'field.required').max(128),
  confirmsHeat: ConfirmsHeat,
})
export type DesiredDraft = z.output<typeof DesiredDraft>
export const DesiredSet = z.object({ shadow: Shadow })
