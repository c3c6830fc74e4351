import { between, type CascadeSource } from '../field/cascade/cascade-source.ts'
import { useTrail } from '../field/cascade/use-cascade.ts'

/** The name of the entry with the id in an address; the id until the name is loaded. */
export function SourceName({ source, id }: { source: CascadeSource; id: string }) {
  const { path } = useTrail(source, [id])
  return path.length === 0 ? id : path.map(({ label }) => label).join(between)
}
