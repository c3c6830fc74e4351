import { defaultLocale, type Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'

type Found = { key: string; icon: 'box'; label: string; note: string; href: string }

/** Finds models for the palette, by a part of their name or key; only for those who may see them. */
export const productFinder = {
  key: 'product',
  title: { en: 'Product models', zh: '产品型号' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const [{ productApi }, { productStatusWords }, { detailHref }] = await Promise.all([
      import('@brigade/contract/product/product.endpoints.ts'),
      import('@brigade/contract/product/product.text.ts'),
      import('./product-address.ts'),
    ])
    if (!operationCodes(useSession.getState().menus).has(productApi.list.access)) return []
    const { list } = await call(productApi.list, { keyword, pageSize: 10, sort: 'name' }, { quiet: true, signal })
    const locale = localeNow()
    return list.map(({ id, name, productKey, status }) => ({
      key: `product-${id}`,
      icon: 'box',
      label: name[locale] || name[defaultLocale],
      note: `${productKey} · ${productStatusWords[status][locale]}`,
      href: detailHref(id),
    }))
  },
}
