import type { Db } from '../../platform/db/database.ts'
import { withPartitions } from '../../platform/db/partitions.ts'
import type { AppRecord } from '../../platform/http/mount-options.ts'
import { storableJson, storableText } from '../../platform/storable-text.ts'

/** Adds a line to the app log; its content has to be masked already. */
export async function recordAppCall(db: Db, row: AppRecord): Promise<void> {
  const { actor, time, address, operation, method, path, durationMs, code, success, request, response } = row
  await withPartitions(db, () =>
    db
      .insertInto('appLog')
      .values({
        loggedAt: new Date(time).toISOString(),
        appUserId: actor.appUserId,
        appUser: storableText(actor.appUser),
        organisationId: actor.organisationId,
        address,
        operation,
        method,
        path,
        durationMs,
        code,
        success,
        request: storableJson(request),
        response: storableJson(response),
      })
      .execute(),
  )
}
