import { z } from 'zod'
import { download, endpoints, get, live, noInput, nothing, post, upload } from '../endpoint.ts'
import { Digits, Id, Instant, largestInteger } from '../field.ts'
import { NodeType, ReadyMadeKey } from '../product/product.model.ts'
import {
  Difference,
  EventPush,
  EventUpdate,
  FunctionOrder,
  FunctionsRemove,
  ModelDraft,
  ModelEvent,
  ModelFormat,
  ModelImport,
  ModelImported,
  ModelSource,
  PropertyPush,
  PropertyUpdate,
  Publish,
  ServiceBrief,
  ServicePush,
  ServiceUpdate,
  VersionRow,
  modelFileLimits,
  modelMediaTypes,
} from './model-draft.model.ts'
import { EventFunction, Identifier, Property, ServiceFunction, ThingModel } from './thing-model.model.ts'

const OfProduct = z.strictObject({ productId: Id })
const saved = z.object({ updatedAt: Instant })
const versionNumber = Digits(z.number().int().min(1).max(largestInteger))

const push = <B extends z.ZodType>(kind: string, body: B, en: string, zh: string) =>
  post(`/web/product/tsl/${kind}/push`, {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: `Add ${en} to the draft`, zh: `草稿新增${zh}` },
    body,
    reply: saved,
  })
const update = <B extends z.ZodType>(kind: string, body: B, en: string, zh: string) =>
  post(`/web/product/tsl/${kind}/update`, {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: `Edit ${en} of the draft`, zh: `草稿编辑${zh}` },
    description: 'The definition may have another identifier than `was`.',
    body,
    reply: saved,
  })
const remove = (kind: string, en: string, zh: string) =>
  post(`/web/product/tsl/${kind}/del`, {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: `Delete ${en} of the draft`, zh: `草稿删除${zh}` },
    body: FunctionsRemove,
    reply: saved,
  })
/** The node type of the devices of the product, which all its functions share. */
const node = { nodeType: NodeType }
const list = <R extends z.ZodType>(path: string, row: R, en: string, zh: string) =>
  get(`/web/product/tsl/${path}`, {
    access: 'signed-in',
    summary: { en, zh },
    description: 'In the order of the model. A draft is shown to those who may see drafts.',
    query: ModelSource,
    reply: z.array(row),
  })

/** Spec 7, product/tsl; and own calls: order, difference, starting, restoring and discarding a draft. Writes are the platform's staff's alone. */
export const thingModelApi = endpoints('thing-model', {
  published: get('/web/product/tsl/detail', {
    access: 'signed-in',
    summary: { en: 'Published thing model of a product', zh: '产品的已发布物模型' },
    description: 'The newest published version, or the one asked for.',
    query: z.strictObject({ productId: Id, version: versionNumber.optional() }),
    reply: z.object({ productId: Id, version: z.number().int(), model: ThingModel }),
  }),
  draft: get('/web/product/tsl/function/list', {
    access: 'thing-model:view',
    summary: { en: 'Functions of the draft', zh: '草稿功能列表' },
    description: 'With what differs from the published version, and what keeps it from being published.',
    query: OfProduct,
    reply: ModelDraft,
  }),
  versions: get('/web/product/tsl/version/select', {
    access: 'product:view',
    summary: { en: 'Published versions of a thing model', zh: '物模型已发布版本' },
    description: 'The newest first; ten are kept.',
    query: OfProduct,
    reply: z.array(VersionRow),
  }),
  difference: get('/web/product/tsl/difference', {
    access: 'product:view',
    summary: { en: 'Differences between two thing models', zh: '物模型差异对比' },
    description:
      '`before` left out: the newest published version, or nothing; `after` left out: the draft (for those who may see drafts). Uses are counted over 30 days.',
    query: z.strictObject({ productId: Id, before: versionNumber.optional(), after: versionNumber.optional() }),
    reply: Difference,
  }),
  publish: post('/web/product/tsl/publish', {
    access: 'thing-model:publish',
    alsoStale: ['product'],
    summary: { en: 'Publish the draft of a thing model', zh: '发布物模型草稿' },
    description:
      'Devices and forms take it at once. Refused while something is missing, or breaks and is not accepted.',
    body: Publish,
    reply: z.object({ version: z.number().int() }),
  }),
  import: upload('/web/product/tsl/import', {
    access: 'thing-model:import',
    alsoStale: ['product'],
    summary: { en: 'Import a thing model into the draft', zh: '导入物模型到草稿' },
    description:
      'Alink thing model JSON (512 KB), its ZIP of modules (2.5 MB, 202 files: 200 modules, the default one and the registers), the dialect of the API, or a Modbus register document. A thing model replaces the functions of the draft. Either all of the file is taken or nothing: one that is bad is refused with its problems at their places, `properties.3.identifier`, within a ZIP `model.json: properties.3.identifier` (1,000 at most).',
    body: ModelImport,
    reply: ModelImported,
    maxBytes: modelFileLimits.zipBytes,
    perMinute: 60,
  }),
  export: download('/web/product/tsl/export', {
    access: 'thing-model:export',
    summary: { en: 'Export a thing model', zh: '导出物模型' },
    description:
      '`version` left out: the newest published; `draft`: the draft. Names are in the caller’s language, with the other beside it.',
    query: z.strictObject({
      productId: Id,
      version: z.union([z.literal('draft'), versionNumber]).optional(),
      format: ModelFormat.default('alink'),
    }),
    mediaTypes: modelMediaTypes,
  }),
  addProperty: push('property', PropertyPush, 'a property', '属性'),
  updateProperty: update('property', PropertyUpdate, 'a property', '属性'),
  removeProperties: remove('property', 'properties', '属性'),
  properties: list('property/list', Property.safeExtend(node), 'Properties of a thing model', '物模型属性列表'),
  addEvent: push('event', EventPush, 'an event', '事件'),
  updateEvent: update('event', EventUpdate, 'an event', '事件'),
  removeEvents: remove('event', 'events', '事件'),
  events: list('event/list', EventFunction.extend(node), 'Events of a thing model', '物模型事件列表'),
  addService: push('service', ServicePush, 'a service', '服务'),
  updateService: update('service', ServiceUpdate, 'a service', '服务'),
  removeServices: remove('service', 'services', '服务'),
  services: list('service/list', ServiceBrief.extend(node), 'Services of a thing model, in brief', '物模型服务列表'),
  serviceDetails: list(
    'service/detail/list',
    ServiceFunction.safeExtend(node),
    'Services of a thing model, whole',
    '物模型服务详情列表',
  ),
  writableProperties: list(
    'write/property/list',
    Property.safeExtend(node),
    'Properties that can be set',
    '可写属性列表',
  ),
  property: get('/web/product/tsl/find/property', {
    access: 'signed-in',
    summary: { en: 'One property of a thing model', zh: '查找物模型属性' },
    query: z.strictObject({ ...ModelSource.shape, identifier: Identifier }),
    reply: Property.safeExtend(node),
  }),
  serviceShadow: get('/web/product/tsl/service/shadow/detail', {
    access: 'signed-in',
    summary: { en: 'A service, with its last call', zh: '服务及其最近一次调用' },
    description:
      'The last call that succeeded on the device given, which the caller must see; null without a device or a call.',
    query: z.strictObject({ productId: Id, identifier: Identifier, deviceId: Id.optional() }),
    reply: z.object({
      service: ServiceFunction,
      last: z
        .object({ at: Instant, input: z.record(z.string(), z.json()), output: z.record(z.string(), z.json()) })
        .nullable(),
    }),
  }),
  order: post('/web/product/tsl/function/order', {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: 'Order the functions of the draft', zh: '调整草稿功能顺序' },
    body: FunctionOrder,
    reply: saved,
  }),
  start: post('/web/product/tsl/draft/start', {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: 'Start the draft from a ready-made model', zh: '从模板物模型开始草稿' },
    description: 'Replaces the functions of the draft.',
    body: z.strictObject({ productId: Id, from: ReadyMadeKey }),
    reply: saved,
  }),
  restore: post('/web/product/tsl/version/restore', {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: 'Restore a version into the draft', zh: '恢复历史版本到草稿' },
    description: 'Replaces the functions of the draft.',
    body: z.strictObject({ productId: Id, version: z.int().min(1).max(largestInteger) }),
    reply: saved,
  }),
  discard: post('/web/product/tsl/draft/discard', {
    access: 'thing-model:update',
    alsoStale: ['product'],
    summary: { en: 'Discard the draft', zh: '放弃草稿' },
    body: OfProduct,
    reply: nothing,
  }),
  live: live('/web/product/tsl/live', {
    access: 'signed-in',
    alsoStale: ['product', 'device'],
    summary: { en: 'Products whose thing model is published', zh: '物模型发布通知' },
    description: 'At once an empty event; then the products, as it happens; an empty event every 15 s.',
    query: noInput,
    event: ModelEvent,
  }),
})
