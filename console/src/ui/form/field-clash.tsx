import type { CallError } from '../../platform/call-error.ts'
import { orDash } from '../../platform/format.ts'
import { useLocale } from '../../platform/locale.ts'
import { EditClash } from './edit-clash.tsx'
import { mergeEdits } from './merge-edits.ts'

type Props<V extends object> = {
  /** The refusal. */
  by: CallError
  /** As typed into the form: what the edit began from, what it has become, and what somebody else has saved meanwhile. */
  base: V
  mine: V
  theirs: V
  labels: Readonly<Record<keyof V & string, string>>
  /** One field of these values in words. */
  shown: (name: keyof V & string, values: V) => string
  onGoOn: (values: V) => void
}

/** A form with values that somebody else has saved meanwhile: it shows field by field what both changed, and what was merged. */
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
