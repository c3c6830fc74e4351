import { alinkCodes } from '@brigade/contract/link/alink.model.ts'
import { toTsl } from '@brigade/contract/thing-model/transfer/tsl.ts'
import { partsOf } from '@brigade/contract/thing-model/transfer/model-parts.ts'
import type { PublishedModel } from '../../thing-model/thing-model.store.ts'

/** A device's request: its whole model, or the named parts of each function (alink.md 2.2). */
export type ModelQuestion = Readonly<{ nodes?: readonly string[] | undefined; addDefault?: boolean | undefined }>

// Cached, because after a restart thousands of devices request the same document.
const documents = new WeakMap<PublishedModel, string>()

/** The latest published model of a device's product as JSON, with Chinese names and the English ones beside them. */
export function modelDocument(published: PublishedModel, productKey: string, question?: ModelQuestion): string {
  const made = documents.get(published)
  if (question === undefined && made !== undefined) return made
  const whole = toTsl(published.model, { productKey, version: published.name }, 'zh')
  const document = { ...whole, link: `/sys/${productKey}/\${deviceName}/thing/` }
  if (question !== undefined) return JSON.stringify(partsOf(document, question))
  const json = JSON.stringify(document)
  documents.set(published, json)
  return json
}

/** The reply around it. `id` and `method` are those of the request. */
export const modelReply = (id: string | number, method: string, document: string): string =>
  `{"id":${JSON.stringify(id)},"code":${alinkCodes.ok},"data":${document},"message":"success","method":"${method}","version":"1.0"}`
