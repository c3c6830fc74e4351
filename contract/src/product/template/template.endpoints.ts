import { z } from 'zod'
import { endpoints, get, post } from '../../endpoint.ts'
import { Id, Instant, Time } from '../../field.ts'
import {
  ControlTemplate,
  EditTemplate,
  InfoTemplate,
  NetworkTemplate,
  TemperatureTemplate,
  TemplateFault,
  TemplateKind,
  templateSave,
  templateState,
} from './template.model.ts'

const saved = z.object({ updatedAt: Instant })
const OfProduct = z.strictObject({ productId: Id })
const Publish = z.strictObject({ productId: Id, updatedAt: Time })

const save = <T extends z.ZodType>(path: string, content: T, en: string, zh: string) =>
  post(`/web/product/template/${path}/save`, {
    access: 'product-template:update',
    summary: { en: `Save the draft: ${en}`, zh: `保存草稿：${zh}` },
    description:
      'The app sees it once it is published. A function that the thing model lacks is named in `detail`, and refused when publishing.',
    body: templateSave(content),
    reply: saved,
    // The preview of publishing a thing model counts the templates that use it.
    alsoStale: ['thing-model'],
  })
const detail = <T extends z.ZodType>(path: string, content: T, en: string, zh: string) =>
  get(`/web/product/template/${path}/detail`, {
    access: 'product:view',
    summary: { en: `Draft and published: ${en}`, zh: `草稿与已发布内容：${zh}` },
    query: OfProduct,
    reply: templateState(content),
  })
const publish = (path: string, en: string, zh: string) =>
  post(`/web/product/template/${path}/publish`, {
    access: 'product-template:publish',
    summary: { en: `Publish: ${en}`, zh: `发布：${zh}` },
    description:
      'Refused where a function it speaks of is not published, or where the draft was saved since `updatedAt`.',
    body: Publish,
    reply: z.null(),
    alsoStale: ['thing-model'],
  })

const network = ['network configuration wizard', '配网引导'] as const
const info = ['parameters shown', '参数展示'] as const
const control = ['device control', '设备控制'] as const
const edit = ['parameters edited', '参数设置'] as const
const temperature = ['temperature control', '温度控制'] as const

/** Spec 7, product templates; and an own call, the five at a glance. */
export const templateApi = endpoints('product', {
  saveNetwork: save('distribution/network', NetworkTemplate, ...network),
  networkDetail: detail('distribution/network', NetworkTemplate, ...network),
  publishNetwork: publish('distribution/network', ...network),
  saveInfo: save('params/info', InfoTemplate, ...info),
  infoDetail: detail('params/info', InfoTemplate, ...info),
  publishInfo: publish('params/info', ...info),
  saveControl: save('device/control', ControlTemplate, ...control),
  controlDetail: detail('device/control', ControlTemplate, ...control),
  publishControl: publish('device/control', ...control),
  saveEdit: save('params/edit', EditTemplate, ...edit),
  editDetail: detail('params/edit', EditTemplate, ...edit),
  publishEdit: publish('params/edit', ...edit),
  saveTemperature: save('temperature/control', TemperatureTemplate, ...temperature),
  temperatureDetail: detail('temperature/control', TemperatureTemplate, ...temperature),
  publishTemperature: publish('temperature/control', ...temperature),
  templates: get('/web/product/template/list', {
    access: 'product:view',
    summary: { en: 'Templates of a product model', zh: '产品模板概览' },
    query: OfProduct,
    reply: z.array(
      z.object({
        kind: TemplateKind,
        status: z.enum(['none', 'draft', 'published', 'changed']),
        updatedAt: Instant.nullable(),
        updatedBy: z.string(),
        publishedAt: Instant.nullable(),
        publishedBy: z.string(),
        faults: z.array(TemplateFault),
      }),
    ),
  }),
})
