import { messageApi } from '@brigade/contract/message/message.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useCan } from '../../platform/can.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { useActButton } from '../../shell/acts/use-act.tsx'
import { Row } from '../../ui/layout/layout.tsx'
import { ListPage } from '../../ui/list-page/list-page.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { messageActs } from '../message-acts.ts'
import css from '../message.module.css'
import { taskText } from '../message.text.ts'
import { ReachNotice } from '../reach-notice.tsx'
import { RobotTab } from '../target/robot-tab.tsx'
import { WebhookTab } from '../target/webhook-tab.tsx'
import { TaskList } from './task-list.tsx'
import { TaskSheet, type EditingTask } from './task-sheet.tsx'

const place = '/message/push'
export const pushTabs = ['tasks', 'robots', 'webhooks'] as const
export type PushTab = (typeof pushTabs)[number]

/** The screen holds push tasks and the outgoing channels: group robots and webhooks. */
export function PushScreen({ tab }: { tab: PushTab }) {
  const w = useWords(taskText)
  const can = useCan()
  const { data: reach } = useQuery(ask(messageApi.reach, {}, { quiet: true }))
  const [editing, setEditing] = useKept<EditingTask | null>('push sheet', null)
  const mayKeep = can('message:channel')
  const tabs = [
    { key: 'tasks', label: w.tasks, href: place },
    ...(mayKeep
      ? [
          { key: 'robots', label: w.robots, href: `${place}?tab=robots` },
          { key: 'webhooks', label: w.webhooks, href: `${place}?tab=webhooks` },
        ]
      : []),
  ]
  const add = useActButton(tab === 'tasks' ? messageActs.addPush : null, () => setEditing({ id: null }))
  return (
    <ListPage
      title={w.title}
      primary={add}
      totals={
        <Row gap="8" padding="12 gutter 0" className={css.bar}>
          <ReachNotice reach={reach} />
        </Row>
      }
      filters={tabs.length > 1 ? <Tabs label={w.tabs} current={tab} tabs={tabs} /> : null}
    >
      {tab === 'robots' && mayKeep ? <RobotTab /> : null}
      {tab === 'webhooks' && mayKeep ? <WebhookTab /> : null}
      {tab === 'tasks' || !mayKeep ? <TaskList onEdit={setEditing} add={add} /> : null}
      <TaskSheet editing={editing} onClose={() => setEditing(null)} />
    </ListPage>
  )
}
