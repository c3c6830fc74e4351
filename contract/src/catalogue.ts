import type { Endpoint } from './endpoint.ts'
import type { ParamsOf, TextEntry } from './text.ts'
import { appUserApi } from './app-user/app-user.endpoints.ts'
import { appUserText } from './app-user/app-user.text.ts'
import { phoneApi } from './app-user/phone.endpoints.ts'
import { carriedCalls } from './customer/carried.endpoints.ts'
import { customerApi } from './customer/customer.endpoints.ts'
import { organisationCalls } from './customer/organisation.endpoints.ts'
import { siteApi } from './customer/site.endpoints.ts'
import { customerText } from './customer/customer.text.ts'
import { batchCalls } from './command/batch/batch.endpoints.ts'
import { coldChainApi } from './cold-chain/cold-chain.endpoints.ts'
import { commandCalls } from './command/command.endpoints.ts'
import { commandText } from './command/command.text.ts'
import { deviceText } from './device/device.text.ts'
import { importExportCalls } from './device/import-export/import-export.endpoints.ts'
import { importExportText } from './device/import-export/import-export.text.ts'
import { deviceApi, deviceCalls } from './device/list/list.endpoints.ts'
import { recordCalls } from './device/record/record.endpoints.ts'
import { recordText } from './device/record/record.text.ts'
import { topologyApi, topologyCalls } from './device/topology/topology.endpoints.ts'
import { topologyText } from './device/topology/topology.text.ts'
import { fieldText } from './field.text.ts'
import { faultCauseApi } from './fault/cause.endpoints.ts'
import { faultCodeApi } from './fault/code.endpoints.ts'
import { faultText } from './fault/fault.text.ts'
import { ownFaultApi } from './fault/own-fault.endpoints.ts'
import { faultApi } from './fault/record.endpoints.ts'
import { fileApi } from './file/file.endpoints.ts'
import { fileText } from './file/file.text.ts'
import { firmwareApi, firmwareDeviceApi } from './firmware/firmware.endpoints.ts'
import { firmwareText } from './firmware/firmware.text.ts'
import { upgradeTaskApi } from './firmware/task.endpoints.ts'
import { jobApi } from './job/job.endpoints.ts'
import { jobText } from './job/job.text.ts'
import { appMessageApi } from './message/app.endpoints.ts'
import { messageApi } from './message/message.endpoints.ts'
import { messageText } from './message/message.text.ts'
import { targetApi } from './message/target.endpoints.ts'
import { taskApi } from './message/task.endpoints.ts'
import { modbusText } from './modbus/modbus.text.ts'
import { broadcastApi } from './product/broadcast/broadcast.endpoints.ts'
import { configApi } from './product/config/config.endpoints.ts'
import { languageApi } from './product/language/language.endpoints.ts'
import { productApi } from './product/product.endpoints.ts'
import { productText } from './product/product.text.ts'
import { registrationApi } from './product/registration/registration.endpoints.ts'
import { templateApi } from './product/template/template.endpoints.ts'
import { filingApi } from './recipe/filing.endpoints.ts'
import { recipeLanguageApi } from './recipe/language.endpoints.ts'
import { appRecipeApi } from './recipe/app.endpoints.ts'
import { ovenRecipeApi } from './recipe/oven.endpoints.ts'
import { ovenRecipeText } from './recipe/oven.text.ts'
import { recipeApi } from './recipe/recipe.endpoints.ts'
import { unsavedRecipeApi } from './recipe/unsaved.endpoints.ts'
import { recipeText } from './recipe/recipe.text.ts'
import { sessionApi } from './session/session.endpoints.ts'
import { sessionText } from './session/session.text.ts'
import { statisticsApi } from './statistics/statistics.endpoints.ts'
import { statisticsText } from './statistics/statistics.text.ts'
import { accountAccessApi, accountApi } from './system/account/account.endpoints.ts'
import { accountText } from './system/account/account.text.ts'
import { areaApi } from './system/area.endpoints.ts'
import { demoApi } from './system/demo/demo.endpoints.ts'
import { demoText } from './system/demo/demo.text.ts'
import { logApi } from './system/log/log.endpoints.ts'
import { logText } from './system/log/log.text.ts'
import { menuApi } from './system/menu/menu.endpoints.ts'
import { menuText } from './system/menu/menu.text.ts'
import { noticeApi } from './system/notice.endpoints.ts'
import { partsApi } from './system/parts/parts.endpoints.ts'
import { partsText } from './system/parts/parts.text.ts'
import { roleApi } from './system/role/role.endpoints.ts'
import { roleText } from './system/role/role.text.ts'
import { systemText } from './refusal.text.ts'
import { wallApi } from './statistics/wall/wall.endpoints.ts'
import { wallText } from './statistics/wall/wall.text.ts'
import { comparisonCalls } from './telemetry/compare.endpoints.ts'
import { liveCalls } from './telemetry/live.endpoints.ts'
import { telemetryCalls, uninstalledApi } from './telemetry/telemetry.endpoints.ts'
import { thingModelApi } from './thing-model/thing-model.endpoints.ts'
import { thingModelText } from './thing-model/thing-model.text.ts'

/** The calls that exist for each kind of device, one table for each kind. */
const perKind = [
  deviceCalls,
  recordCalls,
  importExportCalls,
  topologyCalls,
  telemetryCalls,
  liveCalls,
  comparisonCalls,
  commandCalls,
  batchCalls,
].flatMap(({ oven, cooler }) => [oven, cooler])

/** Everything that can be called. */
export const allEndpoints: readonly Endpoint[] = [
  sessionApi,
  areaApi,
  noticeApi,
  menuApi,
  roleApi,
  accountApi,
  accountAccessApi,
  partsApi,
  logApi,
  demoApi,
  fileApi,
  customerApi,
  siteApi,
  organisationCalls.distributor,
  organisationCalls.agent,
  carriedCalls.distributor,
  carriedCalls.agent,
  productApi,
  registrationApi,
  templateApi,
  languageApi,
  configApi,
  broadcastApi,
  thingModelApi,
  deviceApi,
  topologyApi,
  uninstalledApi,
  coldChainApi,
  ...perKind,
  appUserApi,
  phoneApi,
  faultApi,
  faultCauseApi,
  faultCodeApi,
  ownFaultApi,
  messageApi,
  appMessageApi,
  taskApi,
  targetApi,
  recipeApi,
  recipeLanguageApi,
  unsavedRecipeApi,
  ovenRecipeApi,
  appRecipeApi,
  filingApi,
  firmwareApi,
  firmwareDeviceApi,
  upgradeTaskApi,
  wallApi,
  jobApi,
  statisticsApi,
].flatMap((api) => Object.values<Endpoint>(api))

/** All texts of the server, by key. */
export const allTexts = {
  ...fieldText,
  ...sessionText,
  ...systemText,
  ...menuText,
  ...roleText,
  ...accountText,
  ...partsText,
  ...logText,
  ...demoText,
  ...fileText,
  ...customerText,
  ...deviceText,
  ...recordText,
  ...importExportText,
  ...topologyText,
  ...commandText,
  ...modbusText,
  ...appUserText,
  ...faultText,
  ...messageText,
  ...recipeText,
  ...ovenRecipeText,
  ...firmwareText,
  ...wallText,
  ...statisticsText,
  ...jobText,
  ...productText,
  ...thingModelText,
} as const
export type TextKey = keyof typeof allTexts
export type TextParams<K extends TextKey> = ParamsOf<(typeof allTexts)[K]>

const textsByKey = new Map<string, TextEntry>(Object.entries(allTexts))
/** The entry of a key that is only known at run time. */
export const findText = (key: string): TextEntry | undefined => textsByKey.get(key)
