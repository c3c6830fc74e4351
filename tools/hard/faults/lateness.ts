import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'

/** A period, in epoch ms, in which the process of the simulated devices was blocked (simulator/src/record.ts). */
export type Lateness = Readonly<{ from: number; to: number }>

const Line = z.object({ from: z.number(), to: z.number() })

/** Oldest first; empty if it was never late. */
export function readLateness(folder: string): readonly Lateness[] {
  const file = path.join(folder, 'late.ndjson')
  if (!existsSync(file)) return []
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => Line.parse(JSON.parse(line)))
}

/**
 * The time until which devices may record a message that arrived at `atMs`: at once, or at the next turn of their
 * process, which may be late again.
 */
export function notedBy(atMs: number, late: readonly Lateness[]): number {
  let until = atMs
  for (const { from, to } of late) if (from <= until && to > until) until = to
  return until
}
