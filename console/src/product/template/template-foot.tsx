import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { useFieldPathLabels } from './field/field-path-labels.ts'
import { EditFoot } from '../../ui/form/edit-foot.tsx'
import { goToPlace } from '../../ui/form/form-places.ts'
import { templateText } from './field/template.text.ts'

type Props = {
  name: string
  product: string
  /** The foot shows the problems of these paths. */
  problems: readonly string[]
  isDirty: boolean
  hasDraft: boolean
  hasPublished: boolean
  busy: 'save' | 'publish' | null
  mayEdit: boolean
  mayPublish: boolean
  /** Returns false after leading the person to the field that prevents it. */
  mayGoOut: () => boolean
  onSave: () => Promise<void>
  onPublish: () => Promise<void>
  onUndo: () => void
  onTakePublished: () => void
}

/** Saving and publishing, with what is wrong and unsaved. Neither is greyed out for a wrong field. */
export function TemplateFoot(props: Props) {
  const { name, product, problems, isDirty, hasDraft, hasPublished, busy, mayEdit, mayPublish } = props
  const w = useWords(templateText)
  const placeWords = useFieldPathLabels()
  const [isAsking, setAsking] = useState(false)
  const first = problems[0]
  return (
    <EditFoot
      wrong={
        first === undefined
          ? undefined
          : { words: w.problems({ n: problems.length }), place: placeWords(first), onGo: () => goToPlace(first) }
      }
      isDirty={isDirty}
      state={isDirty ? w.unsaved : w.allSaved}
    >
      {mayEdit && isDirty && (hasDraft || hasPublished) ? (
        <Button look="quiet" onClick={props.onUndo}>
          {w.undo}
        </Button>
      ) : null}
      {mayEdit && !isDirty && hasDraft && hasPublished ? (
        <Button look="quiet" onClick={props.onTakePublished}>
          {w.takePublished}
        </Button>
      ) : null}
      {mayEdit ? (
        <Button
          busy={busy === 'save'}
          disabledReason={isDirty || busy !== null ? undefined : w.allSaved}
          onClick={() => void props.onSave()}
        >
          {w.save}
        </Button>
      ) : null}
      {mayPublish && (mayEdit || !isDirty) ? (
        <Button
          look="primary"
          busy={busy === 'publish'}
          disabledReason={isDirty || hasDraft ? undefined : w.nothingToPublish}
          onClick={() => {
            if (props.mayGoOut()) setAsking(true)
          }}
        >
          {isDirty ? w.saveAndPublish : w.publish}
        </Button>
      ) : null}
      <ConfirmAction
        title={w.publishTitle({ name })}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        confirmLabel={isDirty ? w.saveAndPublish : w.publish}
        onConfirm={props.onPublish}
      >
        {w.publishBody({ product })}
      </ConfirmAction>
    </EditFoot>
  )
}
