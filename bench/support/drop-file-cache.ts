import { execFileSync } from 'node:child_process'

/**
 * Drops the files of a folder from the system's cache, as far as the system allows it. No process may have them open.
 */
export function dropFileCache(folder: string): void {
  const script =
    'find -L "$1" -type f | while read -r f; do dd if="$f" iflag=nocache count=0 status=none 2>/dev/null; done; true'
  execFileSync('/bin/sh', ['-c', `sync; ${script}`, 'sh', folder])
}
