import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskRow } from '@brigade/contract/firmware/task.model.ts'
import { taskSteps, type TaskAct } from '@brigade/contract/firmware/task.rules.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { usePlatformCan } from '../../platform/can.ts'
import { formatNumber, formatTime } from '../../platform/format.ts'
import { useKept } from '../../platform/kept-work.ts'
import { useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { PasswordPrompt } from '../../ui/dialog/password-prompt.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { RejectDialog } from './reject-dialog.tsx'
import { actText } from '../task.text.ts'
import { useActWords } from './use-act-words.ts'

/** Acts that a list offers; a task is approved only on its own screen, where all of it can be read. */
export type PlainAct = Exclude<TaskAct, 'update' | 'submit' | 'approve'>
export type TaskActs = { ask: (act: PlainAct, task: UpgradeTaskRow) => void; mayDo: (act: TaskAct) => boolean }
type PendingAct = { act: PlainAct; task: UpgradeTaskRow }
export type ActDialogProps = { task: UpgradeTaskRow; isOpen: boolean; onClose: () => void }

/** The acts on a task, each with its confirmation: with the password, with a reason, or plain. */
export function useTaskActs(onRemoved: () => void = nothing): [TaskActs, ReactNode] {
  const can = usePlatformCan()
  const [pending, setPending] = useKept<PendingAct | null>('firmware task act', null)
  const last = useLast(pending)
  const acts = useMemo(
    (): TaskActs => ({ ask: (act, task) => setPending({ act, task }), mayDo: (act) => can(taskSteps[act].code) }),
    [can, setPending],
  )
  if (last === null) return [acts, null]
  const shared = { task: last.task, isOpen: pending !== null, onClose: () => setPending(null) }
  const key = `${last.act} ${last.task.id}`
  switch (last.act) {
    case 'reject':
      return [acts, <RejectDialog key={key} {...shared} />]
    case 'start':
    case 'withdraw':
      return [acts, <WithPassword key={key} act={last.act} {...shared} />]
    case 'stop':
      return [acts, <Stop key={key} {...shared} />]
    case 'remove':
      return [acts, <Removal key={key} {...shared} onRemoved={onRemoved} />]
  }
}
const nothing = (): void => undefined

/** A task that was never submitted has no rows yet. */
const countOf = (task: UpgradeTaskRow, ...states: (keyof UpgradeTaskRow['counts'])[]): string =>
  formatNumber(states.reduce((sum, state) => sum + task.counts[state], 0))

function WithPassword({ act, task, isOpen, onClose }: ActDialogProps & { act: 'start' | 'withdraw' }) {
  const w = useWords(actText)
  const words = useActWords()
  const start = useSend(upgradeTaskApi.start, { quiet: true })
  const withdraw = useSend(upgradeTaskApi.withdraw, { quiet: true })
  const isStart = act === 'start'
  const { id, updatedAt, name } = task
  const confirm = async (password: string): Promise<void> => {
    await (isStart ? start : withdraw).mutateAsync({ id, updatedAt, password })
    toastDone((isStart ? w.started : w.withdrawn)({ name }))
  }
  const waiting = countOf(task, 'planned', 'waiting')
  const [openedAt] = useState(() => Date.now())
  const isLater = task.startAt !== null && Date.parse(task.startAt) > openedAt
  const startBody = isLater ? w.startLater({ n: waiting, time: formatTime(task.startAt) }) : w.startBody({ n: waiting })
  const withdrawBody = w.withdrawBody({
    rest: countOf(task, 'planned', 'waiting', 'offering', 'offered', 'downloading'),
    installing: countOf(task, 'installing'),
  })
  return (
    <PasswordPrompt
      title={(isStart ? w.startTitle : w.withdrawTitle)({ name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={words(act)}
      danger={!isStart}
      onConfirm={confirm}
    >
      {isStart ? startBody : withdrawBody}
    </PasswordPrompt>
  )
}

function Stop({ task, isOpen, onClose }: ActDialogProps) {
  const w = useWords(actText)
  const words = useActWords()
  const stop = useSend(upgradeTaskApi.stop, { quiet: true })
  const { id, updatedAt, name } = task
  return (
    <ConfirmAction
      title={w.stopTitle({ name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={words('stop')}
      danger
      onConfirm={async () => {
        await stop.mutateAsync({ id, updatedAt })
        toastDone(w.stopped({ name }))
      }}
    >
      {w.stopBody({
        waiting: countOf(task, 'planned', 'waiting'),
        busy: countOf(task, 'offering', 'offered', 'downloading', 'installing'),
      })}
    </ConfirmAction>
  )
}

function Removal({ task, isOpen, onClose, onRemoved }: ActDialogProps & { onRemoved: () => void }) {
  const w = useWords(actText)
  const words = useActWords()
  const remove = useSend(upgradeTaskApi.removeTasks, { quiet: true })
  const { id, name } = task
  return (
    <ConfirmAction
      title={w.removeTitle({ name })}
      isOpen={isOpen}
      onClose={onClose}
      confirmLabel={words('remove')}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ ids: [id] })
        toastDone(w.removed({ name }))
        onRemoved()
      }}
    >
      {w.removeBody}
    </ConfirmAction>
  )
}
