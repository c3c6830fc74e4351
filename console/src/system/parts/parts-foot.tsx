import type { Part } from '@brigade/contract/system/parts/parts.model.ts'
import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row, Text } from '../../ui/layout/layout.tsx'
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
    <Row gap="8" padding="8 24" align="center" ground="paper" wrap borderTop className={css.foot}>
      {first === undefined ? null : (
        <Row.span gap="8" align="center" shrink>
          <StateShape name="error" />
          <Text.b tone="bad" weight="600" nowrap>
            {w.problems({ n: problems.length })}
          </Text.b>
          <Text.button
            minHeight="24"
            tone="bad"
            textAlign="left"
            cut
            type="button"
            className={css.jump}
            onClick={() => onGoTo(first)}
          >
            {pathLabel(first, parts)}
          </Text.button>
        </Row.span>
      )}
      <Box.span grow />
      <Row.span gap="8" align="center" marginRight="8" tone="ink-2" shrink nowrap role="status">
        {isDirty ? <i className={css.unsaved} aria-hidden="true" /> : null}
        {isDirty ? w.unsaved : w.allSaved}
      </Row.span>
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
    </Row>
  )
}
