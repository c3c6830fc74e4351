import { appUserApi } from '@brigade/contract/app-user/app-user.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { MissingPage } from '../../shell/missing-page.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { appUserTabs, detailHref, listHref, type AppUserTab } from '../app-user-address.ts'
import { appUserDetailText } from '../app-user.text.ts'
import { useCan } from '../../platform/can.ts'
import { AppUserActivity } from './app-user-activity.tsx'
import { AppUserChanges } from './app-user-changes.tsx'
import { AppUserDevices } from './app-user-devices.tsx'
import { AppUserHead } from './app-user-head.tsx'
import { AppUserMessages } from './app-user-messages.tsx'

type Props = { id: string; device: string | undefined; tab: AppUserTab }

/** One app user: head card, and the tab the address names. Neither waits for the other. */
export function AppUserDetailScreen({ id, device, tab }: Props) {
  const w = useWords(appUserDetailText)
  const can = useCan()
  const { data: person, error, refetch } = useQuery(ask(appUserApi.detail, { id }, { quiet: true }))
  usePageTitle(person?.nickname, { name: w.list, href: listHref })
  if (error?.status === 404 && person === undefined)
    return (
      <MissingPage title={error.message} back={{ href: listHref, label: w.backToList }}>
        {w.missing}
      </MissingPage>
    )
  if (error !== null && person === undefined)
    return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
  const labels = { devices: w.devicesTab, messages: w.messages, activity: w.activity, changes: w.changes }
  const mayReadLog = can('operation-log:view')
  const tabs = appUserTabs.filter((key) => key !== 'changes' || mayReadLog)
  return (
    <>
      {person === undefined ? <HeadBones figures={4} /> : <AppUserHead person={person} device={device} />}
      <Tabs
        label={w.tabs}
        current={tab}
        tabs={tabs.map((key) => ({ key, label: labels[key], href: detailHref(id, { tab: key, device }) }))}
      />
      {tab === 'activity' && person !== undefined ? <AppUserActivity person={person} /> : null}
      {tab === 'messages' ? <AppUserMessages /> : null}
      {tab === 'changes' && mayReadLog ? <AppUserChanges id={id} /> : null}
      {tab === 'devices' || (tab === 'changes' && !mayReadLog) ? <AppUserDevices /> : null}
    </>
  )
}
