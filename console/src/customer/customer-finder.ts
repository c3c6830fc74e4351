import type { CustomerRow } from '@brigade/contract/customer/customer.model.ts'
import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { localeNow } from '../platform/locale.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './customer-address.ts'

type Found = { key: string; icon: 'store'; label: string; note: string; apart: string; href: string }

/** A customer with the organisation that it belongs to, and whether it is disabled. */
async function itemOf({ id, name, parent, code, address, enabled }: CustomerRow): Promise<Found> {
  const { word } = await import('@brigade/contract/word.text.ts')
  const locale = localeNow()
  return {
    key: `customer-${id}`,
    icon: 'store',
    label: name,
    note: [parent?.name, enabled ? '' : word.disabled[locale]].filter(Boolean).join(' · '),
    apart: code || address || id,
    href: detailHref(id),
  }
}

/** Finds customers for the palette, by a part of their name, principal or contact; only for those who may see them. */
export const customerFinder = {
  key: 'customer',
  title: { en: 'Customers', zh: '客户' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const { customerApi } = await import('@brigade/contract/customer/customer.endpoints.ts')
    if (!operationCodes(useSession.getState().menus).has(customerApi.list.access)) return []
    const { list } = await call(customerApi.list, { keyword, pageSize: 10, sort: 'name' }, { quiet: true, signal })
    return Promise.all(list.map(itemOf))
  },
  recent: {
    customer: async (id: string, signal: AbortSignal): Promise<Found> => {
      const { customerApi } = await import('@brigade/contract/customer/customer.endpoints.ts')
      return itemOf(await call(customerApi.detail, { id }, { quiet: true, signal }))
    },
  },
}
