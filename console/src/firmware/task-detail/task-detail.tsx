import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { useQuery } from '@tanstack/react-query'
import { formatTime } from '../../platform/format.ts'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { MissingPage } from '../../shell/missing-page.tsx'
import { usePageTitle } from '../../shell/page-title.ts'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Row, Stack } from '../../ui/layout/layout.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { HeadBones } from '../../ui/page/head-card.tsx'
import { Tabs } from '../../ui/page/tabs.tsx'
import { taskHref, taskTabs, tasksPath, type TaskTab } from '../firmware-address.ts'
import { firmwareText } from '../firmware.text.ts'
import { taskText } from '../task.text.ts'
import { ApprovalTab } from './approval-tab.tsx'
import { CountsStrip } from './counts-strip.tsx'
import { EventsTab } from './events-tab.tsx'
import { TaskDevicesTab } from './task-devices-tab.tsx'
import css from './task-detail.module.css'
import { taskDetailText } from './task-detail.text.ts'
import { TaskHead } from './task-head.tsx'
import { useTaskLive } from './use-task-live.ts'

/** Only the server counts reasons, so they are read again while the task runs. */
const lookEveryMs = 10_000

/** The live screen of one upgrade task: its content, the counts by state, its devices, its history and its approval. */
export function TaskDetailScreen({ id, tab }: { id: string; tab: TaskTab }) {
  const w = useWords(taskText)
  const { data, error, refetch } = useQuery({
    ...ask(upgradeTaskApi.task, { id }, { quiet: true }),
    refetchInterval: (query) => (query.state.data?.status === 'START' ? lookEveryMs : false),
  })
  usePageTitle(data?.name)
  if (data !== undefined) return <Known task={data} tab={tab} />
  if (error === null) return <HeadBones figures={5} />
  if (error.status === 404)
    return (
      <MissingPage title={error.message} back={{ href: tasksPath, label: w.backToList }}>
        {w.missing}
      </MissingPage>
    )
  return <ErrorPanel isScreen message={error.message} onRetry={() => void refetch()} />
}

function Known({ task, tab }: { task: UpgradeTaskDetail; tab: TaskTab }) {
  const w = useWords(taskDetailText)
  const fresh = useTaskLive(task.id)
  const parts = {
    devices: () => <TaskDevicesTab task={task} fresh={fresh} />,
    events: () => <EventsTab task={task} />,
    approval: () => <ApprovalTab task={task} />,
  } as const
  return (
    <>
      <TaskHead task={task} />
      <Notes task={task} />
      <CountsStrip task={task} />
      <Tabs
        label={w.tabs}
        current={tab}
        tabs={taskTabs.map((key) => ({ key, label: w[key], href: taskHref(task.id, key) }))}
      />
      {parts[tab]()}
    </>
  )
}

/** Notices that a reader has to see first. */
function Notes({ task }: { task: UpgradeTaskDetail }) {
  const w = useWords(taskDetailText)
  const f = useWords(firmwareText)
  const { waiting } = task.approval
  const isOver = task.status === 'FINISH' || task.status === 'CANCEL'
  const notes = [
    ...(task.status === 'EXAMINE_REJECT' && task.rejectReason !== ''
      ? [{ key: 'rejected', words: w.rejectedFor({ reason: task.rejectReason }) }]
      : []),
    ...(waiting === null
      ? []
      : [
          {
            key: 'alone',
            words: w.aloneWaits({ by: waiting.by?.name ?? f.someoneGone, time: formatTime(waiting.countsAt) }),
          },
          ...(waiting.told.length === 0
            ? []
            : [{ key: 'told', words: w.aloneTold({ names: waiting.told.join(f.listMark) }) }]),
        ]),
    ...(task.approval.isVoid && !isOver ? [{ key: 'void', words: w.isVoid }] : []),
    ...(task.targets.some(({ enabled }) => !enabled) && !isOver ? [{ key: 'disabled', words: w.versionDisabled }] : []),
    ...(task.status === 'START' || task.status === 'ENABLE' ? [{ key: 'halt', words: w.noHalt }] : []),
  ]
  if (notes.length === 0) return null
  return (
    <Stack gap="8" padding="0 gutter 12">
      {notes.map(({ key, words }) => (
        <Row.p
          key={key}
          gap="8"
          padding="8 12"
          border="bad"
          radius="s"
          ground="bad-soft"
          tone="bad"
          weight="500"
          anywhere
          className={css.grave}
          role="note"
        >
          <StateShape name="error" />
          {words}
        </Row.p>
      ))}
    </Stack>
  )
}
