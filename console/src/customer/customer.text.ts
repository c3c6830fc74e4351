import { words } from '../platform/locale.ts'

export const customerText = words({
  allCustomers: { en: 'All customers', zh: '全部客户' },
})
