import { Id } from '@brigade/contract/field.ts'
import { z } from 'zod'
import { deviceTabs } from '../view/device-address.ts'

/** All tabs of the page share these search parameters; a tab may add its own. */
export const DetailSearch = z.object({ id: Id.optional(), tab: z.enum(deviceTabs).default('overview') })
