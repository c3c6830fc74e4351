import { minuteMs } from '@brigade/contract/time.ts'
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { errorCode } from '../../error-code.ts'
import { processInfo } from './process-info.ts'

/** The content of postmaster.pid: one fact a line. */
export type PidFile = {
  text: string
  pid: number
  cluster: string
  startedAtMs: number
  socketFolder: string
  status: string
}

export function readPidFile(cluster: string): PidFile | undefined {
  let text: string
  try {
    text = readFileSync(join(cluster, 'postmaster.pid'), 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  }
  const [pid = '', folder = '', started = '', , socketFolder = '', , , status = ''] = text.split('\n')
  return {
    text,
    pid: Number(pid),
    cluster: folder,
    startedAtMs: Number(started) * 1000,
    socketFolder,
    status: status.trim(),
  }
}

/**
 * The clock may have been set since the process started; a reused number is minutes later, and the command line is
 * checked too.
 */
const startToleranceMs = minuteMs

/** Whether the process of that number is alive and really the postmaster that wrote the file. */
export function isPostmasterOf(file: PidFile, cluster: string): boolean {
  if (!Number.isInteger(file.pid) || file.pid <= 1 || file.cluster !== cluster) return false
  const info = processInfo(file.pid)
  if (!info || info.isZombie) return false
  const isCommand = /(^|\/)postgres -D /.test(info.command) && `${info.command} `.includes(` -D ${cluster} `)
  return isCommand && Math.abs(info.startedAtMs - file.startedAtMs) <= startToleranceMs
}

/**
 * Moves away a pid file that names a process which is not PostgreSQL any more (PostgreSQL itself would refuse to
 * start). Two starters may do so at once: the file is moved first and then checked again, so that a fresh one is put
 * back.
 */
export function removeStalePidFile(cluster: string, stale: PidFile) {
  const path = join(cluster, 'postmaster.pid')
  const aside = join(cluster, `postmaster.pid.stale-${process.pid}`)
  try {
    renameSync(path, aside)
    if (readFileSync(aside, 'utf8') !== stale.text) linkSync(aside, path)
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(errorCode(error) ?? '')) throw error
  }
  rmSync(aside, { force: true })
}
