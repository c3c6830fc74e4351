import { between, type CascadeSource } from '../field/cascade/cascade-source.ts'
import { useTrail } from '../field/cascade/use-cascade.ts'

/** The name of the entry that a path of ids in an address leads to; the last id until the name is loaded. */
export function SourceName({ source, path: ids }: { source: CascadeSource; path: readonly string[] }) {
  const { path } = useTrail(source, ids)
  return path.length === 0 ? ids.at(-1) : path.map(({ label }) => label).join(between)
}
