import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import type { TaskRow } from '@brigade/contract/message/task.model.ts'
import { useMemo, useState, type ReactNode } from 'react'
import { useLocale, useWords } from '../../platform/locale.ts'
import { useSend } from '../../platform/query.ts'
import { toastDone } from '../../platform/toast.ts'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { taskText } from '../message.text.ts'

type Deed = 'cancel' | 'remove'
export type TaskActions = { ask: (deed: Deed, task: TaskRow) => void; turn: (task: TaskRow) => void }

/** Pauses and resumes at once; cancelling, stopping and deleting are confirmed first. */
export function useTaskActions(): [TaskActions, ReactNode] {
  const w = useWords(taskText)
  const locale = useLocale()
  const [pending, setPending] = useState<{ deed: Deed; task: TaskRow } | null>(null)
  const { mutate: setState } = useSend(taskApi.setTaskState)
  const { mutateAsync: cancel } = useSend(taskApi.cancelTask, { quiet: true })
  const { mutateAsync: remove } = useSend(taskApi.removeTask, { quiet: true })
  const actions = useMemo(
    (): TaskActions => ({
      ask: (deed, task) => setPending({ deed, task }),
      turn: ({ id, updatedAt, state }) => {
        const isPaused = state === 'planned'
        setState({ id, updatedAt, isPaused }, { onSuccess: () => toastDone(isPaused ? w.paused : w.resumed) })
      },
    }),
    [setState, w],
  )
  const confirm = async (): Promise<void> => {
    if (pending === null) return
    const { id, updatedAt } = pending.task
    if (pending.deed === 'cancel') {
      await cancel({ id, updatedAt })
      return toastDone(w.cancelled)
    }
    await remove({ ids: [id] })
    toastDone(w.removed)
  }
  const name = { name: pending?.task.words[locale].title ?? '' }
  const isSending = pending?.task.state === 'sending'
  const [title, body, verb] =
    pending?.deed === 'remove'
      ? [w.removeTitle(name), w.removeBody, w.remove]
      : isSending
        ? [w.stopTitle(name), w.stopBody, w.stop]
        : [w.cancelTitle(name), w.cancelBody, w.cancel]
  return [
    actions,
    <ConfirmAction
      key="confirm"
      title={title}
      isOpen={pending !== null}
      onClose={() => setPending(null)}
      confirmLabel={verb}
      danger
      onConfirm={confirm}
    >
      {body}
    </ConfirmAction>,
  ]
}
