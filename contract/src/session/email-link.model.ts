import { z } from 'zod'

export const emailLinkLimits = { hours: 24, perHour: 5 } as const

/** What stands in the address of `/verify-email`. */
export const EmailConfirmation = z.strictObject({ token: z.string().min(1, 'field.required').max(100) })
export type EmailConfirmation = z.output<typeof EmailConfirmation>
