import type { ReadyMadeKey } from '../../product/product.model.ts'
import type { ThingModel } from '../thing-model.model.ts'
import { combiOven } from './combi-oven.ts'
import { modbusDtu } from './modbus-dtu.ts'
import { refrigerator } from './refrigerator.ts'

/** The models to start from: products of our own are published with them, and a new draft may begin with one. */
export const readyMadeModels: Readonly<Record<ReadyMadeKey, ThingModel>> = {
  'combi-oven': combiOven,
  refrigerator,
  'modbus-dtu': modbusDtu,
}
