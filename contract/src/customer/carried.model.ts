import { z } from 'zod'
import { Id } from '../field.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'

/** `selling-off`: withdrawn, and sold until its date. `ended`: no longer sold, assigned or transferred there; what is there is served. */
export const carriedStates = ['carried', 'selling-off', 'ended'] as const
export const CarriedState = z.enum(carriedStates)
export type CarriedState = z.output<typeof CarriedState>

/** A calendar day in the organisation's time zone. */
export const Day = z.iso.date()

const Model = z.object({
  product: z.object({ id: Id, name: BothNames, productKey: z.string(), kind: DeviceKind }),
  /** Of the model itself. */
  enabled: z.boolean(),
})

export const CarriedModel = Model.extend({
  state: CarriedState,
  /** The last day on which it is sold; null where it was not withdrawn, or never carried. */
  sellOffDate: Day.nullable(),
  /** Installed, and not installed: of the organisation and everything below it. */
  devices: z.number().int(),
  stock: z.number().int(),
})
export type CarriedModel = z.output<typeof CarriedModel>

export const CarriedModels = z.object({
  /** Its own list; null: whatever the organisation above it carries. */
  productIds: z.array(Id).nullable(),
  /** What it may sell, and models that it may not, of which there are devices or which were withdrawn. */
  list: z.array(CarriedModel),
})
export type CarriedModels = z.output<typeof CarriedModels>

export const OfferedModel = Model.extend({
  /** Of the organisation above, where it is selling it off. */
  sellOffDate: Day.nullable(),
})
export type OfferedModel = z.output<typeof OfferedModel>

/** As many as one product list has room for. */
const mostModels = 2000

/** What a change says of the carried models. Left out, they stay as they are. */
export const carriedFields = {
  /** Null: whatever the organisation above carries. */
  productIds: z.array(Id).max(mostModels).nullable().optional(),
  /** The last day on which what is withdrawn by this change may be sold; required where something is. */
  sellOffDate: Day.nullable().optional(),
}

/** What a device's detail says where its organisation no longer carries its model. */
export const SellOff = z.object({ state: CarriedState.exclude(['carried']), sellOffDate: Day.nullable() })
