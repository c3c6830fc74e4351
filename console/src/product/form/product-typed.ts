import type {
  NetworkType,
  NodeType,
  ProductDetail,
  Protocol,
  ReadyMadeKey,
} from '@brigade/contract/product/product.model.ts'
import { ProductCopy, ProductDraft } from '@brigade/contract/product/product.model.ts'
import { z } from 'zod'
import { typedNames, type TypedNames } from './typed-names.ts'

export type TypedProduct = TypedNames & {
  seriesId: string | undefined
  nodeType: z.output<typeof NodeType>
  networkType: z.output<typeof NetworkType>
  protocol: Protocol
  imageFileId: string | null
  note: string
}
type TypedIdentity = { productKey: string; productSecret: string }

/** Whether a new model begins empty, with a ready-made thing model, or as a copy. */
export const starts = ['empty', 'combi-oven', 'refrigerator', 'modbus-dtu', 'copy'] as const satisfies readonly (
  | ReadyMadeKey
  | 'empty'
  | 'copy'
)[]
export type Start = (typeof starts)[number]

export const typedProduct = (product: ProductDetail): TypedProduct => ({
  ...typedNames(product.name),
  seriesId: product.series.id,
  nodeType: product.nodeType,
  networkType: product.networkType,
  protocol: product.protocol,
  imageFileId: product.imageFileId,
  note: product.note,
})

type TypedNew = TypedProduct & TypedIdentity & { copyOf: string | undefined }
export const nothingTyped = (seriesId: string | undefined): TypedNew => ({
  'name.en': '',
  'name.zh': '',
  seriesId,
  nodeType: 'direct',
  networkType: 'wifi',
  protocol: 'alink',
  imageFileId: null,
  note: '',
  productKey: '',
  productSecret: '',
  copyOf: undefined,
})

/** The contract's own fields, flat: each under the path by which the server refuses it. */
const { name, seriesId, nodeType, networkType, protocol, imageFileId, note } = ProductDraft.shape
const names = { 'name.en': name.shape.en, 'name.zh': name.shape.zh }
const orMade = <T extends z.ZodType>(field: T) => z.preprocess((typed) => (typed === '' ? undefined : typed), field)
const identity = {
  productKey: orMade(ProductDraft.shape.productKey),
  productSecret: orMade(ProductDraft.shape.productSecret),
}
const about = { ...names, seriesId, nodeType, networkType, protocol, imageFileId, note }

export const ChangedFields = z.strictObject(about)
export const NewFields = z.strictObject({ ...about, ...identity })
export const CopyFields = z.strictObject({ ...names, ...identity, copyOf: ProductCopy.shape.id })
