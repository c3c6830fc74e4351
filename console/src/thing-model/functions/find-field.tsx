import { useWords } from '../../platform/locale.ts'
import { TextField } from '../../ui/field/text-field.tsx'
import css from './functions.module.css'
import { functionsText } from './functions.text.ts'

/** Narrows a table of functions while typing. */
export function FindField({ value, onChange }: { value: string; onChange: (typed: string) => void }) {
  const w = useWords(functionsText)
  return (
    <div className={css.find}>
      <TextField
        bare
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
