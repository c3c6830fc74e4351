import { useState } from 'react'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { ConfirmAction } from '../../ui/dialog/confirm-action.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { useFieldPathLabels } from './field/field-path-labels.ts'
import { goToPlace } from '../../ui/form/form-places.ts'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
import css from './template.module.css'
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

/** Always in sight: what is wrong, what is unsaved, saving and publishing. Neither is greyed out for a wrong field. */
export function TemplateFoot(props: Props) {
  const { name, product, problems, isDirty, hasDraft, hasPublished, busy, mayEdit, mayPublish } = props
  const w = useWords(templateText)
  const placeWords = useFieldPathLabels()
  const [isAsking, setAsking] = useState(false)
  const first = problems[0]
  return (
    <Row gap="8" padding="8 24" align="center" ground="paper" borderTop className={css.foot}>
      {first === undefined ? null : (
        <Row.span gap="8" align="center" shrink className={css.footProblem}>
          <StateShape name="error" />
          <Text.b tone="bad" weight="600" nowrap>
            {w.problems({ n: problems.length })}
          </Text.b>
          <Text.button
            minHeight="24"
            tone="link"
            textAlign="left"
            type="button"
            className={css.jump}
            onClick={() => goToPlace(first)}
          >
            {placeWords(first)}
          </Text.button>
        </Row.span>
      )}
      <Box.span grow />
      <Row.span gap="8" align="center" marginRight="8" tone="ink-2" shrink nowrap role="status">
        {isDirty ? (
          <>
            <i className={css.unsaved} aria-hidden="true" />
            {w.unsaved}
          </>
        ) : (
          w.allSaved
        )}
      </Row.span>
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
    </Row>
  )
}
