import { templateApi } from '@brigade/contract/product/template/template.endpoints.ts'
import {
  asTyped,
  templateContents,
  type TemplateContents,
  type TemplateFault,
  type TemplateKind,
  type TemplateStamp,
} from '@brigade/contract/product/template/template.model.ts'
import type { z } from 'zod'
import { call } from '../../platform/call.ts'

/** Draft and published of one template, whatever its kind. */
export type TemplateState<T> = Readonly<{
  draft: T | null
  published: T | null
  updatedAt: string | null
  drafted: z.output<typeof TemplateStamp> | null
  publishedBy: z.output<typeof TemplateStamp> | null
  faults: readonly TemplateFault[]
}>

/** The calls of one kind of template, and the schema of its content. */
export type TemplateWork<K extends TemplateKind> = Readonly<{
  kind: K
  /** The contents of a new template. */
  blank: TemplateContents[K]
  schema: z.ZodType<TemplateContents[K]>
  load: (productId: string, signal?: AbortSignal) => Promise<TemplateState<TemplateContents[K]>>
  save: (body: {
    productId: string
    content: TemplateContents[K]
    updatedAt: string | null
  }) => Promise<{ updatedAt: string }>
  publish: (body: { productId: string; updatedAt: string }) => Promise<null>
}>

const quiet = { quiet: true } as const

export const networkWork: TemplateWork<'distribution-network'> = {
  kind: 'distribution-network',
  blank: { modes: [] },
  schema: asTyped(templateContents['distribution-network']),
  load: (productId, signal) => call(templateApi.networkDetail, { productId }, { ...quiet, signal }),
  save: (body) => call(templateApi.saveNetwork, body, quiet),
  publish: (body) => call(templateApi.publishNetwork, body, quiet),
}
export const infoWork: TemplateWork<'params-info'> = {
  kind: 'params-info',
  blank: { groups: [] },
  schema: asTyped(templateContents['params-info']),
  load: (productId, signal) => call(templateApi.infoDetail, { productId }, { ...quiet, signal }),
  save: (body) => call(templateApi.saveInfo, body, quiet),
  publish: (body) => call(templateApi.publishInfo, body, quiet),
}
export const controlWork: TemplateWork<'device-control'> = {
  kind: 'device-control',
  blank: { controls: [] },
  schema: asTyped(templateContents['device-control']),
  load: (productId, signal) => call(templateApi.controlDetail, { productId }, { ...quiet, signal }),
  save: (body) => call(templateApi.saveControl, body, quiet),
  publish: (body) => call(templateApi.publishControl, body, quiet),
}
export const editWork: TemplateWork<'params-edit'> = {
  kind: 'params-edit',
  blank: { groups: [] },
  schema: asTyped(templateContents['params-edit']),
  load: (productId, signal) => call(templateApi.editDetail, { productId }, { ...quiet, signal }),
  save: (body) => call(templateApi.saveEdit, body, quiet),
  publish: (body) => call(templateApi.publishEdit, body, quiet),
}
export const temperatureWork: TemplateWork<'temperature-control'> = {
  kind: 'temperature-control',
  blank: { zones: [], presets: [] },
  schema: asTyped(templateContents['temperature-control']),
  load: (productId, signal) => call(templateApi.temperatureDetail, { productId }, { ...quiet, signal }),
  save: (body) => call(templateApi.saveTemperature, body, quiet),
  publish: (body) => call(templateApi.publishTemperature, body, quiet),
}
