import type { TaskEventKind } from '@brigade/contract/firmware/task.model.ts'
import type { Db } from '../../platform/db/database.ts'

type Happened = Readonly<{ taskId: string; kind: TaskEventKind; accountId?: string | null; text?: string; at: number }>

/** A line of the history of a task. */
export async function insertTaskEvent(
  db: Db,
  { taskId, kind, accountId = null, text = '', at }: Happened,
): Promise<void> {
  await db
    .insertInto('upgradeEvent')
    .values({
      taskId,
      kind,
      accountId,
      text,
      at: new Date(at).toISOString(),
      deviceId: null,
      fromState: null,
      toState: null,
      reason: null,
    })
    .execute()
}
