import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { actRefusal, taskActs, type TaskAct, type TaskStatus } from '@brigade/contract/firmware/task.rules.ts'
import { taskTypeWords } from '@brigade/contract/firmware/upgrade-words.ts'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatShare, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useLocale, useWords } from '../../platform/locale.ts'
import { go } from '../../platform/navigate.ts'
import { Button, IconButton } from '../../ui/button/button.tsx'
import { ActionMenu } from '../../ui/menu/action-menu.tsx'
import { HeadCard } from '../../ui/page/head-card.tsx'
import { tasksPath } from '../firmware-address.ts'
import { TaskStatusBadge } from '../firmware-badge.tsx'
import { FirmwareModelLink } from '../firmware-link.tsx'
import { useRefusalWords } from '../refusal-words.ts'
import { TaskSheet, type EditingTask } from '../task-form/task-sheet.tsx'
import { actIcons } from '../task/act-icons.ts'
import { useTargetWords } from '../task/targets.tsx'
import { useActWords } from '../task/use-act-words.ts'
import { useTaskActs } from '../task/use-task-acts.tsx'
import { ApproveDialog } from './approve-dialog.tsx'
import { taskDetailText } from './task-detail.text.ts'

type Props = { task: UpgradeTaskDetail }

/** The name, the status, the acts that are possible now, and the progress of a task. */
export function TaskHead({ task }: Props) {
  const w = useWords(taskDetailText)
  const locale = useLocale()
  const targetWords = useTargetWords()
  const { counts, total } = task
  const underWay = counts.offering + counts.offered + counts.downloading + counts.installing
  const share = (part: number) => (total === 0 ? {} : { note: formatShare(part, total) })
  return (
    <HeadCard
      name={task.name}
      state={<TaskStatusBadge status={task.status} fact={nextOf(task)} />}
      actions={<Acts task={task} />}
      facts={[
        <FirmwareModelLink key="model" id={task.model.id}>
          {w.modelFact({ name: task.model.name })}
        </FirmwareModelLink>,
        w.targetFact({ target: targetWords(task.targets) }),
        taskTypeWords[task.type][locale],
        task.creator === null ? '' : w.creatorFact({ name: task.creator.name }),
        task.description,
      ]}
      figures={[
        { key: 'total', label: w.total, value: formatNumber(total) },
        { key: 'toCome', label: w.toCome, value: formatNumber(counts.waiting + counts.planned) },
        { key: 'underWay', label: w.underWay, value: formatNumber(underWay) },
        { key: 'succeeded', label: w.succeeded, value: formatNumber(task.succeeded), ...share(task.succeeded) },
        { key: 'failed', label: w.failed, value: formatNumber(task.failed), ...share(task.failed) },
        { key: 'not', label: w.notUpgraded, value: formatNumber(task.notUpgraded), ...share(task.notUpgraded) },
      ]}
    />
  )
}

/** Returns when the task continues by itself. */
function nextOf({ status, startAt, approvalCountsAt }: UpgradeTaskDetail): string | undefined {
  const at = status === 'ENABLE' ? startAt : status === 'EXAMINE_WAIT' ? approvalCountsAt : null
  return at === null ? undefined : formatTime(at)
}

/** The next act in a status is beside the name; the rest is under "more". */
const mainActs: Readonly<Record<TaskStatus, readonly TaskAct[]>> = {
  CREATE: ['submit'],
  EXAMINE_WAIT: ['reject', 'approve'],
  EXAMINE_PASS: ['reject', 'start'],
  EXAMINE_REJECT: ['submit'],
  ENABLE: ['withdraw', 'stop'],
  START: ['withdraw', 'stop'],
  DISABLE: ['withdraw', 'start'],
  FINISH: [],
  CANCEL: [],
}
const gravest: ReadonlySet<TaskAct> = new Set(['withdraw', 'remove', 'stop', 'reject'])

function Acts({ task }: Props) {
  const w = useWords(taskDetailText)
  const words = useActWords()
  const refusalWords = useRefusalWords()
  const can = usePlatformCan()
  const [editing, setEditing] = useKept<EditingTask | null>('upgrade task sheet', null)
  const [isApproving, setApproving] = useKept('firmware task approval', false)
  const [acts, dialogs] = useTaskActs(() => go(tasksPath))
  const main = mainActs[task.status]
  const run = (act: TaskAct): void => {
    if (act === 'approve') setApproving(true)
    else if (act === 'update' || act === 'submit') setEditing({ id: task.id })
    else acts.ask(act, task)
  }
  const whyNot = (act: TaskAct): string | undefined =>
    refusalWords(actRefusal(task, act) ?? (act === 'approve' ? task.approval.refusal : null))
  const others = taskActs.filter((act) => act !== 'submit' && !main.includes(act) && acts.mayDo(act))
  return (
    <>
      {main
        .filter((act) => (act === 'submit' ? can('firmware-task:update') : acts.mayDo(act)))
        .map((act) => (
          <Button
            key={act}
            icon={actIcons[act]}
            look={act === 'approve' || act === 'start' || act === 'submit' ? 'primary' : 'danger'}
            disabledReason={whyNot(act)}
            onClick={() => run(act)}
          >
            {words(act)}
          </Button>
        ))}
      {others.length === 0 ? null : (
        <ActionMenu
          target={<IconButton icon="dots" label={w.more} aria-haspopup="menu" />}
          actions={others.map((act) => ({
            key: act,
            icon: actIcons[act],
            label: words(act),
            danger: gravest.has(act),
            disabledReason: whyNot(act),
            onClick: () => run(act),
          }))}
        />
      )}
      <ApproveDialog task={task} isOpen={isApproving} onClose={() => setApproving(false)} />
      <TaskSheet editing={editing} onClose={() => setEditing(null)} />
      {dialogs}
    </>
  )
}
