import { upgradeTaskApi } from '@brigade/contract/firmware/task.endpoints.ts'
import type { UpgradeTaskDetail } from '@brigade/contract/firmware/task.model.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { TaskFormSteps } from './task-form.tsx'
import { taskFormText } from './task-form.text.ts'

/** The sheet is open for a task that is there, or for a new one. */
export type EditingTask = { id: string | null }

/** Makes an upgrade task, or changes one. */
export function TaskSheet({ editing, onClose }: { editing: EditingTask | null; onClose: () => void }) {
  const w = useWords(taskFormText)
  const last = useLast(editing)
  const id = last?.id ?? null
  return (
    <FormSheet title={id === null ? w.addTitle : w.editTitle} isOpen={editing !== null} onClose={onClose} width={920}>
      {last === null ? null : id === null ? <TaskFormSteps task={null} /> : <Known key={id} id={id} />}
    </FormSheet>
  )
}

/** The form always starts from the server's present state. */
function Known({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(upgradeTaskApi.task, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  // Changes while it is edited do not change the form under it.
  const [task, setTask] = useState<UpgradeTaskDetail | null>(null)
  if (task === null && data !== undefined && isFetchedAfterMount) setTask(data)
  if (task === null && error !== null) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (task === null) return <div aria-busy="true" />
  return <TaskFormSteps task={task} />
}
