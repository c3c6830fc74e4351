import { minuteMs } from '@brigade/contract/time.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { plantDemoAppLog, type DemoAppLine } from './app-log.store.ts'

type Drafted = readonly [minutesAgo: number, user: string, operation: string, path: string, code: number, ms: number]

/**
 * Example lines of the phone app, by people of the demo; each row is marked as demo data. Successful calls leave no
 * other rows that would have to exist.
 */
const drafted: readonly Drafted[] = [
  [12, '139****0011', 'updateProfile', '/api/app/profile/update', 200, 84],
  [47, '139****0015', 'bind', '/api/app/device/bind', 404, 31],
  [95, '139****0014', 'updateProfile', '/api/app/profile/update', 200, 62],
  [210, '139****0019', 'bind', '/api/app/device/bind', 404, 27],
  [1510, '139****0012', 'updateProfile', '/api/app/profile/update', 422, 18],
]

/** Only an empty log gets them. */
export async function seedDemoAppLog({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const now = clock.now()
  await plantDemoAppLog(
    db,
    drafted.map(([minutesAgo, appUser, operation, path, code, durationMs]): DemoAppLine => ({
      loggedAt: new Date(now - minutesAgo * minuteMs).toISOString(),
      appUser,
      address: '203.0.113.24',
      operation,
      method: 'POST',
      path,
      durationMs,
      code,
      success: code === 200,
    })),
  )
}
