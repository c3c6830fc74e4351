import type { WallTaken } from '@brigade/contract/statistics/wall/wall.model.ts'
import type { Platform } from '../../platform/http/context.ts'

type Reading = Pick<Platform, 'db' | 'caches' | 'clock' | 'settings'>

/** What the last run of the statistics found; null while there are no statistics. */
export function readTaken(_reading: Reading, _reader: unknown): Promise<WallTaken | null> {
  return Promise.resolve(null)
}
