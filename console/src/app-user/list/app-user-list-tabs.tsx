import { useWords } from '../../platform/locale.ts'
import { Tabs } from '../../ui/page/tabs.tsx'
import { listHref, versionsHref, type AppUserListTab } from '../app-user-address.ts'
import { appUserListText } from '../app-user.text.ts'

/** People, and the versions of the app that they use. */
export function AppUserListTabs({ current }: { current: AppUserListTab }) {
  const w = useWords(appUserListText)
  return (
    <Tabs
      label={w.tabs}
      current={current}
      tabs={[
        { key: 'people', label: w.people, href: listHref },
        { key: 'versions', label: w.versions, href: versionsHref },
      ]}
    />
  )
}
