import { z } from 'zod'
import { filter } from '../field.ts'

/** A national division code of six digits: 330000 a province, 330100 a city of it, 330106 a region of that. */
export const AreaCode = z.string().regex(/^[1-9]\d{5}$/, 'field.invalid')

/** Devices without a place in the country: abroad, or not given. */
export const Located = z.enum(['elsewhere', 'unknown'])
export type Located = z.output<typeof Located>

/** Names in the caller's language. Regions have no children. */
export type Area = { code: string; name: string; children?: Area[] | undefined }
export const Area: z.ZodType<Area> = z
  .object({
    code: AreaCode,
    name: z.string(),
    children: z.lazy(() => z.array(Area)).optional(),
  })
  .meta({ id: 'Area' })

/** Spec 2: a zone filter sends province, city and region. The narrowest one given decides. */
export const zoneFilters = { province: filter(AreaCode), city: filter(AreaCode), region: filter(AreaCode) }
