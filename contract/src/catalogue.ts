import type { Endpoint } from './endpoint.ts'
import type { ParamsOf, TextEntry } from './text.ts'
import { customerApi } from './customer/customer.endpoints.ts'
import { customerText } from './customer/customer.text.ts'
import { coolerApi } from './device/cooler/cooler.endpoints.ts'
import { coolerText } from './device/cooler/cooler.text.ts'
import { batchApi } from './device/batch/batch.endpoints.ts'
import { deviceApi } from './device/device.endpoints.ts'
import { deviceText } from './device/device.text.ts'
import { registerApi } from './device/register/register.endpoints.ts'
import { registerText } from './device/register/register.text.ts'
import { gatewayApi } from './device/gateway/gateway.endpoints.ts'
import { gatewayText } from './device/gateway/gateway.text.ts'
import { recordApi } from './device/record/record.endpoints.ts'
import { fieldText } from './field.text.ts'
import { fileApi } from './file/file.endpoints.ts'
import { fileText } from './file/file.text.ts'
import { jobApi } from './job/job.endpoints.ts'
import { jobText } from './job/job.text.ts'
import { broadcastApi } from './product/broadcast/broadcast.endpoints.ts'
import { configApi } from './product/config/config.endpoints.ts'
import { languageApi } from './product/language/language.endpoints.ts'
import { productApi } from './product/product.endpoints.ts'
import { productText } from './product/product.text.ts'
import { registrationApi } from './product/registration/registration.endpoints.ts'
import { templateApi } from './product/template/template.endpoints.ts'
import { sessionApi } from './session/session.endpoints.ts'
import { sessionText } from './session/session.text.ts'
import { areaApi } from './system/area.endpoints.ts'
import { noticeApi } from './system/notice.endpoints.ts'
import { systemText } from './refusal.text.ts'
import { thingModelApi } from './thing-model/thing-model.endpoints.ts'
import { thingModelText } from './thing-model/thing-model.text.ts'

/** Everything that can be called, by domain. */
export const catalogue = {
  session: sessionApi,
  system: { ...areaApi, ...noticeApi },
  file: fileApi,
  customer: customerApi,
  product: { ...productApi, ...registrationApi, ...templateApi, ...languageApi, ...configApi, ...broadcastApi },
  'thing-model': thingModelApi,
  device: { ...deviceApi, ...batchApi, ...registerApi, ...coolerApi, ...gatewayApi, ...recordApi },
  job: jobApi,
} as const

export const allEndpoints: readonly Endpoint[] = Object.values(catalogue).flatMap((api) => Object.values<Endpoint>(api))

/** Everything the server can say, by key. */
export const allTexts = {
  ...fieldText,
  ...sessionText,
  ...systemText,
  ...fileText,
  ...customerText,
  ...deviceText,
  ...registerText,
  ...coolerText,
  ...gatewayText,
  ...jobText,
  ...productText,
  ...thingModelText,
} as const
export type TextKey = keyof typeof allTexts
export type TextParams<K extends TextKey> = ParamsOf<(typeof allTexts)[K]>

const textsByKey = new Map<string, TextEntry>(Object.entries(allTexts))
/** The entry of a key that is only known at run time. */
export const findText = (key: string): TextEntry | undefined => textsByKey.get(key)
