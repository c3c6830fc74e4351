import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { EditFoot } from '../../ui/form/edit-foot.tsx'
import { useFieldPathLabels } from './field-path-labels.ts'
import { partsText } from './parts.text.ts'

type Props = {
  parts: readonly Part[]
  /** The foot shows the problems of these paths. */
  problems: readonly string[]
  isDirty: boolean
  isBusy: boolean
  onGoTo: (path: string) => void
  onDiscard: () => void
  onSave: () => Promise<void>
}

/** Saving, with what is wrong and unsaved. */
export function PartsFoot({ parts, problems, isDirty, isBusy, onGoTo, onDiscard, onSave }: Props) {
  const w = useWords(partsText)
  const pathLabel = useFieldPathLabels()
  const [first] = problems
  return (
    <EditFoot
      wrong={
        first === undefined
          ? undefined
          : { words: w.problems({ n: problems.length }), place: pathLabel(first, parts), onGo: () => onGoTo(first) }
      }
      isDirty={isDirty}
      state={isDirty ? w.unsaved : w.allSaved}
    >
      {isDirty ? (
        <Button look="quiet" onClick={onDiscard}>
          {w.discard}
        </Button>
      ) : null}
      <Button
        look="primary"
        busy={isBusy}
        disabledReason={isDirty || isBusy ? undefined : w.allSaved}
        onClick={() => void onSave()}
      >
        {w.save}
      </Button>
    </EditFoot>
  )
}
