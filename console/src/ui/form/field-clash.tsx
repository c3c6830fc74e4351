import type { CallError } from '../../platform/call-error.ts'
import { orDash } from '../../platform/format.ts'
import { useLocale } from '../../platform/locale.ts'
import { EditClash } from './edit-clash.tsx'
import { mergeEdits } from './merge-edits.ts'

type Props<V extends object> = {
  /** The refusal. */
  by: CallError
  /**
   * Typed values at three times: the start of the edit, its present state, and the state that somebody else has saved
   * meanwhile.
   */
  base: V
  mine: V
  theirs: V
  labels: Readonly<Record<keyof V & string, string>>
  /** One field of these values as text. */
  shown: (name: keyof V & string, values: V) => string
  onGoOn: (values: V) => void
}

/**
 * Compares a form with the values that somebody else has saved meanwhile, field by field: what both changed, and what
 * was merged.
 */
export function FieldClash<V extends object>({ by, base, mine, theirs, labels, shown, onGoOn }: Props<V>) {
  const locale = useLocale()
  const { merged, taken, clashes } = mergeEdits(base, mine, theirs)
  return (
    <EditClash
      message={by.messageIn(locale)}
      clashes={clashes.map((name) => ({
        key: name,
        label: labels[name],
        mine: orDash(shown(name, merged)),
        theirs: orDash(shown(name, theirs)),
      }))}
      taken={taken.map((name) => labels[name])}
      onKeepMine={() => onGoOn(merged)}
      onTakeTheirs={() => onGoOn(theirs)}
    />
  )
}
