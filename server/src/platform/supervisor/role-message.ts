import { z } from 'zod'

/**
 * The supervisor's orders to a child. Children load first and wait, so that loading and starting the database overlap.
 */
export const RoleOrder = z.discriminatedUnion('order', [
  z.object({ order: z.literal('prepare'), databaseUrl: z.string() }),
  z.object({ order: z.literal('start'), databaseUrl: z.string() }),
  z.object({ order: z.literal('stop') }),
])
export type RoleOrder = z.output<typeof RoleOrder>

/** A child's reports. */
export const RoleReport = z.discriminatedUnion('report', [
  z.object({ report: z.literal('prepared'), isNew: z.boolean() }),
  z.object({
    report: z.literal('started'),
    addresses: z.object({
      http: z.string().optional(),
      mqttPort: z.number().optional(),
      status: z.string().optional(),
    }),
  }),
  /** Sent every second: a process with a blocked loop does not send it. */
  z.object({ report: z.literal('alive') }),
  z.object({ report: z.literal('failed'), reason: z.string() }),
])
export type RoleReport = z.output<typeof RoleReport>
