import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Lives of devices by name, so that over a restart counters only rise and faults are cleared by the device that raised
 * them.
 */
export function readLives(file: string): Readonly<Record<string, unknown>> {
  try {
    const lives: unknown = JSON.parse(readFileSync(file, 'utf8'))
    return typeof lives === 'object' && lives !== null ? Object.fromEntries(Object.entries(lives)) : {}
  } catch {
    // There is no state yet, or it is unreadable: the fleet starts fresh.
    return {}
  }
}

export function writeLives(file: string, lives: Readonly<Record<string, object>>): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, JSON.stringify(lives), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
