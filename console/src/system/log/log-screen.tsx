import { logApi } from '@brigade/contract/system/log/log.endpoints.ts'
import { LogSearch } from '@brigade/contract/system/log/log.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useStartJob } from '../../job/job-link.tsx'
import { useCan } from '../../platform/can.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useListSearch } from '../../shell/use-list-search.ts'
import { Button } from '../../ui/button/button.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Settling } from '../../ui/page/settling.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { AppLogTab } from './app-log-tab.tsx'
import { ChainPanel } from './chain-panel.tsx'
import { logText } from './log.text.ts'
import { OperationTab } from './operation-tab.tsx'

const place = '/system/log'

type Props = {
  tab: 'operations' | 'app'
  /** The address holds the open line. */
  shown: string | null
  onShow: (line: string | null) => void
}

/** The screen shows the operation log with its actors and its seal, and beside it the log of the phone app. */
export function LogScreen({ tab, ...line }: Props) {
  const w = useWords(logText)
  const can = useCan()
  const tabs = [
    { key: 'operations', label: w.operations, href: place },
    ...(can('app-log:view') ? [{ key: 'app', label: w.app, href: `${place}?tab=app` }] : []),
  ]
  const hasChain = can('operation-log:verify')
  const chain = useQuery({ ...ask(logApi.chain, {}), enabled: hasChain })
  const isApp = tab === 'app' && tabs.length > 1
  return (
    <Settling isKnown={!hasChain || !chain.isPending}>
      <ListPage
        title={w.title}
        primary={!isApp && can('operation-log:export') ? <ExportButton /> : null}
        filters={
          <>
            {hasChain ? <ChainPanel /> : null}
            {tabs.length > 1 ? <Tabs label={w.tabs} current={tab} tabs={tabs} /> : null}
          </>
        }
      >
        {isApp ? <AppLogTab {...line} /> : <OperationTab {...line} />}
      </ListPage>
    </Settling>
  )
}

/** A background job exports the filtered log with its proof. */
function ExportButton() {
  const w = useWords(logText)
  const [{ pageNum: _num, pageSize: _size, sort: _sort, ...shown }] = useListSearch(LogSearch)
  const { mutate, isPending } = useStartJob(logApi.startExport)
  return (
    <Button icon="download" busy={isPending} onClick={() => mutate(shown)}>
      {w.export}
    </Button>
  )
}
