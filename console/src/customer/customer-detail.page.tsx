import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { customerTabs } from './customer-address.ts'
import { CustomerDetailScreen } from './detail/customer-detail.tsx'

export const Route = createFileRoute('/_signed-in/customer/detail')({ component: Customer })

/** What the address says of a detail page, whatever its tab adds. */
const DetailSearch = z.object({ id: Id.optional(), tab: z.enum(customerTabs).default('overview') })

function Customer() {
  const [{ id, tab }] = useListSearch(DetailSearch)
  return id === undefined ? <NotFoundPage /> : <CustomerDetailScreen key={id} id={id} tab={tab} />
}
