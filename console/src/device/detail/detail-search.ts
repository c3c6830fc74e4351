import { Id } from '@brigade/contract/field.ts'
import { z } from 'zod'
import { deviceTabs } from '../view/device-address.ts'

/** What the address says of a detail page, whatever its tab adds. */
export const DetailSearch = z.object({ id: Id.optional(), tab: z.enum(deviceTabs).default('overview') })
