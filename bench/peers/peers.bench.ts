import type { Figure } from '../run.ts'
import { brokerRows } from './broker-rows.ts'
import { figuresOf, tableOf, type PeerName, type PeerRow } from './peer-table.ts'
import { seriesRows } from './series-rows.ts'

/**
 * Compares Debian's VictoriaMetrics, InfluxDB and Mosquitto with Brigade on this machine in one run, and prints one
 * table. Programs that cannot be had are not run, and the rows say so.
 */
export async function* measure(): AsyncGenerator<Figure> {
  const rows: PeerRow[] = []
  const versions = new Map<PeerName, string>()
  for (const part of [seriesRows, brokerRows])
    for await (const row of part(versions)) {
      rows.push(row)
      yield* figuresOf(row)
    }
  process.stdout.write(`\n${tableOf(rows, versions)}\n`)
}
