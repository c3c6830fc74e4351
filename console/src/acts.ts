import { appUserActs } from './app-user/app-user-acts.ts'
import { customerActs } from './customer/customer-acts.ts'
import { deviceActs } from './device/view/device-acts.ts'
import { addCause } from './fault/cause/cause-act.ts'
import { faultActs } from './fault/fault-acts.ts'
import { firmwareActs } from './firmware/firmware-acts.ts'
import { addModel } from './firmware/model/model-act.ts'
import { addVersion } from './firmware/version/version-act.ts'
import { messageActs } from './message/message-acts.ts'
import { productActs } from './product/product-acts.ts'
import { addSeries } from './product/series/series-act.ts'
import { addCategory } from './recipe/category/category-act.ts'
import { addIngredient } from './recipe/ingredient/ingredient-act.ts'
import { recipeActs } from './recipe/recipe-acts.ts'
import type { Act } from './shell/acts/act.ts'
import { systemActs } from './system/system-acts.ts'

/** The table of acts: what the palette offers from any screen, in its order, each as its own screen declares and offers it. */
export const acts: readonly (Act & { href: string })[] = [
  deviceActs.oven.offline,
  deviceActs.cooler.offline,
  deviceActs.oven.add,
  deviceActs.oven.addToStock,
  deviceActs.cooler.add,
  deviceActs.cooler.addToStock,
  customerActs.add.customer,
  customerActs.add.distributor,
  customerActs.add.agent,
  recipeActs.add,
  addCategory,
  addIngredient,
  productActs.add,
  addSeries,
  faultActs.addCode,
  addCause,
  firmwareActs.addTask,
  addVersion,
  addModel,
  messageActs.addPush,
  systemActs.addAccount,
  systemActs.addRole,
  systemActs.addMenu,
  deviceActs.oven.export,
  deviceActs.cooler.export,
  customerActs.export,
  faultActs.exportOven,
  faultActs.exportCooler,
  faultActs.exportCodes,
  appUserActs.export,
]
