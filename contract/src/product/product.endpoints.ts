import { z } from 'zod'
import { endpoints, get, noInput, nothing, post } from '../endpoint.ts'
import { Id } from '../field.ts'
import { pageOf } from '../paging.ts'
import {
  BothNames,
  DeviceKind,
  EnumOption,
  ProductChange,
  ProductCopy,
  ProductDetail,
  ProductDraft,
  ProductIds,
  ProductRow,
  ProductSearch,
  SeriesChange,
  SeriesDraft,
  SeriesOption,
  SeriesRow,
  SeriesSearch,
  SeriesTop,
  SeriesTotals,
} from './product.model.ts'

const ById = z.strictObject({ id: Id })
const made = z.object({ id: Id })

const seriesCalls = {
  listSeries: get('/web/product/series/page', {
    access: 'product-series:view',
    summary: { en: 'Product series', zh: '产品系列列表' },
    query: SeriesSearch,
    reply: pageOf(SeriesRow),
  }),
  topSeries: get('/web/product/series/page/top', {
    access: 'product-series:view',
    summary: { en: 'Product series with most devices', zh: '设备数最多的产品系列' },
    description:
      'At most ten, most installed devices within the caller’s organisations first; none that has none of them.',
    query: noInput,
    reply: z.array(SeriesTop),
  }),
  addSeries: post('/web/product/series/add', {
    access: 'product-series:create',
    summary: { en: 'Add a product series', zh: '新增产品系列' },
    body: SeriesDraft,
    reply: made,
  }),
  updateSeries: post('/web/product/series/update', {
    access: 'product-series:update',
    summary: { en: 'Edit a product series', zh: '编辑产品系列' },
    body: SeriesChange,
    reply: nothing,
  }),
  removeSeries: post('/web/product/series/delete', {
    access: 'product-series:remove',
    summary: { en: 'Delete product series', zh: '删除产品系列' },
    description: 'All of them or none. One that still has models is refused.',
    body: z.strictObject({ ids: ProductIds }),
    reply: nothing,
  }),
  selectSeries: get('/web/product/series/select', {
    access: 'signed-in',
    summary: { en: 'Product series to choose from', zh: '产品系列下拉选项' },
    query: z.strictObject({ kind: DeviceKind.optional() }),
    reply: z.array(z.object({ id: Id, name: BothNames, code: z.string(), kind: DeviceKind })),
  }),
  seriesTotals: get('/web/product/series/total', {
    access: 'product-series:view',
    summary: { en: 'Series, models and devices by kind', zh: '系列、型号与设备数量统计' },
    query: noInput,
    reply: SeriesTotals,
  }),
}

const choices = (path: string, en: string, zh: string) =>
  get(`/commons/enums/${path}`, {
    access: 'signed-in',
    summary: { en, zh },
    query: noInput,
    reply: z.array(EnumOption),
  })

const enumCalls = {
  productTypes: choices('product/type', 'Kinds of product to choose from', '产品类别选项'),
  nodeTypes: choices('product/node/type', 'Node types to choose from', '节点类型选项'),
  protocolTypes: choices('protocol/type', 'Protocols to choose from', '通信协议选项'),
  networkingModes: choices('networking/mode', 'Networking modes to choose from', '配网方式选项'),
  clickActions: choices('click/action', 'What a control of the app may do, to choose from', '点击动作选项'),
}

/** Spec 7, product series and product, and the enumerations they use. Writes are the platform's staff's alone. */
export const productApi = endpoints('product', {
  ...seriesCalls,
  list: get('/web/product/page', {
    access: 'product:view',
    summary: { en: 'Product models', zh: '产品型号列表' },
    query: ProductSearch,
    reply: pageOf(ProductRow),
  }),
  add: post('/web/product/add', {
    access: 'product:create',
    summary: { en: 'Add a product model', zh: '新增产品型号' },
    body: ProductDraft,
    reply: made,
  }),
  update: post('/web/product/update', {
    access: 'product:update',
    summary: { en: 'Edit a product model', zh: '编辑产品型号' },
    body: ProductChange,
    reply: nothing,
  }),
  remove: post('/web/product/delete', {
    access: 'product:remove',
    summary: { en: 'Delete a product model', zh: '删除产品型号' },
    description:
      'With its thing model, templates and languages. One that has devices, installed or not, or that recipes are for, is refused. `productKey` is typed again by whoever deletes.',
    body: z.strictObject({ id: Id, productKey: z.string() }),
    reply: nothing,
  }),
  detail: get('/web/product/detail', {
    access: 'product:view',
    summary: { en: 'One product model', zh: '产品型号详情' },
    query: ById,
    reply: ProductDetail,
  }),
  copy: post('/web/product/copy', {
    access: 'product:copy',
    summary: { en: 'Copy a product model', zh: '复制产品型号' },
    body: ProductCopy,
    reply: made,
  }),
  select: get('/web/product/select', {
    access: 'signed-in',
    summary: { en: 'Series and their models to choose from', zh: '产品系列与型号下拉选项' },
    query: z.strictObject({ kind: DeviceKind.optional() }),
    reply: z.array(SeriesOption),
  }),
  secret: post('/web/product/secret', {
    access: 'product:secret',
    summary: { en: 'Show the secret of a product model', zh: '查看产品密钥' },
    description: 'Asks for the caller’s own password. One that has none yet gets one.',
    body: z.strictObject({ id: Id, password: z.string().min(1, 'field.required').max(64) }),
    reply: z.object({ productSecret: z.string() }),
    perMinute: 30,
  }),
  ...enumCalls,
})
