import type { Figure } from '../run.ts'

/**
 * A measured value, or the reason why there is none: the program cannot be installed here, it has no such call, or the
 * row does not apply to it.
 */
export type Cell = number | 'not run' | 'no such call' | '-'

export const peerNames = ['VictoriaMetrics', 'InfluxDB', 'Mosquitto'] as const
export type PeerName = (typeof peerNames)[number]

export type PeerRow = Readonly<{
  what: string
  unit: string
  brigade: Cell
  /** Peers that are left out do not apply to this row. */
  peers: Readonly<Partial<Record<PeerName, Cell>>>
  /** The goal for the ratio of Brigade to the first peer. */
  wanted: string
}>

/** Such a measurement is precise to three digits. */
const shown = (cell: Cell, unit: string): string =>
  typeof cell === 'number'
    ? `${cell >= 100 ? Math.round(cell).toLocaleString('en') : cell.toPrecision(3)} ${unit}`
    : cell

const ratioOf = (own: Cell, peer: Cell): number =>
  typeof own === 'number' && typeof peer === 'number' && peer > 0 ? own / peer : Number.NaN

/** A line for each peer that has a part in it. */
export function figuresOf({ what, unit, brigade, peers, wanted }: PeerRow): Figure[] {
  const compared = peerNames.flatMap((name) => {
    const peer = peers[name] ?? '-'
    return peer === '-' ? [] : [{ name, peer }]
  })
  return compared.map(({ name, peer }, place) => ({
    name: `${what}, over ${name}`,
    measured: shown(brigade, unit),
    against: shown(peer, unit),
    ratio: ratioOf(brigade, peer),
    goal: place === 0 ? wanted : 'reported',
  }))
}

/** All rows as a table that documents can take over. */
export function tableOf(rows: readonly PeerRow[], versions: ReadonlyMap<PeerName, string>): string {
  const heads = peerNames.flatMap((name) => [`${name} ${versions.get(name) ?? '(not run)'}`, 'ours over it'])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [
    line(['what', 'Brigade', ...heads, 'wanted']),
    line(Array.from({ length: 3 + heads.length }, () => '---')),
    ...rows.map(({ what, unit, brigade, peers, wanted }) =>
      line([
        what,
        shown(brigade, unit),
        ...peerNames.flatMap((name) => {
          const peer = peers[name] ?? '-'
          const ratio = ratioOf(brigade, peer)
          return [shown(peer, unit), Number.isNaN(ratio) ? '-' : ratio.toFixed(2)]
        }),
        wanted,
      ]),
    ),
  ].join('\n')
}
