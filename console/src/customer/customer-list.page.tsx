import { keptKinds } from '@brigade/contract/customer/organisation.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useCan } from '../platform/can.ts'
import { useListSearch } from '../shell/use-list-search.ts'
import { KeptKindContext } from './kept-kind.ts'
import { CustomerList } from './list/customer-list.tsx'

export const Route = createFileRoute('/_signed-in/customer')({ component: Organisations })

const ListSearch = z.object({ kind: z.enum(keptKinds).default('customer') })

function Organisations() {
  const can = useCan()
  const [{ kind }] = useListSearch(ListSearch)
  const shown = can(`${kind}:view`) ? kind : 'customer'
  return (
    <KeptKindContext value={shown}>
      <CustomerList key={shown} />
    </KeptKindContext>
  )
}
