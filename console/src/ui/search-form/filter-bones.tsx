import css from '../field/field.module.css'

/** Keeps the place of a filter while its chunk is on the way. */
export function FilterBones({ label }: { label: string }) {
  return (
    <div className={css.field} aria-busy="true">
      <span className={css.label}>{label}</span>
      <span className={css.control} />
    </div>
  )
}
