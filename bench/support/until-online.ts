import { until } from '@brigade/server/testing/until.ts'
import type { DurableApp } from './durable-app.ts'

/** Waits until this many devices are online in the database. */
export const untilOnline = ({ pool }: Pick<DurableApp, 'pool'>, devices: number, withinMs: number): Promise<true> =>
  until(
    'all to be online',
    async () => {
      const { rows } = await pool.query<{ n: string }>('select count(*) n from device_state where online')
      return Number(rows[0]?.n) === devices ? true : undefined
    },
    withinMs,
  )
