import { Id } from '@brigade/contract/field.ts'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { NotFoundPage } from '../shell/not-found.tsx'
import { useListSearch } from '../shell/use-list-search.ts'
import { taskTabs } from './firmware-address.ts'
import { TaskDetailScreen } from './task-detail/task-detail.tsx'

export const Route = createFileRoute('/_signed-in/fota/task/detail')({ component: UpgradeTask })

/** The part of the address that names a task, whatever its tab adds. */
const Place = z.object({ id: Id.optional(), tab: z.enum(taskTabs).default('devices') })

function UpgradeTask() {
  const [{ id, tab }] = useListSearch(Place)
  return id === undefined ? <NotFoundPage /> : <TaskDetailScreen key={id} id={id} tab={tab} />
}
