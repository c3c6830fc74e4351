import { between, type CascadeSource } from '../field/cascade-source.ts'
import { useTrail } from '../field/use-cascade.ts'

/** The name of what an address has the id of; the id until it is there. */
export function SourceName({ source, id }: { source: CascadeSource; id: string }) {
  const { path } = useTrail(source, [id])
  return path.length === 0 ? id : path.map(({ label }) => label).join(between)
}
