import type { JobRow, JobStatus } from '@brigade/contract/job/job.model.ts'
import type { StateShapeName, StateTone } from '../ui/icon/state-shape.tsx'

export const hasEnded = ({ status }: Pick<JobRow, 'status'>): boolean => status !== 'waiting' && status !== 'running'

/** A job with a cancel request shows as "cancelling" until it ends. */
export const stateOf = (job: Pick<JobRow, 'status' | 'cancelling'>): JobStatus | 'cancelling' =>
  job.cancelling && !hasEnded(job) ? 'cancelling' : job.status

export const shapeOf: Readonly<Record<JobStatus | 'cancelling', { shape: StateShapeName; tone?: StateTone }>> = {
  waiting: { shape: 'standby' },
  running: { shape: 'online', tone: 'accent' },
  cancelling: { shape: 'standby', tone: 'warn' },
  succeeded: { shape: 'completed' },
  failed: { shape: 'error' },
  cancelled: { shape: 'offline' },
}

/** 0 to 100; undefined while the total is unknown. A job with all rows done has not ended yet: its file is still being closed. */
export function percentOf({ done, total, status }: Pick<JobRow, 'done' | 'total' | 'status'>): number | undefined {
  if (status === 'succeeded') return 100
  if (total === null) return undefined
  if (total === 0) return 0
  return Math.min(status === 'running' ? 99 : 100, Math.floor((done / total) * 100))
}
