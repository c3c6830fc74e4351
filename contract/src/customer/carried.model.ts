import { z } from 'zod'
import { Day, Id } from '../field.ts'
import { BothNames, DeviceKind } from '../product/product.model.ts'

/**
 * `selling-off`: withdrawn, and sold until its date. `ended`: no longer sold, assigned or transferred there; existing
 * devices are served.
 */
export const carriedStates = ['carried', 'selling-off', 'ended'] as const
export const CarriedState = z.enum(carriedStates)
export type CarriedState = z.output<typeof CarriedState>

const Model = z.object({
  product: z.object({ id: Id, name: BothNames, productKey: z.string(), kind: DeviceKind }),
  /** Whether the model itself is enabled. */
  enabled: z.boolean(),
})

export const CarriedModel = Model.extend({
  state: CarriedState,
  /** The last day on which it is sold; null if it was not withdrawn, or never carried. */
  sellOffDate: Day.nullable(),
  /** Installed, and not installed: of the organisation and everything below it. */
  devices: z.number().int(),
  stock: z.number().int(),
})
export type CarriedModel = z.output<typeof CarriedModel>

export const CarriedModels = z.object({
  /** The organisation's own list; null inherits the models of the organisation above. */
  productIds: z.array(Id).nullable(),
  /** Models that it may sell, and models that it may not sell but that have devices or were withdrawn. */
  list: z.array(CarriedModel),
})
export type CarriedModels = z.output<typeof CarriedModels>

export const OfferedModel = Model.extend({
  /** Sell-off date of the organisation above, if that one is selling the model off. */
  sellOffDate: Day.nullable(),
})
export type OfferedModel = z.output<typeof OfferedModel>

/** The most entries of one product list. */
const maxModels = 2000

/** The fields of carried models in a change. A field that is left out stays unchanged. */
export const carriedFields = {
  /** Null means every model that the organisation above carries. */
  productIds: z.array(Id).max(maxModels).nullable().optional(),
  /** The last day on which withdrawn models may be sold; required if the change withdraws any. */
  sellOffDate: Day.nullable().optional(),
}

/** Shown in a device's detail when its organisation no longer carries its model. */
export const SellOff = z.object({ state: CarriedState.exclude(['carried']), sellOffDate: Day.nullable() })
