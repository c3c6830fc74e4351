import { readFileSync } from 'node:fs'
import type { DurableApp } from './durable-app.ts'

/** Linux counts processor time in hundredths of a second. */
const tickMs = 10

/** The fields of `/proc/<pid>/stat` behind the name: the state is field 3. */
const statOf = (pid: number): readonly number[] => {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return text
    .slice(text.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
}
const fieldOf = (stat: readonly number[], field: number): number => stat[field - 3] ?? Number.NaN

/** The parent of the database's processes. */
export async function postmasterOf({ pool }: Pick<DurableApp, 'pool'>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return fieldOf(statOf(rows[0]?.pid ?? 0), 4)
}

/** Processor time of a process, of its children, and of its children that have ended, in ms. */
export function familyMs(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean)
  const ticks = children.reduce((sum, child) => sum + ownTicks(Number(child)), 0)
  const stat = statOf(pid)
  return [14, 15, 16, 17].reduce((sum, field) => sum + fieldOf(stat, field), ticks) * tickMs
}

/** A child may end before it is read; its parent has its time then. */
function ownTicks(pid: number): number {
  try {
    const stat = statOf(pid)
    return fieldOf(stat, 14) + fieldOf(stat, 15)
  } catch {
    return 0
  }
}
