import { taskApi } from '@brigade/contract/message/task.endpoints.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../platform/locale.ts'
import { ask } from '../../platform/query.ts'
import { FormSheet } from '../../shell/form-sheet.tsx'
import { ErrorPanel } from '../../ui/page/error-panel.tsx'
import { useLast } from '../../ui/dialog/use-last.ts'
import { taskText } from '../message.text.ts'
import { PushForm } from './task-form.tsx'

/** The sheet edits the task with this id; null means a new one. */
export type EditingTask = { id: string | null }

/** Adds a push task, or changes one that waits. */
export function TaskSheet({ editing, onClose }: { editing: EditingTask | null; onClose: () => void }) {
  const w = useWords(taskText)
  const last = useLast(editing)
  const id = last?.id ?? null
  return (
    <FormSheet title={id === null ? w.add : w.editTitle} isOpen={editing !== null} onClose={onClose} width={900}>
      {last === null ? null : id === null ? <PushForm task={null} /> : <Known key={id} id={id} />}
    </FormSheet>
  )
}

/** The form always starts from the server's present state. */
function Known({ id }: { id: string }) {
  const { data, error, isFetchedAfterMount, refetch } = useQuery({
    ...ask(taskApi.task, { id }, { quiet: true }),
    refetchOnMount: 'always',
  })
  if (error !== null && data === undefined) return <ErrorPanel message={error.message} onRetry={() => void refetch()} />
  if (data === undefined || !isFetchedAfterMount) return <div aria-busy="true" />
  return <PushForm task={data} />
}
