import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AppLogTab } from './app-log-tab.tsx'
import { ChainPanel } from './chain-panel.tsx'
import { logText } from './log.text.ts'
import { OperationTab } from './operation-tab.tsx'

const place = '/system/log'

/** What was done, by whom, and how far it is sealed; beside it what the phone app did. */
export function LogScreen({ tab }: { tab: 'operations' | 'app' }) {
  const w = useWords(logText)
  const can = useCan()
  const tabs = [
    { key: 'operations', label: w.operations, href: place },
    ...(can('app-log:view') ? [{ key: 'app', label: w.app, href: `${place}?tab=app` }] : []),
  ]
  return (
    <ListPage
      title={w.title}
      filters={
        <>
          {can('operation-log:verify') ? <ChainPanel /> : null}
          {tabs.length > 1 ? <Tabs label={w.tabs} current={tab} tabs={tabs} /> : null}
        </>
      }
    >
      {tab === 'app' && tabs.length > 1 ? <AppLogTab /> : <OperationTab />}
    </ListPage>
  )
}
