import { z } from 'zod'

export const emailLinkLimits = { hours: 24, perHour: 5 } as const

/** Query parameters of `/verify-email`. */
export const EmailConfirmation = z.strictObject({ token: z.string().min(1, 'field.required').max(100) })
export type EmailConfirmation = z.output<typeof EmailConfirmation>
