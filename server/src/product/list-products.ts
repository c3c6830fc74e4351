import type { Page } from '@brigade/contract/paging.ts'
import type { ProductDetail, ProductRow, ProductSearch } from '@brigade/contract/product/product.model.ts'
import { isPlatformStaff } from '../customer/data-scope.ts'
import type { Ctx } from '../platform/http/context.ts'
import { refuse } from '../platform/refusal.ts'
import {
  countPublished,
  countRegistered,
  findProductPage,
  listProductsById,
  type StoredProduct,
} from './product.store.ts'

/**
 * One page. The ids are read first, then the columns of their rows. Drafts belong to the platform, so only its staff
 * learns whether there is one.
 */
export async function listProducts(
  { db, caller, locale }: Pick<Ctx, 'db' | 'caller' | 'locale'>,
  search: ProductSearch,
): Promise<Page<ProductRow>> {
  const page = await findProductPage(db, { scope: caller, locale }, search)
  const ids = page.list.map(({ id }) => id)
  const [rows, seesDrafts] = await Promise.all([listProductsById(db, caller, ids), isPlatformStaff({ db, caller })])
  const stored = new Map(rows.map((product) => [product.id, product]))
  const list = ids.flatMap((id) => {
    const product = stored.get(id)
    return product === undefined ? [] : [rowOf(product, seesDrafts)]
  })
  return { ...page, list }
}

export async function getProduct({ db, caller }: Pick<Ctx, 'db' | 'caller'>, id: string): Promise<ProductDetail> {
  const [product] = await listProductsById(db, caller, [id])
  if (product === undefined) return refuse('product.unknown')
  const isStaff = await isPlatformStaff({ db, caller })
  return {
    ...rowOf(product, isStaff),
    note: product.note,
    enabled: product.enabled,
    functions: product.functions ?? 0,
    draftFunctions: (isStaff ? product.draftFunctions : null) ?? 0,
    ...(await countPublished(db, id)),
    registered: isStaff ? await countRegistered(db, id) : 0,
  }
}

function rowOf(
  { name, enName, seriesId, seriesName, seriesEnName, version, versionName, ...product }: StoredProduct,
  seesDrafts: boolean,
): ProductRow {
  return {
    id: product.id,
    productKey: product.productKey,
    name: { en: enName, zh: name },
    kind: product.kind,
    series: { id: seriesId, name: { en: seriesEnName, zh: seriesName } },
    imageFileId: product.imageFileId,
    nodeType: product.nodeType,
    networkType: product.networkType,
    protocol: product.protocol,
    status: product.status,
    version: version === null ? null : { version, name: versionName ?? '' },
    hasDraft: seesDrafts && product.hasDraft,
    devices: product.devices,
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
  }
}
