import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { z } from 'zod'
import { useListSearch } from '../../shell/use-list-search.ts'
import { accountTabs } from './account-address.ts'
import { AccountList } from './list/account-list.tsx'

export const Route = createFileRoute('/_signed-in/system/account')({ component: Accounts })

/** The list of accounts works without this chunk, so it loads on demand. */
const AccountDetailScreen = lazy(() =>
  import('./detail/account-detail.tsx').then((module) => ({ default: module.AccountDetailScreen })),
)

/** With an id the address shows one account; otherwise it shows the list, which reads the other parameters itself. */
const AccountsSearch = z.object({ id: Id.optional(), tab: z.enum(accountTabs).optional() })

function Accounts() {
  const [{ id, tab }] = useListSearch(AccountsSearch)
  if (id === undefined) return <AccountList tab={tab} />
  return (
    <Suspense fallback={<div aria-busy="true" />}>
      <AccountDetailScreen key={id} id={id} />
    </Suspense>
  )
}
