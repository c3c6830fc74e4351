import { Id } from '@brigade/contract/field.ts'
import { keptKinds } from '@brigade/contract/customer/organisation.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { customerTabs } from './customer-address.ts'
import { KeptKindContext } from './kept-kind.ts'
import { CustomerDetailScreen } from './detail/customer-detail.tsx'

export const Route = createFileRoute('/_signed-in/customer/detail')({ component: Customer })

/** All tabs of the page share these search parameters; a tab may add its own. */
const DetailSearch = z.object({
  id: Id.optional(),
  tab: z.enum(customerTabs).default('overview'),
  kind: z.enum(keptKinds).default('customer'),
})

function Customer() {
  const [{ id, tab, kind }] = useListSearch(DetailSearch)
  if (id === undefined) return <NotFoundPage />
  return (
    <KeptKindContext value={kind}>
      <CustomerDetailScreen key={id} id={id} tab={tab} />
    </KeptKindContext>
  )
}
