import { CustomerSearch } from '@brigade/contract/customer/customer.model.ts'
import { createFileRoute } from '@tanstack/react-router'
import { useListSearch } from '../shell/use-list-search.ts'
import { CustomerList } from './customer-list.tsx'

export const Route = createFileRoute('/_signed-in/customer')({ component: Customers })

function Customers() {
  const [search, change] = useListSearch(CustomerSearch, 'customer')
  return <CustomerList search={search} onSearch={change} />
}
