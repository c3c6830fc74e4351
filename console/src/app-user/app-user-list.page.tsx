import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { useListSearch } from '../shell/use-list-search.ts'
import { appUserListTabs } from './app-user-address.ts'
import { AppUserList } from './list/app-user-list.tsx'
import { VersionList } from './version/version-list.tsx'

export const Route = createFileRoute('/_signed-in/userList')({ component: AppUsers })

/** Reads which tab is shown; the list reads the rest of the address itself. */
const TabSearch = z.object({ tab: z.enum(appUserListTabs).default('people') })

function AppUsers() {
  const [{ tab }] = useListSearch(TabSearch)
  return tab === 'versions' ? <VersionList /> : <AppUserList />
}
