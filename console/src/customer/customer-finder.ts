import type { Words } from '@brigade/contract/locale.ts'
import { call } from '../platform/call.ts'
import { operationCodes } from '../platform/menus.ts'
import { useSession } from '../platform/session.ts'
import { detailHref } from './customer-address.ts'

type Found = { key: string; icon: 'store'; label: string; note: string; href: string }

/** Finds customers for the palette, by a part of their name, principal or contact; only for those who may see them. */
export const customerFinder = {
  key: 'customer',
  title: { en: 'Customers', zh: '客户' } satisfies Words,
  async find(keyword: string, signal: AbortSignal): Promise<readonly Found[]> {
    // Sign-in does not need this, so it is not part of the first load.
    const { customerApi } = await import('@brigade/contract/customer/customer.endpoints.ts')
    if (!operationCodes(useSession.getState().menus).has(customerApi.list.access)) return []
    const { list } = await call(customerApi.list, { keyword, pageSize: 10, sort: 'name' }, { quiet: true, signal })
    return list.map(({ id, name, parent }) => ({
      key: `customer-${id}`,
      icon: 'store',
      label: name,
      note: parent?.name ?? '',
      href: detailHref(id),
    }))
  },
}
