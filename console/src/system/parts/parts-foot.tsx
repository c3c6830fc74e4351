import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { useFieldPathLabels } from './field-path-labels.ts'
import css from './parts.module.css'
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

/** Always in sight: what is wrong, what is unsaved, and saving, which is not greyed out for a wrong field. */
export function PartsFoot({ parts, problems, isDirty, isBusy, onGoTo, onDiscard, onSave }: Props) {
  const w = useWords(partsText)
  const pathLabel = useFieldPathLabels()
  const [first] = problems
  return (
    <div className={css.foot}>
      {first === undefined ? null : (
        <span className={css.footProblem}>
          <StateShape name="error" />
          <b>{w.problems({ n: problems.length })}</b>
          <button type="button" className={css.jump} onClick={() => onGoTo(first)}>
            {pathLabel(first, parts)}
          </button>
        </span>
      )}
      <span className={css.footSpace} />
      <span className={css.footState} role="status">
        {isDirty ? <i className={css.unsaved} aria-hidden="true" /> : null}
        {isDirty ? w.unsaved : w.allSaved}
      </span>
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
    </div>
  )
}
