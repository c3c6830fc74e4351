import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/database.ts'
import { plantDemoAppLog, type DemoAppLine } from './app-log.store.ts'

type Drafted = readonly [minutesAgo: number, user: string, operation: string, path: string, code: number, ms: number]

/** Example lines of the phone app; each row is marked as demo data. */
const drafted: readonly Drafted[] = [
  [12, '139****0011', 'bind', '/api/app/device/bind', 200, 84],
  [47, '138****2470', 'appSend', '/api/app/recipe/send', 200, 131],
  [95, '137****9035', 'bind', '/api/app/device/bind', 404, 22],
  [210, '139****0011', 'unbind', '/api/app/device/unbind', 200, 67],
  [1510, '186****5512', 'updateProfile', '/api/app/profile/update', 422, 18],
]

/** Only into an empty log. */
export async function seedDemoAppLog({ db, clock }: Readonly<{ db: Db; clock: Clock }>): Promise<void> {
  const now = clock.now()
  await plantDemoAppLog(
    db,
    drafted.map(([minutesAgo, appUser, operation, path, code, durationMs]): DemoAppLine => ({
      loggedAt: new Date(now - minutesAgo * 60_000).toISOString(),
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
