import { customerApi } from '@brigade/contract/customer/customer.endpoints.ts'
import { organisationCalls } from '@brigade/contract/customer/organisation.endpoints.ts'
import type { KeptKind } from '@brigade/contract/customer/organisation.model.ts'
import { word } from '@brigade/contract/word.text.ts'
import type { Act } from '../shell/acts/act.ts'
import { listHref } from './customer-address.ts'
import { customerListText } from './customer.text.ts'

const addOf = (kind: KeptKind): Act & { href: string } => ({
  key: `${kind}.add`,
  icon: 'plus',
  label: customerListText[kind].add,
  code: organisationCalls[kind].add.access,
  href: listHref(kind),
})

export const customerActs = {
  add: { customer: addOf('customer'), distributor: addOf('distributor'), agent: addOf('agent') },
  export: {
    key: 'customer.export',
    icon: 'download',
    label: { en: 'Export customers', zh: '导出客户' },
    button: word.export,
    code: customerApi.startExport.access,
    href: listHref(),
  },
} as const satisfies { add: Record<KeptKind, Act>; export: Act }
