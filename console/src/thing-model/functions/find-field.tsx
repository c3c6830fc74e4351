import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import css from './functions.module.css'
import { functionsText } from './functions.text.ts'

type Props = {
  value: string
  onChange: (typed: string) => void
  /** The "/" key focuses the first filter of a screen. */
  isFirstFilter?: boolean
  /** The width, and the place in its bar; by default at the end. */
  className?: string | undefined
}

/** Narrows a table of functions while typing. */
export function FindField({ value, onChange, isFirstFilter = false, className = css.findAtEnd }: Props) {
  const w = useWords(functionsText)
  return (
    <div className={`spoken-label ${className}`}>
      <TextField
        bare
        isFirstFilter={isFirstFilter}
        label={w.find}
        icon="search"
        placeholder={w.findHint}
        maxLength={60}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </div>
  )
}
