import { useWords } from '../../platform/locale.ts'
import { Button } from '../../ui/button/button.tsx'
import { WorkFoot } from '../../ui/dialog/work-dialog.tsx'
import { Checkbox } from '../../ui/field/checkbox.tsx'
import { StateShape } from '../../ui/icon/state-shape.tsx'
import { Box, Row } from '../../ui/layout/layout.tsx'
import { uiText } from '../../ui/ui.text.ts'
import { ChangeShape } from './change-badge.tsx'
import css from './publish.module.css'
import { publishText } from './publish.text.ts'

type Props = {
  name: string
  last: string | null
  breaking: number
  missing: number
  isAccepted: boolean
  onAccept: (isAccepted: boolean) => void
  isBusy: boolean
  onClose: () => void
}

/** Describes the publishing. A breaking change has to be confirmed. */
export function PublishFoot({ name, last, breaking, missing, isAccepted, onAccept, isBusy, onClose }: Props) {
  const w = useWords(publishText)
  const ui = useWords(uiText)
  const isNaming = name.trim() !== ''
  const note =
    missing > 0 ? (
      <Row.p gap="6" align="start" tone="ink-2" className={css.foot}>
        <StateShape name="error" />
        <span>
          <Box.b marginRight="4">{w.missingShort({ count: missing })}</Box.b>
          {w.missingFoot}
        </span>
      </Row.p>
    ) : (
      <>
        <Row.p gap="6" align="start" tone="ink-2" className={css.foot}>
          {breaking > 0 ? <ChangeShape name="breaking" /> : null}
          <span>
            {breaking > 0 ? <Box.b marginRight="4">{w.breakingCount({ count: breaking })}</Box.b> : null}
            {isNaming ? (breaking > 0 ? w.dropped({ name }) : w.atOnce({ name })) : null}
            {w.sentenceGap}
            {last === null ? null : w.restorable({ name: last })}
          </span>
        </Row.p>
        {breaking > 0 ? (
          <Checkbox checked={isAccepted} onChange={onAccept}>
            {w.accept}
          </Checkbox>
        ) : null}
      </>
    )
  const reason = missing > 0 ? w.fixFirst : breaking > 0 && !isAccepted ? w.acceptFirst : undefined
  return (
    <WorkFoot note={note}>
      <Button onClick={onClose}>{ui.cancel}</Button>
      <Button type="submit" look="primary" busy={isBusy} disabledReason={reason}>
        {isNaming ? w.publish({ name: name.trim() }) : w.publishBare}
      </Button>
    </WorkFoot>
  )
}
