import css from '../field/field.module.css'
import { Text } from '../layout/layout.tsx'

/** Keeps the place of a filter while its chunk is on the way. */
export function FilterBones({ label }: { label: string }) {
  return (
    <div className={css.field} aria-busy="true">
      <Text size="xs" line="16" tone="ink-3" weight="500" marginBottom="4" block cut className={css.label}>
        {label}
      </Text>
      <span className={css.control} />
    </div>
  )
}
