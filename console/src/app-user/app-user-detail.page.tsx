import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { appUserTabs } from './app-user-address.ts'
import { AppUserDetailScreen } from './detail/app-user-detail.tsx'

export const Route = createFileRoute('/_signed-in/userList/UserDetail')({ component: AppUser })

/** All tabs of the page share these search parameters; a tab may add its own. */
const DetailSearch = z.object({ id: Id.optional(), device: Id.optional(), tab: z.enum(appUserTabs).default('devices') })

function AppUser() {
  const [{ id, device, tab }] = useListSearch(DetailSearch)
  if (id === undefined) return <NotFoundPage />
  return <AppUserDetailScreen key={id} id={id} device={device} tab={tab} />
}
