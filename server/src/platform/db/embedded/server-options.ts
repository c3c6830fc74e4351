import { statfsSync } from 'node:fs'
import { totalmem } from 'node:os'

const mebibyte = 1024 * 1024

/** `durable`: committed data survives a power cut. `test`: it does not, and everything is quick. */
export type ServerMode = 'durable' | 'test'

/** In a container /dev/shm is often 64 MB; a parallel hash join there fails with "could not resize shared memory segment". */
function sharedMemory(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    return bavail * bsize >= 512 * mebibyte ? 'posix' : 'mmap'
  } catch {
    return process.platform === 'linux' ? 'mmap' : 'posix'
  }
}

function forMode(mode: ServerMode, memoryMb: number): Record<string, string | number> {
  if (mode === 'test') {
    return {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: 0,
      io_method: 'sync',
      shared_buffers: '64MB',
      max_wal_size: '128MB',
      max_connections: 300,
      autovacuum_naptime: '5min',
      log_min_messages: 'error',
    }
  }
  const clamp = (mb: number, min: number, max: number) => `${Math.round(Math.min(Math.max(mb, min), max))}MB`
  return {
    fsync: 'on',
    synchronous_commit: 'on',
    full_page_writes: 'on',
    // Backups (pg_backup_start) need the full log.
    wal_level: 'replica',
    max_wal_senders: 2,
    wal_compression: 'on',
    max_wal_size: '2GB',
    min_wal_size: '128MB',
    checkpoint_timeout: '10min',
    shared_buffers: clamp(memoryMb / 8, 128, 2048),
    effective_cache_size: clamp(memoryMb / 2, 256, 65_536),
    maintenance_work_mem: clamp(memoryMb / 32, 64, 512),
    work_mem: '16MB',
    max_connections: 120,
    io_workers: 2,
    autovacuum_naptime: '20s',
    log_min_messages: 'warning',
  }
}

/**
 * The postmaster's arguments, sized for this machine: the server runs there too, so it gets an eighth of the memory,
 * not a quarter.
 */
export function serverArguments({
  cluster,
  socketFolder,
  mode,
}: {
  cluster: string
  socketFolder: string
  mode: ServerMode
}): string[] {
  const settings = {
    // No TCP: only the socket's folder gives access.
    listen_addresses: '',
    unix_socket_directories: socketFolder,
    unix_socket_permissions: '0700',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    dynamic_shared_memory_type: sharedMemory(),
    random_page_cost: '1.1',
    jit: 'off',
    max_worker_processes: 8,
    max_parallel_workers_per_gather: 1,
    log_line_prefix: '%m [%p] %a ',
    ...forMode(mode, totalmem() / mebibyte),
  }
  return ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}
