import type { Figure } from '../run.ts'
import { brokerRows } from './broker-rows.ts'
import { figuresOf, tableOf, type PeerName, type PeerRow } from './peer-table.ts'
import { seriesRows } from './series-rows.ts'

/**
 * Debian's VictoriaMetrics, InfluxDB and Mosquitto beside us on this machine: what they take for what we do, in one run, and at its
 * end one table. What cannot be had is not run, and the rows say so.
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
